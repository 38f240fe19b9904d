/** The parts of an error that reach the main thread. A structured clone of an error keeps only its name, message and stack. */
export interface SqliteErrorDetails {
  readonly message: string
  /** Node's code: `ERR_SQLITE_ERROR` for an error of SQLite. */
  readonly code?: string
  /** SQLite's extended result code. */
  readonly errcode?: number
  /** SQLite's text for its result code. It never contains values of a row. */
  readonly errstr?: string
}

/** The lower byte of an extended result code is the primary one. */
const SQLITE_BUSY = 5

/** Another process has the database, or the lock that is wanted. */
export const isSqliteBusy = (error: unknown): boolean =>
  error instanceof Error &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  (error.errcode & 0xff) === SQLITE_BUSY

export function serializeSqliteError(error: unknown): SqliteErrorDetails {
  if (!(error instanceof Error)) return { message: String(error) }
  return {
    message: error.message,
    ...('code' in error && typeof error.code === 'string' && { code: error.code }),
    ...('errcode' in error && typeof error.errcode === 'number' && { errcode: error.errcode }),
    ...('errstr' in error && typeof error.errstr === 'string' && { errstr: error.errstr }),
  }
}

/** The error of the thread as an error of the caller, with the caller's stack. */
export const deserializeSqliteError = ({ message, ...details }: SqliteErrorDetails): Error =>
  Object.assign(new Error(message), details)
