import * as z from 'zod'
import type { Field } from '#cms/model/field-definitions.ts'

const limits = z.strictObject({ min: z.number(), max: z.number() })

/** The validations that the model uses. Strict: a kind that the check does not know must not pass unnoticed. */
const rule = z
  .strictObject({
    size: limits,
    range: limits,
    in: z.array(z.string()),
    regexp: z.strictObject({ pattern: z.string(), flags: z.string().nullable() }),
    message: z.string(),
    linkContentType: z.array(z.string()),
    linkMimetypeGroup: z.array(z.string()),
    assetFileSize: z.strictObject({ max: z.number() }),
  })
  .partial()

export type FieldRule = z.infer<typeof rule>

/** What Contentful would enforce for this field. */
export const getFieldRules = (field: Field<unknown>): readonly FieldRule[] => z.array(rule).parse(field.validations)
