/** The parts of an error that are sent to the main thread. A structured clone keeps only name, message and stack. */
export interface SqliteErrorDetails {
  readonly message: string
  /** Node's error code: `ERR_SQLITE_ERROR` for an error of SQLite. */
  readonly code?: string
  /** SQLite's extended result code. */
  readonly errcode?: number
  /** SQLite's text for the result code. Never contains values of a row. */
  readonly errstr?: string
}

/** Primary result code: the lower byte of an extended one. */
const SQLITE_BUSY = 5

/** Whether another connection holds the lock (SQLITE_BUSY). */
export const isSqliteBusy = (error: unknown): boolean =>
  error instanceof Error &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  (error.errcode & 0xff) === SQLITE_BUSY

/** Converts an error to a plain object, for `postMessage`. */
export function serializeSqliteError(error: unknown): SqliteErrorDetails {
  if (!(error instanceof Error)) return { message: String(error) }
  return {
    message: error.message,
    ...('code' in error && typeof error.code === 'string' && { code: error.code }),
    ...('errcode' in error && typeof error.errcode === 'number' && { errcode: error.errcode }),
    ...('errstr' in error && typeof error.errstr === 'string' && { errstr: error.errstr }),
  }
}

/** Creates an error from the object, with the stack of the caller. */
export const deserializeSqliteError = ({ message, ...details }: SqliteErrorDetails): Error =>
  Object.assign(new Error(message), details)
