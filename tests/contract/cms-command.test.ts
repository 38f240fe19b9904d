import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { publishField } from '#tests/setup/contentful/publish-field.ts'
import { createCommandEnv } from '#tests/setup/process/command-env.ts'
import { startFaultProxy } from './fault-proxy.ts'
import { CMS_SCRIPT, createCommandFolder, writeLocalAddress } from './run-cms.ts'
import { createEmptySpace } from './seeded-space.ts'
import { createManagementClient } from './test-contentful.ts'

/** Starts an empty local Contentful that the commands in this folder use. */
async function startRunningSpace(folder: string) {
  const space = await createEmptySpace()
  await writeLocalAddress(folder, space.url)
  return space
}

const planReport = z.object({ items: z.array(z.looseObject({ id: z.string(), action: z.string().nullable() })) })

test.each([
  [{ CONTENTFUL_MANAGEMENT_TOKEN: 'secret' }, 'CONTENTFUL_SPACE_ID'],
  [{ CONTENTFUL_SPACE_ID: 'abc' }, 'CONTENTFUL_MANAGEMENT_TOKEN'],
])('%j: fails with one line', async (variables, name) => {
  await using project = await createCommandFolder()
  const { code, stderr, stdout } = await project.cms('seed', variables)
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(new RegExp(`^${name} is .+\n$`))
  expect(stderr).not.toContain('secret')
})

test.each(['', 'plan ', 'seed ', 'verify ', 'migrate ', 'pull ', 'types ', 'check ', 'app install ', 'app uninstall '])(
  '%s--help prints the usage',
  async (command) => {
    await using project = await createCommandFolder()
    const { code, stdout, stderr } = await project.cms(`${command}--help`)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(new RegExp(`^Usage: npm run cms -- ${command}`))
  },
)

test.each([
  ['sed', "unknown command 'sed'\n(Did you mean seed?)"],
  ['seed --forse', "unknown option '--forse'\n(Did you mean --force?)"],
])('rejects %s with a suggestion', async (args, message) => {
  await using project = await createCommandFolder()
  const { code, stderr } = await project.cms(args)
  expect(code).toBe(1)
  expect(stderr).toContain(message)
})

test('reports an error in one line, also as JSON', async () => {
  await using project = await createCommandFolder()
  const variables = { CONTENTFUL_SPACE_ID: 'a b', CONTENTFUL_MANAGEMENT_TOKEN: 'secret' }
  const { code, stdout, stderr } = await project.cms('plan --json', variables)
  expect(code).toBe(1)
  const problem = expect.stringMatching(/^CONTENTFUL_SPACE_ID must be/)
  expect(JSON.parse(stdout)).toEqual({ command: 'plan', problems: [problem] })
  expect(stderr).toMatch(/^CONTENTFUL_SPACE_ID must be .+\n$/)
})

test('plan, seed, verify and pull with an empty space', { timeout: 240_000 }, async () => {
  await using project = await createCommandFolder()
  const { cms } = project
  await using space = await startRunningSpace(project.folder)
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

  expect((await cms('seed')).stdout).toMatch(/^\d+ unchanged\.\nNothing differs from the seed\.$/m)
  expect(await cms('verify')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Nothing differs from the seed.'),
  })
  expect((await cms('pull --dry-run')).stdout).toContain('The seed matches the space.')

  await publishField(createManagementClient(space.url), 'home-page', 'watchLabel', 'Have a look')
  const kept = await cms('verify')
  expect(kept.code).toBe(0)
  expect(kept.stdout).toContain('Only changes of editors differ from the seed.')
  expect(kept.stdout).toContain('watchLabel: an editor’s "Have a look" stays; --force writes "Watch Now"')
  expect((await cms('pull --dry-run')).stdout).toMatch(/^Would write:\n {2}\S+home\.json$/m)
  expect((await cms('seed')).stdout).toContain('1 resource with differences that are kept')
  expect((await cms('seed --force')).stdout).toMatch(/^1 updated, \d+ unchanged\.$/m)
})

test('starts a local Contentful if none runs, keeps its content, and stops it', {
  timeout: 240_000,
}, async () => {
  await using project = await createCommandFolder()
  const first = await project.cms('seed')
  expect(first).toMatchObject({ code: 0, stderr: '' })
  expect(first.stdout).toContain('which was not running and is started for this command')
  expect((await project.cms('seed')).stdout).toContain('Nothing differs from the seed.')
})

test('a 403 response ends the command while other requests are pending', async () => {
  await using space = await createEmptySpace()
  await using proxy = await startFaultProxy(space.url, ({ path }) => {
    if (path.includes('/assets?')) return { status: 403, body: { message: 'Forbidden' } }
    return path.includes('/entries?') ? 'no response' : undefined
  })
  await using project = await createCommandFolder()
  await writeLocalAddress(project.folder, proxy.url)
  expect(await project.cms('plan')).toMatchObject({ code: 1, stderr: expect.stringContaining('403 (Forbidden)') })
})

test('Ctrl-C says that the next run continues', async () => {
  await using project = await createCommandFolder()
  await using _ = await startRunningSpace(project.folder)
  const child = spawn(process.execPath, [CMS_SCRIPT, 'seed'], { cwd: project.folder, env: createCommandEnv() })
  const stderr = text(child.stderr)
  child.stdout.once('data', () => child.kill('SIGINT'))
  const [code] = await once(child, 'exit')
  expect({ code, stderr: await stderr }).toEqual({
    code: 130,
    stderr: '\nStopped. Run it again: it continues where it stopped.\n',
  })
})

test('completes the seed when the reader closes the output pipe', async () => {
  await using project = await createCommandFolder()
  await using _ = await startRunningSpace(project.folder)
  const child = spawn(process.execPath, [CMS_SCRIPT, 'seed'], { cwd: project.folder, env: createCommandEnv() })
  const stderr = text(child.stderr)
  child.stdout.once('data', () => child.stdout.destroy())
  const [code] = await once(child, 'exit')
  expect({ code, stderr: await stderr }).toEqual({ code: 0, stderr: '' })
  expect(await project.cms('verify')).toMatchObject({ code: 0 })
})
