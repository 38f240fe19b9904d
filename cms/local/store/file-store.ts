import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { replaceFile } from '#local/replace-file.ts'
import { DamagedStateError } from './damaged-state.ts'
import type { StateDatabase } from './database.ts'

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

/** A stored file that an asset can refer to by `uploadFrom`. */
interface Upload {
  readonly id: string
  readonly sha256: string
  readonly createdAt: string
}

/** Uploads and asset files. Files with the same content are stored once. */
export interface FileStore {
  readonly addUpload: (content: Buffer) => Promise<Upload>
  readonly getUpload: (id: string) => Upload | undefined
  /** Removes the upload. Assets that were made of it keep their file. */
  readonly removeUpload: (id: string) => void
  readonly readFile: (sha256: string) => Promise<Buffer>
  readonly addServedFile: (file: ServedFile) => void
  readonly getServedFile: (path: string) => ServedFile | undefined
  readonly getFilePath: (sha256: string) => string
  /** The folder of the files. Each file name is the SHA-256 of the content. */
  readonly folder: string
}

const uploadRow = z.object({ id: z.string(), sha256: z.string(), created_at: z.string() })
const fileRow = z.object({ path: z.string(), sha256: z.string(), content_type: z.string(), size: z.number() })

/** Opens the file store of a state folder. Throws `DamagedStateError` if a file is missing or incomplete. */
export function openFileStore({ build, all, run }: StateDatabase, folder: string): FileStore {
  const filesFolder = join(folder, 'files')
  mkdirSync(filesFolder, { recursive: true })
  const getFilePath = (sha256: string) => join(filesFolder, sha256)
  for (const { sha256, size } of all(build.selectFrom('files').selectAll(), fileRow)) {
    if (statSync(getFilePath(sha256), { throwIfNoEntry: false })?.size !== size)
      throw new DamagedStateError(folder, `the file ${sha256} is missing or incomplete`)
  }
  return {
    addUpload: async (content) => {
      const sha256 = createHash('sha256').update(content).digest('hex')
      if (!existsSync(getFilePath(sha256))) await replaceFile(getFilePath(sha256), content, { sync: true })
      const upload = { id: randomUUID(), sha256, createdAt: new Date().toISOString() }
      run(build.insertInto('uploads').values({ id: upload.id, sha256, created_at: upload.createdAt }))
      return upload
    },
    getUpload: (id) => {
      const [row] = all(build.selectFrom('uploads').selectAll().where('id', '=', id), uploadRow)
      return row && { id, sha256: row.sha256, createdAt: row.created_at }
    },
    removeUpload: (id) => run(build.deleteFrom('uploads').where('id', '=', id)),
    readFile: (sha256) => readFile(getFilePath(sha256)),
    addServedFile: ({ path, sha256, contentType, size }) =>
      run(build.replaceInto('files').values({ path, sha256, content_type: contentType, size })),
    getServedFile: (path) => {
      const [row] = all(build.selectFrom('files').selectAll().where('path', '=', path), fileRow)
      return row && { path, sha256: row.sha256, contentType: row.content_type, size: row.size }
    },
    getFilePath,
    folder: filesFolder,
  }
}
