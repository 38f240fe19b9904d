import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { createCommandEnv } from '#tests/setup/process/command-env.ts'

/** The commands. */
export const SCRIPT = join(import.meta.dirname, '../../scripts/cms.ts')

/** How a command ended, and what it said. */
interface Ended {
  readonly code: number
  readonly out: string
  readonly errors: string
}

/** Runs a command in a folder, with nothing but these variables of Contentful. */
export const runCms = (
  folder: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<Ended> =>
  new Promise((resolve) => {
    const options = { cwd: folder, env: createCommandEnv(variables) }
    const child = execFile(process.execPath, [SCRIPT, ...args], options, (_, out, errors) =>
      resolve({ code: child.exitCode ?? -1, out, errors }),
    )
  })

/** A folder without state, and the commands as somebody runs them in it. */
export async function commandFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'cms-command-'))
  // What commands keep of the seed's media between runs is the same for all of them.
  await symlink(inject('commandCache'), join(folder, '.cache'))
  return {
    folder,
    cms: (args: string, variables?: Readonly<Record<string, string>>) =>
      runCms(folder, args.split(' ').filter(Boolean), variables),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}

/** Lets the commands that are run in a folder find a running local Contentful. */
export async function noteAddress(folder: string, url: string): Promise<void> {
  await mkdir(join(folder, '.contentful'), { recursive: true })
  await writeFile(join(folder, '.contentful/address.json'), JSON.stringify({ url }))
}
