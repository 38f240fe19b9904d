import { UserError } from '#shared/user-error.ts'

/** What to put right where this machine's disk refuses: it is full, read-only, or a file stands in a folder's place. */
export function toDiskError(error: unknown): UserError | null {
  if (!(error instanceof Error && 'syscall' in error)) return null
  return new UserError(`The disk refuses (${error.message}): put that right, and pull again`)
}
