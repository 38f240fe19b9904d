import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { publishField } from '#tests/setup/content.ts'
import { startFaultProxy } from './fault-proxy.ts'
import { createCommandFolder, createCommandProject, writeLocalAddress } from './run-cms.ts'

test('§11.14 reports an error in one line, also as JSON', async () => {
  const project = await createCommandFolder()
  const variables = { CONTENTFUL_SPACE_ID: 'a b', CONTENTFUL_MANAGEMENT_TOKEN: 'secret' }
  const { code, stdout, stderr } = await project.cms('plan --json', variables)
  expect(code).toBe(1)
  const problem = expect.stringMatching(/^CONTENTFUL_SPACE_ID must be/)
  expect(JSON.parse(stdout)).toEqual({ command: 'plan', problems: [problem] })
  expect(stderr).toMatch(/^CONTENTFUL_SPACE_ID must be .+\n$/)
})

test('app install and app uninstall print what they change', async () => {
  const { cms, space } = await createCommandProject('model')
  expect(await cms('app install')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^VITE_SITE_URL is not set:/),
  })
  const installed = await cms('app install', { VITE_SITE_URL: 'https://www.site.example' })
  expect(installed).toMatchObject({ code: 0, stderr: '' })
  expect(installed.stdout).toContain(
    `Installing the app "Photo desk" in the environment "master" of the local Contentful at ${space.url}\n`,
  )
  expect(installed.stdout).toContain('- make the app the control of galleryPage.images\n')

  const removed = await cms('app uninstall')
  expect(removed).toMatchObject({ code: 0, stderr: '' })
  expect(removed.stdout).toContain('- delete the app definition "Photo desk"')
  expect((await cms('app uninstall')).stdout).toMatch(/\nNothing differs, and nothing was written\.\n$/)
})

test('§10.9 check exits with 3 if visitors miss something, as text and as JSON', async () => {
  const { cms, space } = await createCommandProject('pages')
  await publishField(space.client, 'photo-001-station-low-valves', 'altText', 'Photo')
  const warned = await cms('check --offline')
  expect(warned).toMatchObject({ code: 0, stderr: '' })
  expect(warned.stdout).toMatch(/^Alternative texts \(1\)\n {2}warning: .+ \(photo-001-station-low-valves\)$/m)
  expect(warned.stdout).toMatch(/\nLinks to other sites were not checked\.\n0 errors, 1 warning, .+ checked\.\n$/)
  await space.client.entry.unpublish({ entryId: 'hero-home' })
  const { code, stdout } = await cms('check --offline --json')
  expect(code).toBe(3)
  expect(JSON.parse(stdout)).toMatchObject({
    counts: { errors: 1, warnings: 1, drafts: 0, waiting: 0 },
    findings: [{ id: 'hero-home' }, { rule: 'altText', id: 'photo-001-station-low-valves', field: 'altText' }],
  })
})

test('§11.12 migrate runs without a terminal only with --yes', async () => {
  const { cms, folder } = await createCommandProject('model')
  await mkdir(join(folder, 'cms/migrations'), { recursive: true })
  const script = `export default (migration) => {
  migration.editContentType('fact').createField('source', { name: 'Source', type: 'Symbol' })
}
`
  await writeFile(join(folder, 'cms/migrations/0001-create-source.ts'), script)
  expect(await cms('migrate')).toMatchObject({
    code: 1,
    stderr: 'migrate asks before each script, and there is no terminal: add --yes\n',
  })
  expect(await cms('migrate --yes')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/0001-create-source:\n.+Create field source.+\n\n1 of 1 scripts were run\.\n$/s),
  })
  expect((await cms('migrate --yes')).stdout).toMatch(/\n\nEvery script has been run before\.\n$/)
})

test('§11.3 §11.4 §11.8 plan starts a local Contentful if none runs, and names what it would create', async () => {
  const project = await createCommandFolder()
  const { stdout, ...result } = await project.cms('plan')
  expect(result).toMatchObject({ code: 0, stderr: '' })
  expect(stdout).toMatch(/^Planned changes of .+, which was not running and is started for this command, at .+:\n/m)
  expect(stdout).toContain('\n+ entry home-page: create\n')
})

test('a 403 response ends the command while other requests are pending', async () => {
  const { cms, folder, space } = await createCommandProject('empty')
  await using proxy = await startFaultProxy(space.url, ({ path }) => {
    if (path.includes('/assets?')) return { status: 403, body: { message: 'Forbidden' } }
    return path.includes('/entries?') ? 'no response' : undefined
  })
  await writeLocalAddress(folder, proxy.url)
  expect(await cms('plan')).toMatchObject({ code: 1, stderr: 'Forbidden\n' })
})
