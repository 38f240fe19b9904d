import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { createCommandEnv } from '#tests/setup/process/command-env.ts'
import { startFaultProxy } from './fault-proxy.ts'
import { CMS_SCRIPT, createCommandFolder, writeLocalAddress } from './run-cms.ts'
import { createEmptySpace, createSiteSpace } from './seeded-space.ts'
import { createManagementClient } from './test-contentful.ts'

const SITE = { VITE_SITE_URL: 'https://www.site.example' }

/** Starts a space that the commands in a new folder use. */
async function startProject(start: typeof createSiteSpace = createSiteSpace) {
  const project = await createCommandFolder()
  onTestFinished(() => project[Symbol.asyncDispose]())
  const space = await start()
  onTestFinished(() => space[Symbol.asyncDispose]())
  await writeLocalAddress(project.folder, space.url)
  return { cms: project.cms, folder: project.folder, url: space.url, client: createManagementClient(space.url) }
}

test('app install and app uninstall print what they change', async () => {
  const { cms, url, client } = await startProject()
  const installed = await cms('app install', SITE)
  expect(installed).toMatchObject({ code: 0, stderr: '' })
  expect(installed.stdout).toContain(
    `Installing the app "Photo desk" in the environment "master" of the local Contentful at ${url}\n`,
  )
  expect(installed.stdout).toContain('- make the app the control of galleryPage.images\n')
  expect(installed.stdout).toContain('- make the app the control of servicePanel.focalPoint\n')

  const repeated = await cms('app install --json', SITE)
  expect(JSON.parse(repeated.stdout)).toMatchObject({
    command: 'app install',
    src: 'https://www.site.example/photo-desk/',
    changes: [],
    writes: 0,
  })
  expect((await cms('app install', SITE)).stdout).toContain('Nothing differs, and nothing was written.')
  expect((await cms('verify')).stdout).not.toContain('editor interface')

  const moved = await cms('app install --url https://new.site.example/', SITE)
  expect(moved.stdout).toContain('to https://new.site.example/photo-desk/')

  const removed = await cms('app uninstall')
  expect(removed).toMatchObject({ code: 0, stderr: '' })
  expect(removed.stdout).toContain('- delete the app definition "Photo desk"')
  expect((await client.appDefinition.getMany({ organizationId: 'local' })).total).toBe(0)
})

test('app install without a site names the variable and the option', async () => {
  const { cms } = await startProject(createEmptySpace)
  const { code, stdout, stderr } = await cms('app install')
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(/^VITE_SITE_URL is not set: .* --url https:.*\n$/)
})

test('app install in a space without content names the command that seeds it', async () => {
  const { cms } = await startProject(createEmptySpace)
  const { code, stderr } = await cms('app install', SITE)
  expect(code).toBe(1)
  expect(stderr).toMatch(/^The space has no published content type .* seed it first \(npm run cms -- seed\)\n$/)
})

test('app install names an address that is not https', async () => {
  const { cms } = await startProject(createEmptySpace)
  expect(await cms('app install --url http://www.site.example')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^"http:\/\/www\.site\.example" cannot be the site of the photo desk: .*\n$/),
  })
})

test.each([
  ['app install', 'CONTENTFUL_SPACE_ID'],
  ['app uninstall', 'CONTENTFUL_MANAGEMENT_TOKEN'],
])('%s with %s only names what is missing', async (command, variable) => {
  const { cms } = await startProject(createEmptySpace)
  const { code, stdout } = await cms(`${command} --json`, { ...SITE, [variable]: 'abc' })
  const missing = variable === 'CONTENTFUL_SPACE_ID' ? 'CONTENTFUL_MANAGEMENT_TOKEN' : 'CONTENTFUL_SPACE_ID'
  expect(code).toBe(1)
  expect(JSON.parse(stdout)).toEqual({ command, problems: [expect.stringContaining(`${missing} is not set`)] })
})

/** Runs a command, and kills its process when its first write has taken effect. Returns its exit signal. */
async function killAfterWrite(folder: string, url: string, args: readonly string[]) {
  const kill: { now?: () => void } = {}
  await using proxy = await startFaultProxy(url, ({ method }) => {
    if (method === 'GET') return undefined
    kill.now?.()
    return 'cut after'
  })
  await writeLocalAddress(folder, proxy.url)
  const child = spawn(process.execPath, [CMS_SCRIPT, ...args], {
    cwd: folder,
    env: createCommandEnv(SITE),
    stdio: 'ignore',
  })
  kill.now = () => child.kill('SIGKILL')
  const [, signal] = await once(child, 'exit')
  await writeLocalAddress(folder, url)
  return signal
}

test('app install and app uninstall continue after their process was killed', async () => {
  const { cms, folder, url, client } = await startProject()
  const { controls } = await client.editorInterface.get({ contentTypeId: 'galleryPage' })
  for (let run = 0; run < 3; run += 1) expect(await killAfterWrite(folder, url, ['app', 'install'])).toBe('SIGKILL')
  expect(JSON.parse((await cms('app install --json', SITE)).stdout)).toMatchObject({ writes: 9 })
  expect((await client.appDefinition.getMany({ organizationId: 'local' })).total).toBe(1)

  for (let run = 0; run < 3; run += 1) expect(await killAfterWrite(folder, url, ['app', 'uninstall'])).toBe('SIGKILL')
  expect(JSON.parse((await cms('app uninstall --json', SITE)).stdout)).toMatchObject({ writes: 8 })
  expect((await client.appDefinition.getMany({ organizationId: 'local' })).total).toBe(0)
  expect((await client.editorInterface.get({ contentTypeId: 'galleryPage' })).controls).toEqual(controls)
})
