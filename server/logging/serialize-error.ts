/**
 * Describes the cause of an error in one line by its codes and those of its causes: `database or disk is full`,
 * `ECONNREFUSED`, `ESOCKET CERT_HAS_EXPIRED CONN`, `EENVELOPE 550 RCPT TO`. An error without codes is described by its
 * name. Messages are left out, because those of PostgreSQL, JSON.parse and mail servers quote text of a visitor.
 */
export function describeErrorCause(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const codes = getErrorCodes(error)
  if (error.cause instanceof Error) codes.push(describeErrorCause(error.cause))
  return codes.join(' ') || error.name
}

/** The fields that are codes, in errors of Node, SQLite, PostgreSQL and nodemailer. */
interface ErrorCodes {
  readonly code?: unknown
  /** SQLite's fixed text for its result code, which says more than Node's `ERR_SQLITE_ERROR`. */
  readonly errstr?: unknown
  /** The system's code for what nodemailer calls `ESOCKET`, `EDNS` or `ETLS`. */
  readonly originalCode?: unknown
  /** `GREETING_TIMEOUT` and others, for what nodemailer calls `ETIMEDOUT`. */
  readonly timeoutType?: unknown
  /** The reply code of the mail server. */
  readonly responseCode?: unknown
  /** The SMTP command that failed; `CONN` before the first one. */
  readonly command?: unknown
  readonly cause?: unknown
}

/** A command of SMTP that contains an address is left out. */
const CODE = /^[\w ]{1,40}$/

function getErrorCodes({ code, errstr, originalCode, timeoutType, responseCode, command }: ErrorCodes): string[] {
  const replyCode = typeof responseCode === 'number' ? String(responseCode) : undefined
  return [errstr ?? code, originalCode, timeoutType, replyCode, command]
    .filter((value) => typeof value === 'string')
    .filter((value) => CODE.test(value))
}

/** Serializes an error for the log: name, codes and stack, without its message. */
export function serializeError(error: Error) {
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return { type: error.name, message: describeErrorCause(error), stack: frames.join('\n') }
}
