/** Primary result code: the lower byte of an extended one. */
const SQLITE_BUSY = 5

/** Whether another connection holds the lock (SQLITE_BUSY). */
export const isSqliteBusy = (error: unknown): boolean =>
  error instanceof Error &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  (error.errcode & 0xff) === SQLITE_BUSY
