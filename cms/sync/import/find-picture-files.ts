import { readdir, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { UserError } from '#shared/user-error.ts'

/** A file that somebody wants to add; whether it is a picture is seen when it is read. */
export interface PictureFile {
  /** absolute */
  readonly path: string
  /** As messages call it. */
  readonly name: string
}

export interface PictureFileList {
  readonly pictures: readonly PictureFile[]
  /** Where the pictures lie, and so perhaps their texts. */
  readonly folders: readonly string[]
}

/** The files named, and what the folders named hold, in a person's order. Throws `UserError` where one is not there, or there are none. */
export async function findPictureFiles(paths: readonly string[]): Promise<PictureFileList> {
  const found = await Promise.all(paths.map((path) => lookAt(path)))
  const missing = paths.filter((_, place) => found[place] === undefined)
  if (missing.length > 0) throw new UserError(missing.map((path) => `${path} is not there: correct the path`))
  const files = [...new Set(found.flatMap((one) => one?.files ?? []))].filter((path) => !isTextsFile(path))
  if (files.length === 0)
    throw new UserError(`There is no picture in ${paths.join(', ')}: name pictures or their folder`)
  const folders = [...found.flatMap((one) => one?.folders ?? []), ...files.map((path) => dirname(path))]
  return { pictures: named(files), folders: [...new Set(folders)] }
}

export const isTextsFile = (path: string) => /\.csv$/i.test(path)

interface LookedAt {
  readonly files: readonly string[]
  readonly folders: readonly string[]
}

async function lookAt(path: string, around: readonly string[] = []): Promise<LookedAt | undefined> {
  const absolute = resolve(path)
  const found = await stat(absolute).catch(() => undefined)
  if (found?.isDirectory()) return inFolder(absolute, around)
  return found?.isFile() ? { files: [absolute], folders: [] } : undefined
}

/** `around`: the folders that it is in. One that leads back to them by a link is looked through once. */
async function inFolder(folder: string, around: readonly string[]): Promise<LookedAt | undefined> {
  const real = await realpath(folder)
  if (around.includes(real)) return undefined
  const all = await readdir(folder).catch(() => {
    throw new UserError(`${folder} cannot be read: allow it, or name the pictures in another folder`)
  })
  const names = all.filter((name) => !isHidden(name) && !isBeside(name)).toSorted(NATURAL.compare)
  const inside = await Promise.all(names.map((name) => lookAt(join(folder, name), [...around, real])))
  return {
    files: inside.flatMap((one) => one?.files ?? []),
    folders: [folder, ...inside.flatMap((one) => one?.folders ?? [])],
  }
}

/** Hidden, or put there by the system itself. */
const isHidden = (name: string) => name.startsWith('.') || name === 'Thumbs.db' || name === 'desktop.ini'

/** What cameras, phones and people put beside pictures. Named by itself, such a file is told of. */
const isBeside = (name: string) => /^~\$|\.(aae|xmp|thm|txt|md|pdf|docx?|xlsx?|numbers|pages|od[st]|zip)$/i.test(name)

/** 2 before 10, as in a file manager. */
const NATURAL = new Intl.Collator('en', { numeric: true })

/** By the file's name; where two have the same, with the folder. */
function named(paths: readonly string[]): readonly PictureFile[] {
  const byName = Map.groupBy(paths, (path) => basename(path))
  return paths.map((path) => ({
    path,
    name: plain(
      byName.get(basename(path))?.length === 1 ? basename(path) : join(basename(dirname(path)), basename(path)),
    ),
  }))
}

/** A terminal obeys none of it. */
const plain = (name: string) => name.replace(/\p{Cc}/gu, '?')
