import { execFile } from 'node:child_process'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { startSpace } from '#local-tests/start-space.ts'
import { createTestFolder } from '#local-tests/test-folder.ts'
import { createCommandEnv } from '#scripts/test/command-env.ts'
import { startSiteSpace } from '#tests/setup/contentful/start-site-space.ts'
import { NO_NETWORK } from '#tests/setup/process/no-network.ts'

/** Path of the script with the CMS commands. */
export const CMS_SCRIPT = join(import.meta.dirname, '../../scripts/cms.ts')

/** Runs a CMS command in a folder, without a network. Only the given Contentful variables are set. */
const runCms = (folder: string, args: readonly string[], variables: Readonly<Record<string, string>> = {}) =>
  new Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }>((resolve) => {
    const options = { cwd: folder, env: createCommandEnv({ ...NO_NETWORK, ...variables }) }
    const child = execFile(process.execPath, [CMS_SCRIPT, ...args], options, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    )
  })

/** Creates an empty folder for the running test, with a function that runs CMS commands in it. */
export async function createCommandFolder() {
  const folder = await createTestFolder()
  await symlink(inject('commandCache'), join(folder, '.cache')) // the cache of seed media that all commands share
  return {
    folder,
    cms: (args: string, variables?: Readonly<Record<string, string>>) =>
      runCms(folder, args.split(' ').filter(Boolean), variables),
  }
}

/** Writes the address file by which commands in a folder find a running local Contentful. */
export async function writeLocalAddress(folder: string, url: string): Promise<void> {
  await mkdir(join(folder, '.contentful'), { recursive: true })
  await writeFile(join(folder, '.contentful/address.json'), JSON.stringify({ url }))
}

/** Starts a space that the commands in a new folder use. */
export async function createCommandProject(content: 'empty' | 'model' | 'pages') {
  const project = await createCommandFolder()
  const space = await (content === 'empty' ? startSpace() : startSiteSpace(content))
  onTestFinished(() => space[Symbol.asyncDispose]())
  await writeLocalAddress(project.folder, space.url)
  return { ...project, space }
}
