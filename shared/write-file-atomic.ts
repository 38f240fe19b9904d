import { randomUUID } from 'node:crypto'
import { lstat, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export interface AtomicWriteOptions {
  /** Permissions of a new file, before the umask. */
  readonly mode?: number
  /**
   * Whether content and name are on the disk when the promise resolves, so that a power failure after that loses
   * nothing. `false` is for files that are computed again when they are missing or damaged: it saves two fsync calls.
   */
  readonly sync?: boolean
}

/**
 * Writes a file so that its path never names half a file: into a part file beside it, which is then renamed. The package
 * write-file-atomic 8 ignores how many bytes a write has written: on a full disk it replaces the file with a part of it.
 * Rejects with the error of the file system; the earlier file then stays and the part file is removed.
 */
export const writeFileAtomic = (path: string, content: Uint8Array, options?: AtomicWriteOptions): Promise<void> =>
  writeFilesAtomic(new Map([[path, content]]), options)

/**
 * Writes several files, and renames them one after the other when all of them are written. A full disk therefore
 * changes none of them; a process that is killed between two renames leaves some old and some new files.
 */
export async function writeFilesAtomic(
  files: ReadonlyMap<string, Uint8Array>,
  { mode = 0o666, sync = true }: AtomicWriteOptions = {},
): Promise<void> {
  const folders = [...new Set([...files.keys()].map((path) => dirname(path)))]
  await Promise.all(folders.map(removeOldPartFiles))
  const parts: { readonly part: string; readonly path: string }[] = []
  try {
    for (const [path, content] of files) {
      const part = `${path}.${randomUUID()}.part`
      parts.push({ part, path })
      await writePartFile(part, content, { mode, sync })
    }
    for (const { part, path } of parts) await rename(part, path)
  } catch (error) {
    await Promise.all(parts.map(({ part }) => rm(part, { force: true }).catch(() => {})))
    throw error
  }
  if (sync) for (const folder of folders) await syncFolder(folder)
}

async function writePartFile(part: string, content: Uint8Array, { mode, sync }: Required<AtomicWriteOptions>) {
  await using file = await open(part, 'wx', mode)
  await file.writeFile(content)
  if (sync) await file.sync()
}

/** Error codes of file systems and platforms (Windows) that cannot sync a folder; renames are durable there without it. */
const CANNOT_SYNC_FOLDER: readonly unknown[] = ['EINVAL', 'ENOTSUP', 'EISDIR', 'EPERM', 'EACCES']

/** Puts the names in a folder on the disk. */
export async function syncFolder(folder: string): Promise<void> {
  try {
    await using handle = await open(folder, 'r')
    await handle.sync()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && CANNOT_SYNC_FOLDER.includes(error.code))) throw error
  }
}

const PART_FILE = /\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.part$/

const HOUR = 60 * 60 * 1_000 // ms

/** A write takes seconds. A part file that nothing was written to for a day belongs to a process that was killed. */
const ABANDONED_AFTER = 24 * HOUR

/** When this process looked for abandoned part files, by folder. */
const checkedAt = new Map<string, number>()

/** Runs once per hour and folder. Only frees disk space, so it never makes a write fail. */
async function removeOldPartFiles(folder: string): Promise<void> {
  const now = Date.now()
  if (Math.abs(now - (checkedAt.get(folder) ?? 0)) < HOUR) return
  checkedAt.set(folder, now)
  await removePartFiles(folder, { minAge: ABANDONED_AFTER }).catch(() => {})
}

interface RemoveOptions {
  /** ms since the last write into a part file. 0 removes also those that another process is writing. */
  readonly minAge: number
  readonly recursive?: boolean
}

/** Removes the part files that killed processes left in a folder. A missing folder has none. */
export async function removePartFiles(folder: string, { minAge, recursive = false }: RemoveOptions): Promise<void> {
  const names = await readdir(folder, { recursive }).catch((): string[] => [])
  for (const name of names) {
    if (!PART_FILE.test(name)) continue
    const path = join(folder, name)
    const found = await lstat(path).catch(() => undefined)
    if (found?.isFile() && Date.now() - found.mtimeMs >= minAge) await rm(path, { force: true })
  }
}
