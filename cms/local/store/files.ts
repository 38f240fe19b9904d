import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { writeFileAtomic } from '#shared/write-file-atomic.ts'
import { text, whole } from './columns.ts'
import { DamagedStateError } from './damaged-state.ts'

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
export interface Files {
  readonly upload: (content: Buffer) => Promise<string>
  /** The stored file of an upload. */
  readonly uploaded: (uploadId: string) => { readonly sha256: string; readonly content: Promise<Buffer> } | undefined
  readonly serve: (file: ServedFile) => void
  readonly served: (path: string) => ServedFile | undefined
  readonly locate: (sha256: string) => string
  /** Where they lie, each under its hash. */
  readonly folder: string
}

export function files(database: DatabaseSync, folder: string): Files {
  const store = join(folder, 'files')
  mkdirSync(store, { recursive: true })
  const locate = (sha256: string) => join(store, sha256)
  const addUpload = database.prepare('INSERT INTO uploads (id, sha256, created_at) VALUES (?, ?, ?)')
  const findUpload = database.prepare('SELECT sha256 FROM uploads WHERE id = ?')
  const addFile = database.prepare(
    'INSERT OR REPLACE INTO files (path, sha256, content_type, size) VALUES (?, ?, ?, ?)',
  )
  const findFile = database.prepare('SELECT * FROM files WHERE path = ?')
  assertAllThere(database, folder, locate)
  return {
    upload: async (content) => {
      const sha256 = createHash('sha256').update(content).digest('hex')
      if (!existsSync(locate(sha256))) await writeFileAtomic(locate(sha256), content)
      const id = randomUUID()
      addUpload.run(id, sha256, new Date().toISOString())
      return id
    },
    uploaded: (uploadId) => {
      const row = findUpload.get(uploadId)
      if (!row) return undefined
      const sha256 = text(row.sha256)
      return { sha256, content: readFile(locate(sha256)) }
    },
    serve: ({ path, sha256, contentType, size }) => {
      addFile.run(path, sha256, contentType, size)
    },
    served: (path) => {
      const row = findFile.get(path)
      if (!row) return undefined
      return { path, sha256: text(row.sha256), contentType: text(row.content_type), size: whole(row.size) }
    },
    locate,
    folder: store,
  }
}

function assertAllThere(database: DatabaseSync, folder: string, locate: Files['locate']): void {
  for (const row of database.prepare('SELECT DISTINCT sha256, size FROM files').all()) {
    const size = statSync(locate(text(row.sha256)), { throwIfNoEntry: false })?.size
    if (size !== row.size) throw new DamagedStateError(folder, `the file ${text(row.sha256)} is missing or cut short`)
  }
}
