import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PQueue from 'p-queue'
import { type ProcessedFile, processedFileSchema } from '#local/shared/processed-file.ts'
import { replaceFile } from '#local/shared/replace-file.ts'
import type { StateDatabase } from './database.ts'
import { createResourceTable } from './resource-table.ts'
import { DamagedStateError } from './state-error.ts'

/** Whether the URL of a file is that of another server. */
export const isFileElsewhere = (url: string): boolean => /^(https?:)?\/\//.test(url)

/**
 * A processed file with the host in its URL. The REST APIs return URLs without a protocol (docs/contentful.md). `undefined`
 * for an unprocessed file, which has no URL.
 */
export function addHostToFile(file: unknown, host: string): ProcessedFile | undefined {
  const { data } = processedFileSchema.safeParse(file)
  return data && { ...data, url: isFileElsewhere(data.url) ? data.url : `//${host}${data.url}` }
}

/** A file that is served at the path of an asset. `size` in bytes. */
type ServedFile = {
  readonly path: string
  readonly sha256: string
  readonly contentType: string
  readonly size: number
}

/** Uploads and asset files. Files with the same content are stored once. */
export type FileStore = ReturnType<typeof openFileStore>

/** Opens the file store of a state folder. Throws `DamagedStateError` if a file is missing or incomplete. */
export function openFileStore(database: StateDatabase, folder: string) {
  const uploads = createResourceTable<{ readonly sha256: string }>(database, '', 'Upload')
  const openServedFiles = () => createResourceTable<ServedFile>(database, '', 'ServedFile')
  const servedFiles = openServedFiles()
  const filesFolder = join(folder, 'files')
  const getFilePath = (sha256: string) => join(filesFolder, sha256)
  // A table of its own: it would keep all files in memory.
  for (const { draft } of openServedFiles().all()) {
    if (statSync(getFilePath(draft.sha256), { throwIfNoEntry: false })?.size !== draft.size)
      throw new DamagedStateError(folder, `the file ${draft.sha256} is missing or incomplete`)
  }
  return {
    /** Stores a file that assets can refer to by `uploadFrom`. */
    addUpload: async (content: Buffer) => {
      const sha256 = createHash('sha256').update(content).digest('hex')
      mkdirSync(filesFolder, { recursive: true })
      if (!existsSync(getFilePath(sha256))) await replaceFile(getFilePath(sha256), content, { sync: true })
      return uploads.create(randomUUID(), { sha256 })
    },
    /** Assets that were made of a removed upload keep their file. */
    uploads,
    /** The requests that process the file of an asset. They read the asset, and write it later. */
    processing: new PQueue(),
    /** Files on other servers, by URL. */
    elsewhere: createResourceTable<null>(database, '', 'FileElsewhere'),
    readFile: (sha256: string) => readFile(getFilePath(sha256)),
    /** Serves a file at `/assets/local/<asset>/<hash>/<name>`: with the hash in its path, the content at a URL never changes. */
    addServedFile: (file: ServedFile) => servedFiles.createOrSave(file.path, file),
    getServedFile: (path: string) => servedFiles.get(path)?.draft,
    getFilePath,
    /** The folder of the files. Each file name is the SHA-256 of the content. */
    folder: filesFolder,
  }
}
