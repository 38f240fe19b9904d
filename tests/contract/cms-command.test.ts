import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { addField, publishField } from '#tests/setup/content.ts'
import { startSpace } from '#tests/setup/contentful/start-space.ts'
import { createCommandEnv } from '#tests/setup/process/command-env.ts'
import { startFaultProxy } from './fault-proxy.ts'
import { CMS_SCRIPT, createCommandFolder, writeLocalAddress } from './run-cms.ts'

/** Starts a space that the commands in a new folder use. */
async function startProject(content: 'empty' | 'site') {
  const project = await createCommandFolder()
  const space = await startSpace(content)
  onTestFinished(() => space[Symbol.asyncDispose]())
  await writeLocalAddress(project.folder, space.url)
  return { ...project, space }
}

test('reports an error in one line, also as JSON', async () => {
  const project = await createCommandFolder()
  const variables = { CONTENTFUL_SPACE_ID: 'a b', CONTENTFUL_MANAGEMENT_TOKEN: 'secret' }
  const { code, stdout, stderr } = await project.cms('plan --json', variables)
  expect(code).toBe(1)
  const problem = expect.stringMatching(/^CONTENTFUL_SPACE_ID must be/)
  expect(JSON.parse(stdout)).toEqual({ command: 'plan', problems: [problem] })
  expect(stderr).toMatch(/^CONTENTFUL_SPACE_ID must be .+\n$/)
})

const planReport = z.object({ items: z.array(z.looseObject({ id: z.string(), action: z.string().nullable() })) })

test('§11 plan writes nothing, verify exits with 3, and seed fills an empty space', {
  timeout: 240_000,
}, async () => {
  const { cms, space } = await startProject('empty')
  const planned = await cms('plan --json')
  expect(planned).toMatchObject({ code: 0, stderr: expect.stringContaining('Planned changes of') })
  expect(planReport.parse(JSON.parse(planned.stdout)).items.every(({ action }) => action === 'create')).toBe(true)
  expect(await cms('verify')).toMatchObject({ code: 3, stdout: expect.stringContaining('+ entry home-page') })

  const seeded = await cms('seed')
  expect(seeded).toMatchObject({ code: 0, stderr: '' })
  expect(seeded.stdout).toContain(`Seeding the environment "master" of the local Contentful at ${space.url}\n`)
  expect(seeded.stdout).toMatch(/^Assets: \d+$/m)
  // No progress bars and escape codes without a terminal.
  expect(seeded.stdout).toMatch(/^[\n -~]+$/)
})

test('verify, pull and seed name an edit, which only seed --force overwrites', async () => {
  const { cms, space } = await startProject('site')
  await publishField(space.client, 'home-page', 'watchLabel', 'Have a look')
  const kept = await cms('verify')
  expect(kept.code).toBe(0)
  expect(kept.stdout).toContain('Only changes of editors differ from the seed.')
  expect(kept.stdout).toContain('watchLabel: an editor’s "Have a look" stays; --force writes "Watch Now"')
  expect((await cms('pull --dry-run')).stdout).toMatch(/^Would write:\n {2}\S+home\.json$/m)
  expect((await cms('seed --force')).stdout).toMatch(/^1 updated, \d+ unchanged\.$/m)
})

test('app install and app uninstall print what they change', async () => {
  const { cms, space } = await startProject('site')
  const installed = await cms('app install', { VITE_SITE_URL: 'https://www.site.example' })
  expect(installed).toMatchObject({ code: 0, stderr: '' })
  expect(installed.stdout).toContain(
    `Installing the app "Photo desk" in the environment "master" of the local Contentful at ${space.url}\n`,
  )
  expect(installed.stdout).toContain('- make the app the control of galleryPage.images\n')

  const removed = await cms('app uninstall')
  expect(removed).toMatchObject({ code: 0, stderr: '' })
  expect(removed.stdout).toContain('- delete the app definition "Photo desk"')
})

test('check exits with 0 without findings and with 3 with findings, as text and as JSON', async () => {
  const { cms, space } = await startProject('site')
  const clean = await cms('check --offline')
  expect(clean).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('\nNo issues; ') })
  expect(clean.stdout).toContain('Links to other sites were not checked.')

  await publishField(space.client, 'photo-001-station-low-valves', 'altText', 'Photo')
  const { code, stdout } = await cms('check --offline --json')
  expect(code).toBe(3)
  expect(JSON.parse(stdout)).toMatchObject({
    counts: { errors: 0, warnings: 1, drafts: 0 },
    findings: [{ rule: 'altText', id: 'photo-001-station-low-valves', field: 'altText' }],
  })
})

test('migrate runs without a terminal only with --yes', async () => {
  const { cms, folder } = await startProject('site')
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
})

test('plan exits with 3 where a required field is only in the space', async () => {
  const { cms, space } = await startProject('site')
  await addField(space, 'galleryImage', { id: 'camera' })
  await addField(space, 'fact', { id: 'author', required: true })
  const { stdout, ...result } = await cms('plan')
  expect(result).toMatchObject({ code: 3, stderr: '' })
  expect(stdout).toContain('    camera: only in the space (Symbol)')
  expect(stdout).toContain('    its field "author" is required in the space')
})

test('starts a local Contentful if none runs', async () => {
  const project = await createCommandFolder()
  const { stdout, ...result } = await project.cms('plan')
  expect(result).toMatchObject({ code: 0, stderr: '' })
  expect(stdout).toContain('which was not running and is started for this command')
})

test('a 403 response ends the command while other requests are pending', async () => {
  const { cms, folder, space } = await startProject('empty')
  await using proxy = await startFaultProxy(space.url, ({ path }) => {
    if (path.includes('/assets?')) return { status: 403, body: { message: 'Forbidden' } }
    return path.includes('/entries?') ? 'no response' : undefined
  })
  await writeLocalAddress(folder, proxy.url)
  expect(await cms('plan')).toMatchObject({ code: 1, stderr: expect.stringContaining('403 (Forbidden)') })
})

const startCommand = (folder: string, command: string) =>
  spawn(process.execPath, [CMS_SCRIPT, command], { cwd: folder, env: createCommandEnv() })

/** Runs a command on an empty space, and `onOutput` at its first output. Resolves when the command has ended. */
async function runUntilOutput(command: string, onOutput: (child: ReturnType<typeof startCommand>) => void) {
  const { folder } = await startProject('empty')
  const child = startCommand(folder, command)
  const stderr = text(child.stderr)
  child.stdout.once('data', () => onOutput(child))
  const [code] = await once(child, 'exit')
  return { code, stderr: await stderr }
}

test('§11 Ctrl-C says that the next run continues', async () => {
  expect(await runUntilOutput('seed', (child) => child.kill('SIGINT'))).toEqual({
    code: 130,
    stderr: '\nStopped. Run it again: it continues where it stopped.\n',
  })
})

test('a command completes when the reader closes its output', async () => {
  expect(await runUntilOutput('plan', ({ stdout }) => stdout.destroy())).toEqual({ code: 0, stderr: '' })
})
