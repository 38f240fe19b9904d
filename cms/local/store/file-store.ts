import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import * as z from 'zod'
import { replaceFile } from '#local/replace-file.ts'
import { DamagedStateError } from './damaged-state.ts'
import { readInteger, readText } from './database.ts'

/** A processed file in an asset's `file` field. `url` is stored as a path: responses add the host of the request. */
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

/** A file at an asset's URL. The URL contains the hash of the content, so the content at a URL never changes. */
interface ServedFile {
  /** `/assets/local/<asset>/<hash>/<name>` */
  readonly path: string
  readonly sha256: string
  readonly contentType: string
  /** bytes */
  readonly size: number
}

/** Uploads and asset files. Files with the same content are stored once. */
export interface FileStore {
  /** Stores a file. Returns the id of the upload. */
  readonly addUpload: (content: Buffer) => Promise<string>
  /** The stored file of an upload. */
  readonly getUpload: (uploadId: string) => { readonly sha256: string; readonly content: Promise<Buffer> } | undefined
  readonly addServedFile: (file: ServedFile) => void
  readonly getServedFile: (path: string) => ServedFile | undefined
  readonly getFilePath: (sha256: string) => string
  /** The folder of the files. Each file name is the SHA-256 of the content. */
  readonly folder: string
}

/** Opens the file store of a state folder. Throws `DamagedStateError` if a file is missing or incomplete. */
export function openFileStore(database: DatabaseSync, folder: string): FileStore {
  const filesFolder = join(folder, 'files')
  mkdirSync(filesFolder, { recursive: true })
  const getFilePath = (sha256: string) => join(filesFolder, sha256)
  const insertUpload = database.prepare('INSERT INTO uploads (id, sha256, created_at) VALUES (?, ?, ?)')
  const selectUpload = database.prepare('SELECT sha256 FROM uploads WHERE id = ?')
  const upsertFile = database.prepare(
    'INSERT OR REPLACE INTO files (path, sha256, content_type, size) VALUES (?, ?, ?, ?)',
  )
  const selectFile = database.prepare('SELECT * FROM files WHERE path = ?')
  expectAllFiles(database, folder, getFilePath)
  return {
    addUpload: async (content) => {
      const sha256 = createHash('sha256').update(content).digest('hex')
      if (!existsSync(getFilePath(sha256))) await replaceFile(getFilePath(sha256), content, { sync: true })
      const id = randomUUID()
      insertUpload.run(id, sha256, new Date().toISOString())
      return id
    },
    getUpload: (uploadId) => {
      const row = selectUpload.get(uploadId)
      if (!row) return undefined
      const sha256 = readText(row.sha256)
      return { sha256, content: readFile(getFilePath(sha256)) }
    },
    addServedFile: ({ path, sha256, contentType, size }) => {
      upsertFile.run(path, sha256, contentType, size)
    },
    getServedFile: (path) => {
      const row = selectFile.get(path)
      if (!row) return undefined
      return {
        path,
        sha256: readText(row.sha256),
        contentType: readText(row.content_type),
        size: readInteger(row.size),
      }
    },
    getFilePath,
    folder: filesFolder,
  }
}

function expectAllFiles(database: DatabaseSync, folder: string, getFilePath: FileStore['getFilePath']): void {
  for (const row of database.prepare('SELECT DISTINCT sha256, size FROM files').all()) {
    const size = statSync(getFilePath(readText(row.sha256)), { throwIfNoEntry: false })?.size
    if (size !== row.size)
      throw new DamagedStateError(folder, `the file ${readText(row.sha256)} is missing or incomplete`)
  }
}
