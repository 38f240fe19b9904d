import { BadInput } from '#cms/sync/bad-input.ts'

/** What to put right where this machine's disk refuses: it is full, read-only, or a file stands in a folder's place. */
export function toDiskError(error: unknown): BadInput | null {
  if (!(error instanceof Error && 'syscall' in error)) return null
  return new BadInput(`The disk refuses (${error.message}): put that right, and pull again`)
}
