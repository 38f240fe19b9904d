import { randomUUID } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'

/** Ending of a file that is being written. */
export const PART_SUFFIX = '.part'

/**
 * Writes a file so that its path never names half a file: into a part file beside it, which is then renamed.
 * With `sync`, the content is on the disk before the rename. The part file is removed when the write fails.
 */
export async function replaceFile(path: string, content: Uint8Array, { sync }: { readonly sync: boolean }) {
  const part = `${path}.${randomUUID()}${PART_SUFFIX}`
  try {
    await writeFile(part, content, { flag: 'wx', flush: sync })
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true }).catch(() => {})
    throw error
  }
}
