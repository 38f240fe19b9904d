import * as z from 'zod/mini'
import type { EditorField } from './api-schemas.ts'

const limitsSchema = z.object({ min: z.nullish(z.number()), max: z.nullish(z.number()) })
interface Limits {
  readonly min?: number | null | undefined
  readonly max?: number | null | undefined
}

const validationSchema = z.object({
  size: z.optional(limitsSchema),
  range: z.optional(limitsSchema),
  in: z.optional(z.array(z.union([z.string(), z.number()]))),
  regexp: z.optional(z.object({ pattern: z.string() })),
  unique: z.optional(z.boolean()),
  linkMimetypeGroup: z.optional(z.union([z.string(), z.array(z.string())])),
  assetFileSize: z.optional(limitsSchema),
  message: z.nullish(z.string()),
})

const parseValidations = ({ validations = [] }: EditorField) =>
  validations.map((validation) => validationSchema.parse(validation))

/** Returns the allowed values of a field; `undefined` if all are allowed. */
export const getAllowedValues = (field: EditorField) => parseValidations(field).find((validation) => validation.in)?.in

/** Returns the maximum length of a text field; `undefined` if it has none. */
export const getMaxLength = (field: EditorField) =>
  parseValidations(field).find(({ size }) => size)?.size?.max ?? undefined

/** Returns the allowed group of media types, for example `image`. */
export const getFileTypes = (field: EditorField) =>
  [parseValidations(field).find((validation) => validation.linkMimetypeGroup)?.linkMimetypeGroup].flat()[0]

/** Describes the validations of a field. */
export function getFieldHints(field: EditorField): readonly string[] {
  const isList = field.type === 'Array' // the maximum of a text is shown with the character count
  return parseValidations(field).flatMap(({ size, range, regexp, unique, assetFileSize, message }) => [
    ...(size ? (isList ? formatLimits(size, 'entries') : formatLimits({ min: size.min }, 'characters')) : []),
    ...(range ? formatLimits(range, '') : []),
    ...(regexp ? [message ?? `Of the form ${regexp.pattern}`] : []),
    ...(unique ? ['No other entry may have the same'] : []),
    ...(assetFileSize?.max ? [`at most ${assetFileSize.max / 1_000_000} MB`] : []),
  ])
}

function formatLimits({ min, max }: Limits, unit: string): readonly string[] {
  const hasMin = min != null && min > 1
  if (hasMin && max != null) return [`${min} to ${max} ${unit}`.trim()]
  if (max != null) return [`at most ${max} ${unit}`.trim()]
  return hasMin ? [`at least ${min} ${unit}`.trim()] : []
}
