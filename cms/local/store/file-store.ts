import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { replaceFile } from '#local/replace-file.ts'
import { DamagedStateError } from './damaged-state.ts'
import { fileRow, type StateDatabase, uploadRow } from './database.ts'

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

/** Uploads and asset files. Files with the same content are stored once. */
export type FileStore = ReturnType<typeof openFileStore>

/** Opens the file store of a state folder. Throws `DamagedStateError` if a file is missing or incomplete. */
export function openFileStore({ build, all, run }: StateDatabase, folder: string) {
  const filesFolder = join(folder, 'files')
  mkdirSync(filesFolder, { recursive: true })
  const getFilePath = (sha256: string) => join(filesFolder, sha256)
  for (const { sha256, size } of all(build.selectFrom('files').selectAll(), fileRow)) {
    if (statSync(getFilePath(sha256), { throwIfNoEntry: false })?.size !== size)
      throw new DamagedStateError(folder, `the file ${sha256} is missing or incomplete`)
  }
  return {
    /** Stores a file that assets can refer to by `uploadFrom`. */
    addUpload: async (content: Buffer) => {
      const sha256 = createHash('sha256').update(content).digest('hex')
      if (!existsSync(getFilePath(sha256))) await replaceFile(getFilePath(sha256), content, { sync: true })
      const upload = { id: randomUUID(), sha256, createdAt: new Date().toISOString() }
      run(build.insertInto('uploads').values(upload))
      return upload
    },
    getUpload: (id: string) => all(build.selectFrom('uploads').selectAll().where('id', '=', id), uploadRow)[0],
    /** Removes the upload. Assets that were made of it keep their file. */
    removeUpload: (id: string) => run(build.deleteFrom('uploads').where('id', '=', id)),
    readFile: (sha256: string) => readFile(getFilePath(sha256)),
    /**
     * Serves a file at the path of an asset: `/assets/local/<asset>/<hash>/<name>`. The path contains the hash of the
     * content, so the content at a URL never changes.
     */
    addServedFile: (file: z.output<typeof fileRow>) => run(build.replaceInto('files').values(file)),
    getServedFile: (path: string) => all(build.selectFrom('files').selectAll().where('path', '=', path), fileRow)[0],
    getFilePath,
    /** The folder of the files. Each file name is the SHA-256 of the content. */
    folder: filesFolder,
  }
}
