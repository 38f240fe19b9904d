import { DEFAULT_RELEASES_FOLDER } from '#server/config/server-config.ts'
import { UserError } from '#shared/user-error.ts'
import { activateRelease, findRollbackRelease, readKeptReleases } from './build/release-folder.ts'
import { runCommand } from './cli/run-command.ts'
import { runSubcommand } from './cli/run-subcommand.ts'
import { COMMANDS } from './commands.mjs'

/** `npm run releases`: lists releases and activates one. A running server switches within a second. */
await runCommand(async () => {
  const folder = process.env.RELEASES_FOLDER || DEFAULT_RELEASES_FOLDER
  await runSubcommand(COMMANDS.releases, process.argv.slice(2), {
    '': () => list(folder),
    rollback: async () => activate(folder, await findRollbackRelease(folder)),
    activate: ([id = '']) => activate(folder, id),
  })
})

async function list(folder: string): Promise<void> {
  const [active, ...others] = await readKeptReleases(folder)
  if (!active) throw new UserError(`There is no release in ${folder}: run npm run build`)
  const ids = [active, ...others].sort().reverse()
  for (const id of ids) console.log(id === active ? `${id}  active` : id)
}

async function activate(folder: string, id: string): Promise<void> {
  await activateRelease(folder, id)
  console.log(`The release ${id} is active.`)
}
