import type { ContentType } from '#cms/model/field-definitions.ts'
import { getRules } from '#cms/model/get-rules.ts'
import { model } from '#cms/model/model.gen.ts'
import type { PictureType } from '#cms/photo-desk/space/picture-type.ts'
import type { EntryValues } from '#cms/photo-desk/space/space-pictures.ts'
import { validatePictureTexts } from './picture-texts.ts'

/** A column of the table: a text of a picture, and the limits of the content model. */
export interface TextColumn {
  /** The column of a CSV file. */
  readonly column: string
  readonly field: string
  readonly label: string
  /** What to enter, and how the site uses it. */
  readonly help: string
  readonly isRequired: boolean
  /** characters */
  readonly min: number
  /** characters */
  readonly max: number
  /** The allowed values; empty for any text. */
  readonly choices: readonly string[]
}

/** Labels by CSV column. */
const LABELS: Readonly<Record<string, string>> = {
  alt: 'Alternative text',
  caption: 'Caption',
  name: 'Name',
  kind: 'Kind',
  link: 'Link',
}

/** Contentful’s limit for a line of text. */
const MAX_LINE_LENGTH = 256

/** The field that is set on the picture. */
export const FOCAL_POINT_FIELD = 'focalPoint'

/** Whether pictures of a type have a focal point. */
export const hasFocalPoint = ({ columns }: PictureType): boolean => FOCAL_POINT_FIELD in columns

/** Returns the texts of a picture type, without the focal point, in the order of the table. */
export const listTextColumns = ({ type, columns }: PictureType): readonly TextColumn[] =>
  Object.entries(columns)
    .filter(([, { field }]) => field !== FOCAL_POINT_FIELD)
    .map(([column, { field, isRequired }]) => {
      const contentType: ContentType = model[type]
      const rules = getRules(contentType, field)
      const size = rules.find((rule) => rule.size)?.size
      return {
        column,
        field,
        label: LABELS[column] ?? column,
        help: [contentType.fields[field]?.help, size && `At most ${size.max} characters.`].filter(Boolean).join(' '),
        isRequired,
        min: size?.min ?? 0,
        max: size?.max ?? MAX_LINE_LENGTH,
        choices: rules.flatMap((rule) => rule.in?.map(String) ?? []),
      }
    })

/** The part of the maximum from which the count is shown. */
const NEAR_LIMIT = 0.8

/** Describes the length of a text that is near or beyond a limit: `12 characters left`. */
export function describeLength(text: string, { min, max, choices }: TextColumn): string | undefined {
  if (choices.length > 0 || text === '') return undefined
  if (text.length < min) return `${formatCharacters(min - text.length)} more needed`
  if (text.length > max) return `${formatCharacters(text.length - max)} too many`
  return text.length >= max * NEAR_LIMIT ? `${formatCharacters(max - text.length)} left` : undefined
}

const formatCharacters = (count: number) => `${count} ${count === 1 ? 'character' : 'characters'}`

/**
 * Returns what is wrong with the texts of a picture: sentences by field. A missing required text is a problem too.
 */
export function findTextProblems(pictureType: PictureType, values: EntryValues): ReadonlyMap<string, string> {
  const messages = validatePictureTexts(pictureType, values)
  const problems = new Map<string, string>()
  for (const [column, { field, isRequired }] of Object.entries(pictureType.columns)) {
    const message = messages.find((text) => text.startsWith(`${column} `))
    if (message) problems.set(field, capitalize(message.slice(column.length + 1)))
    else if (isRequired && !values[field]) problems.set(field, 'Missing')
  }
  return problems
}

/** Returns the column of the first text with a problem, or the first one. */
export function findFirstProblem(pictureType: PictureType, values: EntryValues, columns: readonly TextColumn[]) {
  const problems = findTextProblems(pictureType, values)
  return columns.find(({ field }) => problems.has(field)) ?? columns[0]
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
