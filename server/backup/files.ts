import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat, open } from 'node:fs/promises'
import { UserError } from '#shared/user-error.ts'

export interface FileDigest {
  /** bytes */
  readonly size: number
  /** hex */
  readonly sha256: string
}

/** Copies a file with mode 600 to a path that must not exist. Resolves after the copy is synced to disk. */
export async function copyPrivateFile(from: string, to: string): Promise<FileDigest> {
  return writePrivateFile(createReadStream(from), to)
}

/** Like `copyPrivateFile`, from a stream. */
export async function writePrivateFile(content: AsyncIterable<Uint8Array>, to: string): Promise<FileDigest> {
  const hash = createHash('sha256')
  let size = 0
  await using file = await open(to, 'wx', 0o600)
  for await (const chunk of content) {
    hash.update(chunk)
    size += chunk.length
    await file.writeFile(chunk)
  }
  await file.sync()
  return { size, sha256: hash.digest('hex') }
}

/** Hashes a file. Throws `UserError` if it is not a regular file: a link could point anywhere. */
export async function readFileDigest(path: string): Promise<FileDigest> {
  const stats = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    throw new UserError(`${path} cannot be read (${error.code})`, { cause: error })
  })
  if (!stats.isFile()) throw new UserError(`${path} is not a regular file`)
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk)
    size += chunk.length
  }
  return { size, sha256: hash.digest('hex') }
}

/** Calls `fsync` for a file, or for the directory entries of a folder. */
export async function syncToDisk(path: string): Promise<void> {
  await using file = await open(path, 'r')
  await file.sync()
}

/** Whether it is an error of the file system or of SQLite, such as a full disk, whose message can be shown. */
export const isSystemError = (error: unknown): error is Error => error instanceof Error && 'code' in error
