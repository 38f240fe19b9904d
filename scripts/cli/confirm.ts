import { BadInput } from '#cms/sync/bad-input.ts'
import { createTerminalPrompt } from '#scripts/cms/confirmation.ts'

interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean }
  readonly output: NodeJS.WritableStream
}

/** Asks a yes-or-no question on the terminal. Throws `BadInput` where the answer is not yes, and where there is no terminal. */
export async function confirm(
  question: string,
  terminal: Terminal = { input: process.stdin, output: process.stdout },
): Promise<void> {
  if (!terminal.input.isTTY) throw new BadInput(`${question} There is no terminal to answer on: add --yes`)
  const answer = await createTerminalPrompt(terminal)(`${question} (y/N) `)
  if (!/^y(es)?$/i.test(answer.trim())) throw new BadInput('Nothing was changed.')
}
