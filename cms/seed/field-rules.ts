import * as z from 'zod'
import type { Field } from '#cms/model/field-definitions.ts'

const rangeSchema = z.strictObject({ min: z.number(), max: z.number() })

/** The validations that the model uses. Strict, so that a validation that is not implemented here is an error. */
const fieldRuleSchema = z
  .strictObject({
    size: rangeSchema,
    range: rangeSchema,
    in: z.array(z.string()),
    regexp: z.strictObject({ pattern: z.string(), flags: z.string().nullable() }),
    message: z.string(),
    linkContentType: z.array(z.string()),
    linkMimetypeGroup: z.array(z.string()),
    assetFileSize: z.strictObject({ max: z.number() }),
  })
  .partial()

export type FieldRule = z.infer<typeof fieldRuleSchema>

/** Returns the validations that Contentful enforces for a field. */
export const getFieldRules = (field: Field<unknown>): readonly FieldRule[] =>
  z.array(fieldRuleSchema).parse(field.validations)
