import * as z from 'zod'
import { RICH_TEXT_MARK_TYPES, RICH_TEXT_NODE_TYPES } from './validate-field-values.ts'

/** From and to, both included; either may be left out. */
const limits = z.strictObject({ min: z.number().nullish(), max: z.number().nullish() })
export type RangeRule = z.output<typeof limits>

const words = z.union([z.string(), z.array(z.string())]).transform((given) => [given].flat())
const day = z
  .string()
  .refine((text) => !Number.isNaN(Date.parse(text)), 'This is no date')
  .nullish()
const regexp = z
  .strictObject({ pattern: z.string(), flags: z.string().nullish() })
  .refine(({ pattern, flags }) => isRegExp(pattern, flags ?? ''), 'This is no regular expression')

/** What may be asked of the nodes of one type in a rich text. */
const nodeRule = z.strictObject({
  linkContentType: words.optional(),
  size: limits.optional(),
  message: z.string().nullish(),
})
const nodeTypes = z.enum(RICH_TEXT_NODE_TYPES)

/** The validations that this stand-in enforces; a model with any other is refused. */
export const validationSchema = z.strictObject({
  size: limits.optional(),
  range: limits.optional(),
  dateRange: z.strictObject({ min: day, max: day }).optional(),
  in: z.array(z.union([z.string(), z.number()])).optional(),
  regexp: regexp.optional(),
  prohibitRegexp: regexp.optional(),
  unique: z.boolean().optional(),
  linkContentType: words.optional(),
  linkMimetypeGroup: words.optional(),
  assetFileSize: limits.optional(),
  assetImageDimensions: z.strictObject({ width: limits.optional(), height: limits.optional() }).optional(),
  enabledMarks: z.array(z.enum(RICH_TEXT_MARK_TYPES)).optional(),
  enabledNodeTypes: z.array(nodeTypes).optional(),
  nodes: z.partialRecord(nodeTypes, z.array(nodeRule)).optional(),
  message: z.string().nullish(),
})

export type ValidationRules = z.output<typeof validationSchema>
export type RuleName = Exclude<keyof ValidationRules, 'message'>

const TEXTS = ['Symbol', 'Text']
const NUMBERS = ['Integer', 'Number']

/** Which types of values a rule is for; on any other it would do nothing. */
const FITTING: Readonly<Record<RuleName, readonly string[]>> = {
  size: [...TEXTS, 'Array', 'Object', 'RichText'],
  range: NUMBERS,
  dateRange: ['Date'],
  in: [...TEXTS, ...NUMBERS],
  regexp: TEXTS,
  prohibitRegexp: TEXTS,
  unique: [...TEXTS, ...NUMBERS, 'Date'],
  linkContentType: ['Link to Entry'],
  linkMimetypeGroup: ['Link to Asset'],
  assetFileSize: ['Link to Asset'],
  assetImageDimensions: ['Link to Asset'],
  enabledMarks: ['RichText'],
  enabledNodeTypes: ['RichText'],
  nodes: ['RichText'],
}

export const RULE_NAMES = validationSchema.omit({ message: true }).keyof().options

/** Whether a rule means anything for a field of this type. */
export const isRuleForType = (rule: RuleName, type: string, linkType: string | undefined): boolean =>
  FITTING[rule].includes(type === 'Link' ? `Link to ${linkType}` : type)

function isRegExp(pattern: string, flags: string): boolean {
  try {
    new RegExp(pattern, flags)
    return true
  } catch {
    return false
  }
}
