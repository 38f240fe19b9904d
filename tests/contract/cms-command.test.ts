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
import { createAsset, createManagementClient, toLink } from './test-contentful.ts'

/** An empty local Contentful that runs, as the commands in this folder find it. */
async function runningSpace(folder: string) {
  const space = await createEmptySpace()
  await writeLocalAddress(folder, space.url)
  return space
}

const report = z.object({ items: z.array(z.looseObject({ id: z.string(), action: z.string().nullable() })) })

test.each([
  [{ CONTENTFUL_MANAGEMENT_TOKEN: 'secret' }, 'CONTENTFUL_SPACE_ID'],
  [{ CONTENTFUL_SPACE_ID: 'abc' }, 'CONTENTFUL_MANAGEMENT_TOKEN'],
  [{ CONTENTFUL_REQUESTS_PER_SECOND: 'many' }, 'CONTENTFUL_REQUESTS_PER_SECOND'],
])('%j: one line, and no success', async (variables, name) => {
  await using at = await createCommandFolder()
  const { code, errors, out } = await at.cms('seed', variables)
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(errors).toMatch(new RegExp(`^${name} is .+\n$`))
  expect(errors).not.toContain('secret')
})

test.each(['', 'plan ', 'seed ', 'verify ', 'pull ', 'types ', 'check ', 'photos add ', 'logos add '])(
  '%s--help says what it does',
  async (command) => {
    await using at = await createCommandFolder()
    const { code, out, errors } = await at.cms(`${command}--help`)
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
    expect(out).toMatch(new RegExp(`^Usage: npm run cms -- ${command}`))
  },
)

test.each([
  ['sed', "unknown command 'sed'\n(Did you mean seed?)"],
  ['seed --forse', "unknown option '--forse'\n(Did you mean --force?)"],
])('%s is refused with a suggestion', async (args, said) => {
  await using at = await createCommandFolder()
  const { code, errors } = await at.cms(args)
  expect(code).toBe(1)
  expect(errors).toContain(said)
})

test('what stops a command is one line, also as JSON', async () => {
  await using at = await createCommandFolder()
  const variables = { CONTENTFUL_SPACE_ID: 'a b', CONTENTFUL_MANAGEMENT_TOKEN: 'secret' }
  const { code, out, errors } = await at.cms('plan --json', variables)
  expect(code).toBe(1)
  const problem = expect.stringMatching(/^CONTENTFUL_SPACE_ID must be/)
  expect(JSON.parse(out)).toEqual({ command: 'plan', problems: [problem] })
  expect(errors).toMatch(/^CONTENTFUL_SPACE_ID must be .+\n$/)
})

test.concurrent('plan, seed, verify, pull: a space’s first day', { timeout: 240_000 }, async () => {
  await using at = await createCommandFolder()
  const { cms } = at
  await using space = await runningSpace(at.folder)
  const planned = await cms('plan --json')
  expect(planned).toMatchObject({ code: 0, errors: expect.stringContaining('What seeding would do') })
  expect(report.parse(JSON.parse(planned.out)).items.every(({ action }) => action === 'create')).toBe(true)
  expect(await cms('verify')).toMatchObject({ code: 3, out: expect.stringContaining('+ entry home-page') })

  const seeded = await cms('seed')
  expect(seeded).toMatchObject({ code: 0, errors: '' })
  expect(seeded.out).toContain(`Seeding the local Contentful at ${space.url}\n`)
  expect(seeded.out).toMatch(/^Assets: \d+ to write$/m)
  // No bars and no escape codes where no terminal is.
  expect(seeded.out).toMatch(/^[\n -~]+$/)

  expect((await cms('seed')).out).toMatch(/^0 writes and \d+ reads in .+ Nothing differs from the seed\.$/m)
  expect(await cms('verify')).toMatchObject({ code: 0, out: expect.stringContaining('Nothing differs from the seed.') })
  expect((await cms('pull --dry-run')).out).toContain('The seed is as the space.')

  await publishField(createManagementClient(space.url), 'home-page', 'watchLabel', 'Have a look')
  const drifted = await cms('verify')
  expect(drifted.code).toBe(3)
  expect(drifted.out).toContain('watchLabel: an editor’s "Have a look" stays; --force writes "Watch Now"')
  expect((await cms('pull --dry-run')).out).toMatch(/^entries +0 +1 +0/m)
  expect((await cms('seed')).out).toContain('1 thing with something that stays')
  expect((await cms('seed --force')).out).toMatch(/^2 writes/m)

  const script = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><script/></svg>')
  const client = createManagementClient(space.url)
  const asset = await createAsset({ client }, 'share', script, 'image/svg+xml', 'share.svg')
  await client.asset.publish({ assetId: 'share' }, asset)
  await publishField(client, 'seo-home', 'shareImage', toLink('Asset', 'share'))
  const pulled = await cms('pull --dry-run')
  expect(pulled).toMatchObject({ code: 2, out: expect.stringContaining('asset share: share.svg holds a script; ') })
})

test.concurrent('starts a local Contentful where none runs, keeps what it wrote, and ends', {
  timeout: 240_000,
}, async () => {
  await using at = await createCommandFolder()
  const first = await at.cms('seed')
  expect(first).toMatchObject({ code: 0, errors: '' })
  expect(first.out).toContain('which was not running and is started for this alone')
  expect((await at.cms('seed')).out).toMatch(/^0 writes and \d+ reads in /m)
})

test.concurrent('a refusal ends it at once, whatever else is still waited for', async () => {
  await using space = await createEmptySpace()
  await using silent = await startFaultProxy(space.url, ({ path }) => {
    if (path.includes('/assets?')) return { status: 403, body: { message: 'Forbidden' } }
    return path.includes('/entries?') ? 'no response' : undefined
  })
  await using at = await createCommandFolder()
  await writeLocalAddress(at.folder, silent.url)
  expect(await at.cms('plan')).toMatchObject({ code: 1, errors: expect.stringContaining('403 (Forbidden)') })
})

test.concurrent('whoever reads along may leave: the work is done all the same', async () => {
  await using at = await createCommandFolder()
  await using _ = await runningSpace(at.folder)
  const child = spawn(process.execPath, [CMS_SCRIPT, 'seed'], { cwd: at.folder, env: createCommandEnv() })
  const errors = text(child.stderr)
  child.stdout.once('data', () => child.stdout.destroy())
  const [code] = await once(child, 'exit')
  expect({ code, errors: await errors }).toEqual({ code: 0, errors: '' })
  expect(await at.cms('verify')).toMatchObject({ code: 0 })
})
