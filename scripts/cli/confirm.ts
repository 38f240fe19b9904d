import { createTerminalPrompt } from '#scripts/cms/confirmation.ts'
import { UserError } from '#shared/user-error.ts'

interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean }
  readonly output: NodeJS.WritableStream
}

/** Asks for confirmation on the terminal. Throws `UserError` unless the answer is yes, and when there is no terminal. */
export async function confirm(
  question: string,
  terminal: Terminal = { input: process.stdin, output: process.stdout },
): Promise<void> {
  if (!terminal.input.isTTY) throw new UserError(`${question} Confirmation needs a terminal: add --yes`)
  const answer = await createTerminalPrompt(terminal)(`${question} (y/N) `)
  if (!/^y(es)?$/i.test(answer.trim())) throw new UserError('Nothing was changed.')
}
