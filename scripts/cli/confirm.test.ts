import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { confirm } from './confirm.ts'

/** Answers the question on a terminal; `null` runs it without a terminal. */
async function confirmWith(text: string | null) {
  const input = Object.assign(new PassThrough(), { isTTY: text !== null, setRawMode: () => {} })
  const output = Object.assign(new PassThrough(), { isTTY: true })
  if (text !== null) input.write(`${text}\n`)
  await confirm('Delete it?', { input, output })
  return String(output.read())
}

test.each(['y', 'Y', ' yes '])('accepts "%s"', async (text) =>
  expect(await confirmWith(text)).toContain('Delete it? (y/N)'),
)

test.each(['n', '', 'yesterday', '\u0003', '\u0004'])('rejects %j (Ctrl-C and Ctrl-D too)', (text) =>
  expect(confirmWith(text)).rejects.toThrow('Nothing was changed.'),
)

test('throws without a terminal and names --yes', () => expect(confirmWith(null)).rejects.toThrow('add --yes'))
