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

/** Copies a file for its owner alone, to a path that must not exist. The copy is on the disk when this resolves. */
export async function copyPrivateFile(from: string, to: string): Promise<FileDigest> {
  return writePrivateFile(createReadStream(from), to)
}

/** As `copyFile`, from a stream. */
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

/** Throws `UserError` for what is no regular file: a link could lead anywhere. */
export async function readFileDigest(path: string): Promise<FileDigest> {
  const found = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    throw new UserError(`${path} cannot be read (${error.code})`, { cause: error })
  })
  if (!found.isFile()) throw new UserError(`${path} is no regular file`)
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk)
    size += chunk.length
  }
  return { size, sha256: hash.digest('hex') }
}

/** Brings a file, or the names in a folder, to the disk. */
export async function syncToDisk(path: string): Promise<void> {
  await using file = await open(path, 'r')
  await file.sync()
}

/** Of the file system or of SQLite, such as a full disk: its message is for people. */
export const isSystemError = (error: unknown): error is Error => error instanceof Error && 'code' in error
