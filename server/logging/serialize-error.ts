/**
 * Why something failed, without words that a visitor may have written: SQLite's text for its result code ("database or
 * disk is full"), else the error's code (ECONNREFUSED, 53100) or that of its cause, else its name. PostgreSQL and JSON.parse quote values in
 * their messages, so a message is never used.
 */
export function describeErrorCause(error: Error & { code?: unknown; errstr?: unknown }): string {
  const { errstr, code, cause, name } = error
  const own = [errstr, code].find((each) => typeof each === 'string')
  return own ?? (cause instanceof Error ? describeErrorCause(cause) : name)
}

/** An error as it stands in the log: its name, cause and stack, without its message. `errcode`: SQLite's result code. */
export function serializeError(error: Error & { code?: unknown; errcode?: unknown; errstr?: unknown }) {
  const { name, code, errcode, errstr, stack = '' } = error
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line))
  return {
    type: name,
    message: String(errstr ?? code ?? ''),
    ...(typeof errcode === 'number' && { errcode }),
    stack: frames.join('\n'),
  }
}
