import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import * as z from 'zod'
import { writeFileAtomic } from '#shared/write-file-atomic.ts'
import { DamagedStateError } from './damaged-state.ts'
import { readInteger, readText } from './database.ts'

/** What an asset's `file` holds once it is processed. Its `url` is a path here: the host depends on who asks. */
export const processedFileSchema = z.object({
  url: z.string(),
  fileName: z.string(),
  contentType: z.string(),
  details: z.object({
    size: z.number(),
    image: z.object({ width: z.number(), height: z.number() }).optional(),
  }),
})

export type ProcessedFile = z.output<typeof processedFileSchema>

/** A file that an asset's address leads to. The address holds the content's hash: it never means another file. */
interface ServedFile {
  /** `/assets/local/<asset>/<hash>/<name>` */
  readonly path: string
  readonly sha256: string
  readonly contentType: string
  /** bytes */
  readonly size: number
}

/** Uploads and asset files, stored by their content: the same file twice is one file. */
export interface FileStore {
  readonly addUpload: (content: Buffer) => Promise<string>
  /** The stored file of an upload. */
  readonly getUpload: (uploadId: string) => { readonly sha256: string; readonly content: Promise<Buffer> } | undefined
  readonly addServedFile: (file: ServedFile) => void
  readonly getServedFile: (path: string) => ServedFile | undefined
  readonly getFilePath: (sha256: string) => string
  /** Where they lie, each under its hash. */
  readonly folder: string
}

export function openFileStore(database: DatabaseSync, folder: string): FileStore {
  const store = join(folder, 'files')
  mkdirSync(store, { recursive: true })
  const getFilePath = (sha256: string) => join(store, sha256)
  const addUpload = database.prepare('INSERT INTO uploads (id, sha256, created_at) VALUES (?, ?, ?)')
  const findUpload = database.prepare('SELECT sha256 FROM uploads WHERE id = ?')
  const addFile = database.prepare(
    'INSERT OR REPLACE INTO files (path, sha256, content_type, size) VALUES (?, ?, ?, ?)',
  )
  const findFile = database.prepare('SELECT * FROM files WHERE path = ?')
  assertAllThere(database, folder, getFilePath)
  return {
    addUpload: async (content) => {
      const sha256 = createHash('sha256').update(content).digest('hex')
      if (!existsSync(getFilePath(sha256))) await writeFileAtomic(getFilePath(sha256), content)
      const id = randomUUID()
      addUpload.run(id, sha256, new Date().toISOString())
      return id
    },
    getUpload: (uploadId) => {
      const row = findUpload.get(uploadId)
      if (!row) return undefined
      const sha256 = readText(row.sha256)
      return { sha256, content: readFile(getFilePath(sha256)) }
    },
    addServedFile: ({ path, sha256, contentType, size }) => {
      addFile.run(path, sha256, contentType, size)
    },
    getServedFile: (path) => {
      const row = findFile.get(path)
      if (!row) return undefined
      return {
        path,
        sha256: readText(row.sha256),
        contentType: readText(row.content_type),
        size: readInteger(row.size),
      }
    },
    getFilePath,
    folder: store,
  }
}

function assertAllThere(database: DatabaseSync, folder: string, locate: FileStore['getFilePath']): void {
  for (const row of database.prepare('SELECT DISTINCT sha256, size FROM files').all()) {
    const size = statSync(locate(readText(row.sha256)), { throwIfNoEntry: false })?.size
    if (size !== row.size)
      throw new DamagedStateError(folder, `the file ${readText(row.sha256)} is missing or cut short`)
  }
}
