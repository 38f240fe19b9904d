import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { confirm } from './confirm.ts'

/** Answers the question on a terminal; `null` runs it without a terminal. */
async function confirmWith(text: string | null) {
  const input = Object.assign(new PassThrough(), { isTTY: text !== null })
  const output = new PassThrough()
  if (text !== null) input.write(`${text}\n`)
  await confirm('Delete it?', { input, output })
  return String(output.read())
}

test.each(['y', 'Y', ' yes '])('accepts "%s"', async (text) =>
  expect(await confirmWith(text)).toContain('Delete it? (y/N)'),
)

test.each(['n', '', 'yesterday'])('rejects "%s"', (text) =>
  expect(confirmWith(text)).rejects.toThrow('Nothing was changed.'),
)

test.each(['\u0003', '\u0004'])('rejects %j (Ctrl-C or Ctrl-D)', async (key) => {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => {} })
  const output = Object.assign(new PassThrough(), { isTTY: true })
  input.write(key)
  await expect(confirm('Delete it?', { input, output })).rejects.toThrow('Nothing was changed.')
})

test('throws without a terminal and names --yes', () => expect(confirmWith(null)).rejects.toThrow('add --yes'))
