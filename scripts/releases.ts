import { parseArgs } from 'node:util'
import { BadInput } from '#cms/sync/bad-input.ts'
import { DEFAULT_RELEASES_FOLDER, readActiveReleases } from '#server/web/releases.ts'
import { activateRelease, findRollbackRelease } from './build/release-folder.ts'
import { runCommand } from './cli/run-command.ts'

const USAGE = `npm run releases                     lists the releases that are kept
npm run releases -- rollback         serves the release before the active one
npm run releases -- activate <id>    serves this release`

/** Lists releases and switches between them. A running server switches within a second. */
await runCommand(async () => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { help: { type: 'boolean' } } })
  if (values.help) return console.log(USAGE)
  const folder = process.env.RELEASES_FOLDER || DEFAULT_RELEASES_FOLDER
  const [command, id, ...others] = positionals
  if (command === undefined) return list(folder)
  if (command === 'rollback' && id === undefined) return activate(folder, await findRollbackRelease(folder))
  if (command === 'activate' && id !== undefined && others.length === 0) return activate(folder, id)
  throw new BadInput(USAGE)
})

async function list(folder: string): Promise<void> {
  const [active, ...others] = await readActiveReleases(folder)
  if (!active) throw new BadInput(`There is no release in ${folder}: run npm run build`)
  const ids = [active, ...others].sort().reverse()
  for (const id of ids) console.log(id === active ? `${id}  active` : id)
}

async function activate(folder: string, id: string): Promise<void> {
  await activateRelease(folder, id)
  console.log(`The release ${id} is active.`)
}
