/**
 * Describes the cause of an error without its message, because PostgreSQL and JSON.parse quote input in messages:
 * SQLite's text for its result code ("database or disk is full"), else the error code (`ECONNREFUSED`, `53100`), else
 * that of the error's cause, else the error's name.
 */
export function describeErrorCause(error: Error & { code?: unknown; errstr?: unknown }): string {
  const { errstr, code, cause, name } = error
  const description = [errstr, code].find((value) => typeof value === 'string')
  return description ?? (cause instanceof Error ? describeErrorCause(cause) : name)
}

/** Serializes an error for the log: name, code and stack, without its message. `errcode` is SQLite's result code. */
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

/**
 * Formats the codes of an error for the log: `ESOCKET`, `EENVELOPE 550 RCPT TO`, `ENOSPC`. Messages are left out,
 * because those of mail servers and databases may quote text of a visitor. `errstr` is SQLite's fixed text for its
 * result code.
 */
export function formatErrorCodes(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const codes = ['code', 'errstr', 'responseCode', 'command'].map((name) => Reflect.get(error, name))
  return codes.filter((code) => CODE.test(String(code ?? ''))).join(' ') || error.name
}

const CODE = /^[\w ]{1,40}$/
