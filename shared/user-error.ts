/** Writes invisible characters, which a value of a file or of the clipboard may contain, as `\u{200b}`. */
export const showInvisible = (text: string): string =>
  text.replace(/\p{Cf}/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)

/**
 * An error that the person who runs a command or the server can put right: a wrong setting, a port that is in use, a
 * missing file. Commands print its message without a stack. Each line of the message names the problem and the remedy.
 */
export class UserError extends Error {
  override readonly name: string = 'UserError'
  /** The lines of the message, in which invisible characters are visible. */
  readonly lines: readonly string[]

  constructor(message: string | readonly string[], options?: ErrorOptions) {
    const lines = (typeof message === 'string' ? message.split('\n') : message).map(showInvisible)
    super(lines.join('\n'), options)
    this.lines = lines
  }
}

/**
 * The message of any thrown value, for people. Node reports a failed connection to a host with several addresses as an
 * `AggregateError` without a message: then the messages of its errors, separated by commas.
 */
export function getErrorMessage(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(getErrorMessage).join(', ')
  return error instanceof Error ? error.message : String(error)
}
