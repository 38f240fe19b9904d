import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { getLocalManagementConnection } from '#cms/sync/contentful/space-connections.ts'
import { createPlanConfirmation } from './confirmation.ts'

const local = getLocalManagementConnection('http://127.0.0.1:4000')
const master = { ...local, insecure: false, host: 'api.contentful.com', spaceId: 'live' }

/** Asks with a person at the terminal who answers so; `null`: nobody is there. */
async function ask(connection: typeof master, answer: string | null, yes = false) {
  const input = Object.assign(new PassThrough(), { isTTY: answer !== null })
  const output = new PassThrough()
  if (answer !== null) input.write(`${answer}\n`)
  await createPlanConfirmation(connection, { yes, terminal: { input, output } })([])
  return String(output.read() ?? '')
}

test.each([
  ['the local Contentful', local],
  ['another environment than master', { ...master, environmentId: 'staging' }],
])('%s is written to without a question', async (_, connection) => expect(await ask(connection, null)).toBe(''))

test('--yes is an answer', async () => expect(await ask(master, null, true)).toBe(''))

test('master of a real space is asked for, with what is to be done', async () => {
  expect(await ask(master, 'y')).toContain('This writes to "master" of the space "live"')
})

test.each(['n', '', 'what?'])('"%s" is no', async (answer) => {
  await expect(ask(master, answer)).rejects.toThrow('Nothing was written')
})

test.each(['\u0003', '\u0004'])('so is %j, Ctrl-C or Ctrl-D', async (key) => {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => {} })
  const output = Object.assign(new PassThrough(), { isTTY: true })
  input.write(key)
  await expect(createPlanConfirmation(master, { yes: false, terminal: { input, output } })([])).rejects.toThrow(
    'Nothing was written',
  )
})

test('where nobody can be asked it says how to go on', async () => {
  await expect(ask(master, null)).rejects.toThrow('--yes')
})
