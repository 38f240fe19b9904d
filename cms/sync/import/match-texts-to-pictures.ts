import { access, readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { validatePictureTexts } from '#cms/pictures/picture-texts.ts'
import type { PictureTexts, PictureType } from '#cms/pictures/picture-type.ts'
import { type PictureTextsRow, parseTextsCsv, type TextsFile, type TextsFileProblem } from '#cms/pictures/texts-csv.ts'
import { UserError } from '#shared/user-error.ts'
import { isTextsFile, type PictureFile, type PictureFileList } from './find-picture-files.ts'

/**
 * Reads the texts of the pictures from `textsFile`, or from the CSV files beside the pictures. Returns them by the path
 * of the picture. Throws `UserError` with all problems of all files, in the order of their lines.
 */
export async function matchTextsToPictures(
  { pictures, folders }: PictureFileList,
  pictureType: PictureType,
  textsFile: string | undefined,
): Promise<ReadonlyMap<string, PictureTexts>> {
  const { files, problems } = textsFile ? { files: [textsFile], problems: [] } : await findTextsFiles(folders)
  const matchedRows = new Map<string, MatchedRow>()
  for (const file of files) {
    const textsFileProblems = await matchTextsFile(file, { pictures, pictureType, matchedRows })
    problems.push(...formatProblems(file, textsFileProblems))
  }
  if (problems.length > 0) throw new UserError(problems)
  return new Map([...matchedRows].map(([path, { texts }]) => [path, texts]))
}

interface MatchedRow extends Pick<PictureTextsRow, 'texts'> {
  /** The location in messages, for example `texts.csv, line 3`. */
  readonly location: string
}

interface MatchOptions {
  readonly pictures: readonly PictureFile[]
  readonly pictureType: PictureType
  /** The rows of all files by the path of their picture. */
  readonly matchedRows: Map<string, MatchedRow>
}

/** Adds the rows of a file to `matchedRows`. Returns the problems of the file. */
async function matchTextsFile(
  path: string,
  { pictures, pictureType, matchedRows }: MatchOptions,
): Promise<readonly TextsFileProblem[]> {
  const findPictures = createPictureFinder(dirname(resolve(path)), pictures)
  const { rows, problems: parseProblems } = await readTextsFile(path, pictureType)
  const problems = [...parseProblems]
  for (const { line, file, texts } of rows) {
    const problem = file === null ? undefined : await matchRow(file, { texts, location: `${path}, line ${line}` })
    const messages = [problem ?? [], validatePictureTexts(pictureType, texts)].flat()
    if (messages.length > 0) problems.push({ line, message: messages.join('; ') })
  }
  return problems

  async function matchRow(file: string, row: MatchedRow): Promise<string | undefined> {
    const [picture, other] = findPictures(file)
    // Escaped, because control characters could control the terminal.
    const name = JSON.stringify(file)
    if (other) return `${name} may be ${picture?.path} or ${other.path}; write it with its folder`
    if (!picture) return (await exists(join(dirname(path), file))) ? undefined : `${name} ${UNKNOWN_PICTURE}`
    const previousRow = matchedRows.get(picture.path)
    if (previousRow) return `${name} already has a line: ${previousRow.location}`
    matchedRows.set(picture.path, row)
    return undefined
  }
}

async function readTextsFile(path: string, pictureType: PictureType): Promise<TextsFile> {
  const content = await readFile(path).catch(() => undefined)
  return content
    ? parseTextsCsv(content, pictureType)
    : { rows: [], problems: [{ line: null, message: 'cannot be read: correct the path' }] }
}

const UNKNOWN_PICTURE = 'is not among the pictures; correct the name, or remove the line'

/** Formats one line per line of the file, in their order. Problems of the whole file are first. */
function formatProblems(path: string, problems: readonly TextsFileProblem[]): readonly string[] {
  const sorted = problems.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0))
  return sorted.map(({ line, message }) => (line === null ? `${path} ${message}` : `${path}, line ${line}: ${message}`))
}

/** A row for an existing picture that is not imported this time is valid. */
const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

/** Finds pictures by their path relative to the CSV file, or by their name. macOS may write é as two characters. */
function createPictureFinder(folder: string, pictures: readonly PictureFile[]) {
  const byPath = Map.groupBy(pictures, ({ path }) => path.normalize())
  const byName = Map.groupBy(pictures, ({ path }) => basename(path).normalize())
  return (file: string): readonly PictureFile[] =>
    byPath.get(join(folder, file).normalize()) ?? byName.get(file.normalize()) ?? []
}

/** Finds the CSV file of each folder. A folder with several ones is a problem, because they may be for the same pictures. */
async function findTextsFiles(folders: readonly string[]) {
  const files: string[] = []
  const problems: string[] = []
  for (const folder of folders) {
    const names = (await readdir(folder)).filter((name) => isTextsFile(name) && !name.startsWith('.'))
    if (names.length > 1)
      problems.push(`${folder} contains several CSV files (${names.join(', ')}): choose one with --texts`)
    else files.push(...names.map((name) => join(folder, name)))
  }
  return { files, problems }
}
