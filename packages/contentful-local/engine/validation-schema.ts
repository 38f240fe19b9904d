import * as z from 'zod'
import type { FieldValidation } from '#local/shared/content-type-definition.ts'
import { memoizeByObject } from '#local/shared/memoize-by-object.ts'
import { succeeds } from '#local/shared/succeeds.ts'
import { LIST_TYPES, RICH_TEXT_MARK_TYPES, RICH_TEXT_NODE_TYPES } from './field-values.ts'

/** Inclusive bounds. Either can be absent. */
const rangeSchema = z.strictObject({ min: z.number().nullish(), max: z.number().nullish() })
export type Range = z.output<typeof rangeSchema>

/** One string or a list of strings. It is stored and returned as it was sent. */
const stringsSchema = z.union([z.string(), z.array(z.string())])
const dateSchema = z
  .string()
  .refine((text) => !Number.isNaN(Date.parse(text)), 'Must be a date')
  .nullish()
const regexpSchema = z
  .strictObject({ pattern: z.string(), flags: z.string().nullish() })
  .refine(({ pattern, flags }) => succeeds(() => new RegExp(pattern, flags ?? '')), 'Must be a regular expression')
const nodeTypeSchema = z.enum(RICH_TEXT_NODE_TYPES, {
  error: ({ input }) => `The local Contentful does not support the node type ${input}`,
})
const nodeRuleSchema = z
  .strictObject({ linkContentType: stringsSchema, size: rangeSchema, message: z.string().nullable() })
  .partial()

/** The validations that the local Contentful enforces. It rejects content types with other validations. */
export const validationSchema = z
  .strictObject({
    size: rangeSchema,
    range: rangeSchema,
    dateRange: z.strictObject({ min: dateSchema, max: dateSchema }),
    in: z.array(z.union([z.string(), z.number()])),
    regexp: regexpSchema,
    prohibitRegexp: regexpSchema,
    unique: z.boolean(),
    linkContentType: stringsSchema,
    linkMimetypeGroup: stringsSchema,
    assetFileSize: rangeSchema,
    assetImageDimensions: z.strictObject({ width: rangeSchema, height: rangeSchema }).partial(),
    enabledMarks: z.array(z.enum(RICH_TEXT_MARK_TYPES)),
    enabledNodeTypes: z.array(nodeTypeSchema),
    nodes: z.partialRecord(nodeTypeSchema, z.array(nodeRuleSchema)),
    message: z.string().nullable(),
  })
  .partial()

export type ValidationRules = z.output<typeof validationSchema>
export type RuleName = Exclude<keyof ValidationRules, 'message'>

const TEXT_TYPES = ['Symbol', 'Text']
const NUMBER_TYPES = ['Integer', 'Number']

/** The field types to which each rule applies. */
export const RULE_TYPES: Readonly<Record<RuleName, readonly string[]>> = {
  size: [...TEXT_TYPES, ...LIST_TYPES, 'Object', 'RichText'],
  range: NUMBER_TYPES,
  dateRange: ['Date'],
  in: [...TEXT_TYPES, ...NUMBER_TYPES],
  regexp: TEXT_TYPES,
  prohibitRegexp: TEXT_TYPES,
  unique: ['Symbol', ...NUMBER_TYPES, 'Date'],
  linkContentType: ['Link to Entry'],
  linkMimetypeGroup: ['Link to Asset'],
  assetFileSize: ['Link to Asset'],
  assetImageDimensions: ['Link to Asset'],
  enabledMarks: ['RichText'],
  enabledNodeTypes: ['RichText'],
  nodes: ['RichText'],
}

export const RULE_NAMES = validationSchema.omit({ message: true }).keyof().options

/** Parses the validations of a field, once for each array. Throws if one is not supported. */
export const parseValidations = (validations: readonly FieldValidation[] = []): readonly ValidationRules[] =>
  parseOnce(validations)

const parseOnce = memoizeByObject((validations: readonly FieldValidation[]) =>
  z.array(validationSchema).parse(validations),
)

/** The validations of a field in one object, without those that are not supported. */
export const mergeRules = (validations: readonly FieldValidation[] = []): ValidationRules =>
  Object.assign({}, ...validations.map((validation) => validationSchema.safeParse(validation).data))
