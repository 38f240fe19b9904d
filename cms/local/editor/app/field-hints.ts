import * as z from 'zod/mini'
import type { EditorField } from './api-schemas.ts'

const limits = z.object({ min: z.nullish(z.number()), max: z.nullish(z.number()) })
interface Limits {
  readonly min?: number | null | undefined
  readonly max?: number | null | undefined
}

const rules = z.object({
  size: z.optional(limits),
  range: z.optional(limits),
  in: z.optional(z.array(z.union([z.string(), z.number()]))),
  regexp: z.optional(z.object({ pattern: z.string() })),
  unique: z.optional(z.boolean()),
  linkMimetypeGroup: z.optional(z.union([z.string(), z.array(z.string())])),
  assetFileSize: z.optional(limits),
  message: z.nullish(z.string()),
})

const rulesOf = ({ validations = [] }: EditorField) => validations.map((each) => rules.parse(each))

/** The words that a field takes, where it takes only some. */
export const getAllowedValues = (field: EditorField) => rulesOf(field).find((rule) => rule.in)?.in

export const getMaxLength = (field: EditorField) => rulesOf(field).find(({ size }) => size)?.size?.max ?? undefined

export const getFileTypes = (field: EditorField) =>
  [rulesOf(field).find((rule) => rule.linkMimetypeGroup)?.linkMimetypeGroup].flat()[0]

/** What Contentful will refuse, said before. */
export function getFieldHints(field: EditorField): readonly string[] {
  const isList = field.type === 'Array' // of a text, the most is shown beside it, with its count
  return rulesOf(field).flatMap(({ size, range, regexp, unique, assetFileSize, message }) => [
    ...(size ? (isList ? spoken(size, 'entries') : spoken({ min: size.min }, 'characters')) : []),
    ...(range ? spoken(range, '') : []),
    ...(regexp ? [message ?? `Of the form ${regexp.pattern}`] : []),
    ...(unique ? ['No other entry may have the same'] : []),
    ...(assetFileSize?.max ? [`at most ${assetFileSize.max / 1_000_000} MB`] : []),
  ])
}

function spoken({ min, max }: Limits, what: string): readonly string[] {
  const least = min != null && min > 1
  if (least && max != null) return [`${min} to ${max} ${what}`.trim()]
  if (max != null) return [`at most ${max} ${what}`.trim()]
  return least ? [`at least ${min} ${what}`.trim()] : []
}
