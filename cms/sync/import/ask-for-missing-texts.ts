import { UserError } from '#shared/user-error.ts'
import type { NewPicture } from './find-duplicates.ts'
import { getMissingColumns, validatePictureTexts } from './match-texts-to-pictures.ts'
import type { PictureTexts, PictureType } from './picture-type.ts'
import type { PictureWithTexts } from './upload-pictures.ts'

/** Asks a person at a terminal. */
export type AskUser = (question: string) => Promise<string>

/** The pictures with their texts. What is missing is asked for; without anybody to ask, throws `UserError` with a line for each. */
export async function askForMissingTexts(
  added: readonly NewPicture[],
  texts: ReadonlyMap<string, PictureTexts>,
  kind: PictureType,
  ask: AskUser | undefined,
) {
  const known = added.map((picture) => ({ ...picture, texts: texts.get(picture.path) ?? {} }))
  const isUntold = (picture: PictureWithTexts) =>
    !picture.isAwaitingPublish && getMissingColumns(kind, picture.texts).length > 0
  const untold: NewPicture[] = []
  const told: PictureWithTexts[] = []
  if (!ask) expectNone(known.filter(isUntold), kind)
  for (const picture of known) {
    const answered = ask && isUntold(picture) ? await answersFor(picture, kind, ask) : picture.texts
    if (answered) told.push({ ...picture, texts: answered })
    else untold.push(picture)
  }
  return { told, untold }
}

/** `null` where nothing is entered: the picture is left out. */
async function answersFor(
  { name, width, height, texts }: PictureWithTexts,
  kind: PictureType,
  ask: AskUser,
): Promise<PictureTexts | null> {
  let known = texts
  for (const column of getMissingColumns(kind, texts)) {
    const { field, hint } = kind.columns[column] ?? { field: column, hint: '' }
    const question = `${name} (${width} × ${height} px)\n${column}: ${hint} (nothing: leave it out)\n> `
    const answer = await answerTo(question, ask, (text) => validatePictureTexts(kind, { ...known, [field]: text }))
    if (answer === null) return null
    known = { ...known, [field]: answer }
  }
  return known
}

/** Asks until the model is content with the answer. */
async function answerTo(question: string, ask: AskUser, problemsOf: (text: string) => readonly string[]) {
  for (let remark = ''; ; ) {
    const answer = (await ask(`${remark}${question}`)).trim()
    if (answer === '') return null
    const problems = problemsOf(answer)
    if (problems.length === 0) return answer
    remark = `${problems.join('\n')}\n`
  }
}

function expectNone(untold: readonly PictureWithTexts[], kind: PictureType): void {
  if (untold.length === 0) return
  const columns = ['file', ...Object.keys(kind.columns)].join(',')
  throw new UserError([
    ...untold.map(({ name, texts }) => `${name} has no ${getMissingColumns(kind, texts).join(', ')}`),
    `Nobody is here to be asked: write it into a CSV file beside the pictures, or named with --texts, that begins ${columns}`,
  ])
}
