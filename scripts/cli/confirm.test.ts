import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { confirm } from './confirm.ts'

/** Answers the question on a terminal; `null` runs it without a terminal. */
async function answer(text: string | null) {
  const input = Object.assign(new PassThrough(), { isTTY: text !== null })
  const output = new PassThrough()
  if (text !== null) input.write(`${text}\n`)
  await confirm('Delete it?', { input, output })
  return String(output.read())
}

test.each(['y', 'Y', ' yes '])('"%s" is yes', async (text) => expect(await answer(text)).toContain('Delete it? (y/N)'))

test.each(['n', '', 'yesterday'])('"%s" is no', (text) => expect(answer(text)).rejects.toThrow('Nothing was changed.'))

test('without a terminal the error names --yes', () => expect(answer(null)).rejects.toThrow('add --yes'))
