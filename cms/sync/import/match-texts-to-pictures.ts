import { access, readdir } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { validateEntryFields } from '#cms/seed/validate-fields.ts'
import { UserError } from '#shared/user-error.ts'
import { isTextsFile, type PictureFile, type PictureFileList } from './find-picture-files.ts'
import type { PictureTexts, PictureType } from './picture-type.ts'
import { type PictureTextsRow, readTextsFile } from './read-texts-file.ts'

/**
 * Reads the texts of the pictures from `textsFile`, or from the CSV files beside the pictures. Returns them by the path
 * of the picture. Throws `UserError` with all problems of the files.
 */
export async function matchTextsToPictures(
  { pictures, folders }: PictureFileList,
  pictureType: PictureType,
  textsFile: string | undefined,
): Promise<ReadonlyMap<string, PictureTexts>> {
  const filesBeside = textsFile ? [] : await Promise.all(folders.map(findCsvFile))
  const files = textsFile ? [textsFile] : filesBeside.flatMap((file) => file ?? [])
  const rowsByPath = new Map<string, PictureTextsRow>()
  const problems: string[] = []
  for (const file of files) {
    const findPictures = createPictureFinder(dirname(resolve(file)), pictures)
    for (const row of await readTextsFile(file, pictureType)) {
      const problem = await addRow(row)
      if (problem) problems.push(`${row.location}: ${problem}`)
    }

    async function addRow(row: PictureTextsRow): Promise<string | undefined> {
      const [picture, other] = findPictures(row.file)
      if (other) return `${formatFile(row)} may be ${picture?.path} or ${other.path}; write it with its folder`
      if (!picture) return (await exists(join(dirname(file), row.file))) ? undefined : describeUnknownPicture(row)
      const previousRow = rowsByPath.get(picture.path)
      if (previousRow) return `${formatFile(row)} already has a line: ${previousRow.location}`
      rowsByPath.set(picture.path, row)
      return validatePictureTexts(pictureType, row.texts).join('; ')
    }
  }
  if (problems.length > 0) throw new UserError(problems)
  return new Map([...rowsByPath].map(([path, row]) => [path, row.texts]))
}

const describeUnknownPicture = (row: PictureTextsRow) =>
  `${formatFile(row)} is not among the pictures; correct the name, or remove the line`

/** Escapes control characters, which could control the terminal. */
const formatFile = ({ file }: PictureTextsRow) => JSON.stringify(file)

/** A row for an existing picture that is not imported this time is valid. */
const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

/** Finds pictures by their path relative to the CSV file, or by their name. macOS may write é as two characters. */
function createPictureFinder(folder: string, pictures: readonly PictureFile[]) {
  return (file: string): readonly PictureFile[] => {
    const path = join(folder, file).normalize()
    const exactMatches = pictures.filter((picture) => picture.path.normalize() === path)
    if (exactMatches.length > 0) return exactMatches
    return pictures.filter((picture) => basename(picture.path).normalize() === file.normalize())
  }
}

async function findCsvFile(folder: string): Promise<string | undefined> {
  const names = (await readdir(folder)).filter((name) => isTextsFile(name) && !name.startsWith('.'))
  if (names.length > 1)
    throw new UserError(`${folder} contains several CSV files (${names.join(', ')}): choose one with --texts`)
  return names[0] && join(folder, names[0])
}

/** Validates texts against the model. Returns one line per problem, with the column instead of the field. Ignores missing texts. */
export function validatePictureTexts(pictureType: PictureType, texts: PictureTexts): readonly string[] {
  const { type, pictureField, columns } = pictureType
  const emptyFields = Object.fromEntries(Object.values(columns).map(({ field }) => [field, null]))
  const missingFields = new Set(getMissingColumns(pictureType, texts).map((column) => columns[column]?.field))
  const columnsByField = new Map(Object.entries(columns).map(([column, { field }]) => [field, column]))
  // The ids are not known yet. Any valid id passes.
  const fields = { ...emptyFields, ...texts, [pictureField]: 'any' }
  return validateEntryFields({ id: 'any', type, fields })
    .map((problem) => ({ problem, field: /^\w+/.exec(problem)?.[0] ?? '' }))
    .filter(({ field }) => !missingFields.has(field))
    .map(({ problem, field }) => problem.replace(field, columnsByField.get(field) ?? field))
}

/** Returns the required columns without a text. */
export const getMissingColumns = ({ columns }: PictureType, texts: PictureTexts): readonly string[] =>
  Object.entries(columns)
    .filter(([, { field, isRequired }]) => isRequired && (texts[field] ?? null) === null)
    .map(([column]) => column)
