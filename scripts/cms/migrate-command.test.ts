import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { getLocalManagementConnection } from '#cms/sync/contentful/space-connections.ts'
import { createMigrationConfirmation } from './migrate-command.ts'

const connection = { ...getLocalManagementConnection('http://127.0.0.1:4000'), environmentId: 'copy' }

/** Answers the question in a terminal; `null`: without a terminal. */
async function confirm(answer: string | null, yes = false) {
  const input = Object.assign(new PassThrough(), { isTTY: answer !== null, setRawMode: () => {} })
  const output = Object.assign(new PassThrough(), { isTTY: answer !== null })
  if (answer !== null) input.write(answer)
  const isConfirmed = await createMigrationConfirmation(connection, { yes, terminal: { input, output } })('0001-a')
  return { isConfirmed, question: String(output.read() ?? '') }
}

test('asks in every environment, and names script and environment', async () => {
  const { isConfirmed, question } = await confirm('y\n')
  expect(isConfirmed).toBe(true)
  expect(question).toContain('Run 0001-a in the environment "copy" of the space "local"? (y/N) ')
})

test.each(['n\n', '\n', 'what?\n', '\u0003', '\u0004'])('declines on %j', async (answer) => {
  expect((await confirm(answer)).isConfirmed).toBe(false)
})

test('does not ask with --yes', async () =>
  expect(await confirm(null, true)).toEqual({ isConfirmed: true, question: '' }))

test('throws without a terminal and names --yes', () => expect(confirm(null)).rejects.toThrow('run it with --yes'))
