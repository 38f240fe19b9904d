import { findViolations, formatLength, getFieldInfos } from '#cms/check/fields.ts'
import type { PictureType } from '#cms/photo-desk/client/picture-type.ts'
import type { EntryValues } from '#cms/photo-desk/client/space-pictures.ts'

/** A column of the table: a text of a picture, as the content model defines it. */
export interface TextColumn {
  readonly field: string
  readonly label: string
  /** What to enter, and how the site uses it. */
  readonly help: string
  readonly isRequired: boolean
  /** The allowed values; empty for any text. */
  readonly choices: readonly string[]
}

/** The field that is set on the picture. */
export const FOCAL_POINT_FIELD = 'focalPoint'

export const hasFocalPoint = ({ columns }: PictureType): boolean => FOCAL_POINT_FIELD in columns

/** Returns the name of a field of a picture. */
export const getFieldName = ({ type }: PictureType, field: string): string =>
  getFieldInfos(type).find(({ id }) => id === field)?.name ?? field

/** Returns the texts of a picture type, without the focal point, in the order of the table. */
export function listTextColumns({ type, columns }: PictureType): readonly TextColumn[] {
  const infos = new Map(getFieldInfos(type).map((info) => [info.id, info]))
  return Object.values(columns)
    .filter(({ field }) => field !== FOCAL_POINT_FIELD)
    .map(({ field, isRequired }) => {
      const info = infos.get(field)
      const size = info?.validations.find((rule) => rule.size)?.size
      return {
        field,
        label: info?.name ?? field,
        help: [info?.field.help, size && `At most ${size.max} characters.`].filter(Boolean).join(' '),
        isRequired,
        choices: info?.validations.flatMap((rule) => rule.in?.map(String) ?? []) ?? [],
      }
    })
}

/** Whether a required text is missing. */
export const isTextMissing = ({ columns }: PictureType, texts: EntryValues): boolean =>
  Object.values(columns).some(({ field, isRequired }) => isRequired && !texts[field])

/** Returns what is wrong with the texts of a picture, by field. A missing required text is a problem too. */
export function findTextProblems({ type, columns }: PictureType, texts: EntryValues): ReadonlyMap<string, string> {
  const infos = getFieldInfos(type)
  const problems = Object.values(columns).flatMap(({ field, isRequired }) => {
    const value = texts[field]
    if (!value) return isRequired ? [[field, 'missing'] as const] : []
    if (/[\r\n]/.test(value)) return [[field, 'has several lines: write it on one line'] as const]
    const info = infos.find(({ id }) => id === field)
    const [violation] = info ? findViolations(info, value) : []
    return violation ? [[field, describeViolation(violation, value)] as const] : []
  })
  return new Map(problems)
}

type Violation = ReturnType<typeof findViolations>[number]

function describeViolation({ name, min, max, expected, customMessage, details }: Violation, value: string): string {
  if (name === 'size') return `has ${formatLength(value.length)}: write ${min} to ${max}`
  return name === 'in' ? `must be one of ${[expected].flat().map(String).join(', ')}` : String(customMessage ?? details)
}
