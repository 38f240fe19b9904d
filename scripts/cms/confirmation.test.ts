import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { getLocalManagementConnection } from '#cms/sync/contentful/space-connections.ts'
import { createPlanConfirmation } from './confirmation.ts'

const local = getLocalManagementConnection('http://127.0.0.1:4000')
const master = { ...local, insecure: false, host: 'api.contentful.com', spaceId: 'live' }

/** Asks for confirmation in a terminal with this answer; `null`: without a terminal. */
async function confirm(connection: typeof master, answer: string | null, yes = false) {
  const input = Object.assign(new PassThrough(), { isTTY: answer !== null })
  const output = new PassThrough()
  if (answer !== null) input.write(`${answer}\n`)
  await createPlanConfirmation(connection, { yes, terminal: { input, output } })([])
  return String(output.read() ?? '')
}

test.each([
  ['the local Contentful', local],
  ['another environment than master', { ...master, environmentId: 'staging' }],
])('does not ask before writing to %s', async (_, connection) => expect(await confirm(connection, null)).toBe(''))

test('does not ask with --yes', async () => expect(await confirm(master, null, true)).toBe(''))

test('asks before writing to master of a real space', async () => {
  expect(await confirm(master, 'y')).toContain('This writes to "master" of the space "live"')
})

test.each(['n', '', 'what?'])('declines on "%s"', async (answer) => {
  await expect(confirm(master, answer)).rejects.toThrow('Nothing was written')
})

test.each(['\u0003', '\u0004'])('declines on %j (Ctrl-C or Ctrl-D)', async (key) => {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => {} })
  const output = Object.assign(new PassThrough(), { isTTY: true })
  input.write(key)
  await expect(createPlanConfirmation(master, { yes: false, terminal: { input, output } })([])).rejects.toThrow(
    'Nothing was written',
  )
})

test('rejects without a terminal and mentions --yes', async () => {
  await expect(confirm(master, null)).rejects.toThrow('--yes')
})
