import { readdir, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { isHiddenFile, isSidecarFile, NATURAL_ORDER } from '#cms/pictures/folder-files.ts'
import { UserError } from '#shared/user-error.ts'

/** A file to import. Whether it is a picture is checked when it is read. */
export interface PictureFile {
  /** absolute */
  readonly path: string
  /** The name in messages. */
  readonly name: string
}

export interface PictureFileList {
  readonly pictures: readonly PictureFile[]
  /** The folders of the pictures, which can contain a CSV file with texts. */
  readonly folders: readonly string[]
}

/** Finds files, and the files in folders, in natural order. Throws `UserError` if a path does not exist or there is no file. */
export async function findPictureFiles(paths: readonly string[]): Promise<PictureFileList> {
  const results = await Promise.all(paths.map((path) => findFiles(path)))
  const missing = paths.filter((_, index) => results[index] === undefined)
  if (missing.length > 0) throw new UserError(missing.map((path) => `${path} does not exist: correct the path`))
  const files = [...new Set(results.flatMap((result) => result?.files ?? []))].filter((path) => !isTextsFile(path))
  if (files.length === 0)
    throw new UserError(`There is no picture in ${paths.join(', ')}: use the path of pictures or of their folder`)
  const folders = [...results.flatMap((result) => result?.folders ?? []), ...files.map((path) => dirname(path))]
  return { pictures: toPictureFiles(files), folders: [...new Set(folders)] }
}

/** Whether a file is a CSV file with texts. */
export const isTextsFile = (path: string) => /\.csv$/i.test(path)

interface FoundFiles {
  readonly files: readonly string[]
  readonly folders: readonly string[]
}

async function findFiles(path: string, parentFolders: readonly string[] = []): Promise<FoundFiles | undefined> {
  const absolute = resolve(path)
  const stats = await stat(absolute).catch(() => undefined)
  if (stats?.isDirectory()) return findFilesInFolder(absolute, parentFolders)
  return stats?.isFile() ? { files: [absolute], folders: [] } : undefined
}

/** Reads a folder recursively. Ignores links to one of its parent folders. */
async function findFilesInFolder(folder: string, parentFolders: readonly string[]): Promise<FoundFiles | undefined> {
  const realFolder = await realpath(folder)
  if (parentFolders.includes(realFolder)) return undefined
  const allNames = await readdir(folder).catch(() => {
    throw new UserError(`${folder} cannot be read: change its permissions, or use another folder`)
  })
  const names = allNames.filter((name) => !isHiddenFile(name) && !isSidecarFile(name)).toSorted(NATURAL_ORDER.compare)
  const results = await Promise.all(names.map((name) => findFiles(join(folder, name), [...parentFolders, realFolder])))
  return {
    files: results.flatMap((result) => result?.files ?? []),
    folders: [folder, ...results.flatMap((result) => result?.folders ?? [])],
  }
}

/** Names files by their file name, and files with the same name also by their folder. */
function toPictureFiles(paths: readonly string[]): readonly PictureFile[] {
  const byName = Map.groupBy(paths, (path) => basename(path))
  return paths.map((path) => ({
    path,
    name: replaceControlCharacters(
      byName.get(basename(path))?.length === 1 ? basename(path) : join(basename(dirname(path)), basename(path)),
    ),
  }))
}

/** Control characters in file names could control the terminal. */
const replaceControlCharacters = (name: string) => name.replace(/\p{Cc}/gu, '?')
