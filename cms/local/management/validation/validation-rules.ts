import * as z from 'zod'
import { RICH_TEXT_MARK_TYPES, RICH_TEXT_NODE_TYPES } from './validate-field-values.ts'

/** Inclusive bounds. Either can be absent. */
const rangeSchema = z.strictObject({ min: z.number().nullish(), max: z.number().nullish() })
export type RangeRule = z.output<typeof rangeSchema>

/** Stored and returned as it was sent: one text or a list. */
const stringsSchema = z.union([z.string(), z.array(z.string())])
const dateSchema = z
  .string()
  .refine((text) => !Number.isNaN(Date.parse(text)), 'Must be a date')
  .nullish()
const regexpSchema = z
  .strictObject({ pattern: z.string(), flags: z.string().nullish() })
  .refine(({ pattern, flags }) => isRegExp(pattern, flags ?? ''), 'Must be a regular expression')

/** Validations for the nodes of one type in a rich text. */
const nodeRuleSchema = z.strictObject({
  linkContentType: stringsSchema.optional(),
  size: rangeSchema.optional(),
  message: z.string().nullish(),
})
const nodeTypeSchema = z.enum(RICH_TEXT_NODE_TYPES)

/** The validations that the local Contentful enforces. It rejects content types with other validations. */
export const validationSchema = z.strictObject({
  size: rangeSchema.optional(),
  range: rangeSchema.optional(),
  dateRange: z.strictObject({ min: dateSchema, max: dateSchema }).optional(),
  in: z.array(z.union([z.string(), z.number()])).optional(),
  regexp: regexpSchema.optional(),
  prohibitRegexp: regexpSchema.optional(),
  unique: z.boolean().optional(),
  linkContentType: stringsSchema.optional(),
  linkMimetypeGroup: stringsSchema.optional(),
  assetFileSize: rangeSchema.optional(),
  assetImageDimensions: z.strictObject({ width: rangeSchema.optional(), height: rangeSchema.optional() }).optional(),
  enabledMarks: z.array(z.enum(RICH_TEXT_MARK_TYPES)).optional(),
  enabledNodeTypes: z.array(nodeTypeSchema).optional(),
  nodes: z.partialRecord(nodeTypeSchema, z.array(nodeRuleSchema)).optional(),
  message: z.string().nullish(),
})

export type ValidationRules = z.output<typeof validationSchema>
export type RuleName = Exclude<keyof ValidationRules, 'message'>

const TEXT_TYPES = ['Symbol', 'Text']
const NUMBER_TYPES = ['Integer', 'Number']

/** The field types to which each rule applies. */
const RULE_TYPES: Readonly<Record<RuleName, readonly string[]>> = {
  size: [...TEXT_TYPES, 'Array', 'Object', 'RichText'],
  range: NUMBER_TYPES,
  dateRange: ['Date'],
  in: [...TEXT_TYPES, ...NUMBER_TYPES],
  regexp: TEXT_TYPES,
  prohibitRegexp: TEXT_TYPES,
  unique: [...TEXT_TYPES, ...NUMBER_TYPES, 'Date'],
  linkContentType: ['Link to Entry'],
  linkMimetypeGroup: ['Link to Asset'],
  assetFileSize: ['Link to Asset'],
  assetImageDimensions: ['Link to Asset'],
  enabledMarks: ['RichText'],
  enabledNodeTypes: ['RichText'],
  nodes: ['RichText'],
}

/** Names of the supported validations. */
export const RULE_NAMES = validationSchema.omit({ message: true }).keyof().options

/** Whether a rule applies to a field of this type. */
export const isRuleForType = (rule: RuleName, type: string, linkType: string | undefined): boolean =>
  RULE_TYPES[rule].includes(type === 'Link' ? `Link to ${linkType}` : type)

function isRegExp(pattern: string, flags: string): boolean {
  try {
    new RegExp(pattern, flags)
    return true
  } catch {
    return false
  }
}
