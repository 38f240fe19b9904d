import { createInterface } from 'node:readline/promises'
import { UserError } from '#shared/user-error.ts'

interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean }
  readonly output: NodeJS.WritableStream
}

/** Asks for confirmation on the terminal. Throws `UserError` unless the answer is yes, and when there is no terminal. */
export async function confirm(
  question: string,
  terminal: Terminal = { input: process.stdin, output: process.stderr },
): Promise<void> {
  if (!terminal.input.isTTY) throw new UserError(`${question} Confirmation needs a terminal: add --yes`)
  using readline = createInterface(terminal)
  // Ctrl-C and Ctrl-D reject.
  const answer = await readline.question(`${question} (y/N) `).catch(() => '')
  if (!/^y(es)?$/i.test(answer.trim())) throw new UserError('Nothing was changed.')
}
