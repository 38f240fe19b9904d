import { getMissingColumns, validatePictureTexts } from '#cms/pictures/picture-texts.ts'
import type { PictureTexts, PictureType } from '#cms/pictures/picture-type.ts'
import type { AskUser } from '#cms/sync/ask-user.ts'
import { UserError } from '#shared/user-error.ts'
import type { RejectedPicture } from './prepare-pictures.ts'
import type { NewPreparedPicture, PictureWithTexts } from './upload-pictures.ts'

interface NewPictures {
  readonly suitable: readonly NewPreparedPicture[]
  /** Pictures that cannot be imported: no text is asked for them. The first question names them. */
  readonly rejected: readonly RejectedPicture[]
}

/**
 * Adds the texts to the pictures and asks for missing ones. A picture without an answer is skipped. Throws `UserError`
 * with one line per picture, also for rejected ones, if texts are missing and there is no terminal.
 */
export async function askForMissingTexts(
  { suitable, rejected }: NewPictures,
  textsByPath: ReadonlyMap<string, PictureTexts>,
  pictureType: PictureType,
  ask: AskUser | undefined,
) {
  const all = suitable.map((picture): PictureWithTexts => ({ ...picture, texts: textsByPath.get(picture.path) ?? {} }))
  const isIncomplete = (picture: PictureWithTexts) =>
    !picture.isAwaitingPublish && getMissingColumns(pictureType, picture.texts).length > 0
  const skipped: NewPreparedPicture[] = []
  const complete: PictureWithTexts[] = []
  if (!ask) expectNoneIncomplete(all.filter(isIncomplete), rejected, pictureType)
  const askAfterNotice = ask && prependOnce(formatRejected(rejected), ask)
  for (const picture of all) {
    const texts =
      askAfterNotice && isIncomplete(picture) ? await askForTexts(picture, pictureType, askAfterNotice) : picture.texts
    if (texts) complete.push({ ...picture, texts })
    else skipped.push(picture)
  }
  return { complete, skipped }
}

/** Shows a text before the first question. */
function prependOnce(text: string, ask: AskUser): AskUser {
  let prefix = text
  return (question) => {
    const prefixedQuestion = `${prefix}${question}`
    prefix = ''
    return ask(prefixedQuestion)
  }
}

const formatRejected = (rejected: readonly RejectedPicture[]) =>
  rejected.length === 0 ? '' : `Not added:\n${rejected.map(formatRejectedPicture).join('\n')}\n\n`

const formatRejectedPicture = ({ name, reason }: RejectedPicture) => `${name} ${reason}`

/** Returns `null` if an answer is empty. */
async function askForTexts(
  { name, width, height, texts }: PictureWithTexts,
  pictureType: PictureType,
  ask: AskUser,
): Promise<PictureTexts | null> {
  let answers = texts
  for (const column of getMissingColumns(pictureType, texts)) {
    const { field, hint } = pictureType.columns[column] ?? { field: column, hint: '' }
    const question = `${name} (${width} × ${height} px)\n${column}: ${hint} (empty: skip this picture)\n> `
    const validate = (text: string) => validatePictureTexts(pictureType, { ...answers, [field]: text })
    const answer = await askUntilValid(question, ask, validate)
    if (answer === null) return null
    answers = { ...answers, [field]: answer }
  }
  return answers
}

/** Repeats a question until the answer is valid. Returns `null` for an empty answer. */
async function askUntilValid(question: string, ask: AskUser, validate: (text: string) => readonly string[]) {
  for (let prefix = ''; ; ) {
    const answer = (await ask(`${prefix}${question}`)).trim()
    if (answer === '') return null
    const problems = validate(answer)
    if (problems.length === 0) return answer
    prefix = `${problems.join('\n')}\n`
  }
}

function expectNoneIncomplete(
  incomplete: readonly PictureWithTexts[],
  rejected: readonly RejectedPicture[],
  pictureType: PictureType,
): void {
  if (incomplete.length === 0) return
  const columns = ['file', ...Object.keys(pictureType.columns)].join(',')
  throw new UserError([
    ...rejected.map(formatRejectedPicture),
    ...incomplete.map(({ name, texts }) => `${name} has no ${getMissingColumns(pictureType, texts).join(', ')}`),
    `There is no terminal to enter them: write them to a CSV file beside the pictures, or use --texts, with a file that begins ${columns}`,
  ])
}
