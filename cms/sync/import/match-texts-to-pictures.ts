import { access, readdir } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { validateEntryFields } from '#cms/seed/validate-fields.ts'
import { UserError } from '#shared/user-error.ts'
import { isTextsFile, type PictureFile, type PictureFileList } from './find-picture-files.ts'
import type { PictureTexts, PictureType } from './picture-type.ts'
import { type PictureTextsRow, readTextsFile } from './read-texts-file.ts'

/** What CSV files say of the pictures, by the picture’s path: the file that is named, else those beside the pictures. Throws `UserError` with all that is wrong in them. */
export async function matchTextsToPictures(
  { pictures, folders }: PictureFileList,
  kind: PictureType,
  named: string | undefined,
): Promise<ReadonlyMap<string, PictureTexts>> {
  const beside = named ? [] : await Promise.all(folders.map(onlyCsv))
  const files = named ? [named] : beside.flatMap((file) => file ?? [])
  const texts = new Map<string, PictureTextsRow>()
  const flaws: string[] = []
  for (const file of files) {
    const find = finder(dirname(resolve(file)), pictures)
    for (const row of await readTextsFile(file, kind)) {
      const flaw = await flawOf(row)
      if (flaw) flaws.push(`${row.place}: ${flaw}`)
    }

    async function flawOf(row: PictureTextsRow): Promise<string | undefined> {
      const [picture, another] = find(row.file)
      if (another) return `${shown(row)} may be ${picture?.path} or ${another.path}; write it with its folder`
      if (!picture) return (await isThere(join(dirname(file), row.file))) ? undefined : notAmong(row)
      const earlier = texts.get(picture.path)
      if (earlier) return `${shown(row)} has a line already: ${earlier.place}`
      texts.set(picture.path, row)
      return validatePictureTexts(kind, row.texts).join('; ')
    }
  }
  if (flaws.length > 0) throw new UserError(flaws)
  return new Map([...texts].map(([path, row]) => [path, row.texts]))
}

const notAmong = (row: PictureTextsRow) =>
  `${shown(row)} is not among the pictures; correct the name, or remove the line`

/** A terminal obeys none of it. */
const shown = ({ file }: PictureTextsRow) => JSON.stringify(file)

/** A line for a picture that is not added this time is none of an error. */
const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

/** By its path from the CSV file’s folder, or by its name alone. A Mac may write é as two characters. */
function finder(folder: string, pictures: readonly PictureFile[]) {
  return (file: string): readonly PictureFile[] => {
    const path = join(folder, file).normalize()
    const exact = pictures.filter((picture) => picture.path.normalize() === path)
    if (exact.length > 0) return exact
    return pictures.filter((picture) => basename(picture.path).normalize() === file.normalize())
  }
}

async function onlyCsv(folder: string): Promise<string | undefined> {
  const names = (await readdir(folder)).filter((name) => isTextsFile(name) && !name.startsWith('.'))
  if (names.length > 1)
    throw new UserError(`${folder} holds several CSV files (${names.join(', ')}): name one with --texts`)
  return names[0] && join(folder, names[0])
}

/** What the model has against these texts, one line each, with the column in place of the field. What is missing is none of it. */
export function validatePictureTexts(kind: PictureType, texts: PictureTexts): readonly string[] {
  const { type, pictureField, columns } = kind
  const nothing = Object.fromEntries(Object.values(columns).map(({ field }) => [field, null]))
  const missing = new Set(getMissingColumns(kind, texts).map((column) => columns[column]?.field))
  const columnOf = new Map(Object.entries(columns).map(([column, { field }]) => [field, column]))
  // The id of the picture is not known yet, and any will do.
  const fields = { ...nothing, ...texts, [pictureField]: 'any' }
  return validateEntryFields({ id: 'any', type, fields })
    .map((problem) => ({ problem, field: /^\w+/.exec(problem)?.[0] ?? '' }))
    .filter(({ field }) => !missing.has(field))
    .map(({ problem, field }) => problem.replace(field, columnOf.get(field) ?? field))
}

/** The columns that still must be filled. */
export const getMissingColumns = ({ columns }: PictureType, texts: PictureTexts): readonly string[] =>
  Object.entries(columns)
    .filter(([, { field, isRequired }]) => isRequired && (texts[field] ?? null) === null)
    .map(([column]) => column)
