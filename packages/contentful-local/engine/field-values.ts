import { BLOCKS, type Document, INLINES, MARKS, validateRichTextDocument } from '@contentful/rich-text-types'
import * as z from 'zod'
import { formatFieldType, type ValueType } from '#local/shared/content-type-definition.ts'
import { isLink } from '#local/shared/links.ts'
import { listRichTextNodes } from '#local/shared/rich-text-nodes.ts'
import { createUnsupportedError, type ErrorDetail, type ValuePath } from './rest-error.ts'

/** Node types that link to other spaces. The local Contentful has only one. */
const CROSS_SPACE_NODE_TYPES: readonly string[] = [
  BLOCKS.EMBEDDED_RESOURCE,
  INLINES.EMBEDDED_RESOURCE,
  INLINES.RESOURCE_HYPERLINK,
]
export const RICH_TEXT_NODE_TYPES: readonly string[] = [...Object.values(BLOCKS), ...Object.values(INLINES)].filter(
  (type) => !CROSS_SPACE_NODE_TYPES.includes(type),
)
export const RICH_TEXT_MARK_TYPES: readonly string[] = Object.values(MARKS)

/** A date, or a date and time with minutes or more precision, with or without a UTC offset. */
const timeOptions = { offset: true, local: true } as const
const dateSchema = z.union([
  z.iso.date(),
  z.iso.datetime(timeOptions),
  z.iso.datetime({ ...timeOptions, precision: -1 }),
])

/** The values of each field type except links and rich text. */
const typeSchemas: Readonly<Record<string, z.ZodType>> = {
  Symbol: z.string(),
  Text: z.string(),
  Integer: z.int(),
  Number: z.number(),
  Boolean: z.boolean(),
  Date: dateSchema,
  Object: z.custom((value) => typeof value === 'object' && value !== null),
  Location: z.strictObject({ lat: z.number().min(-90).max(90), lon: z.number().min(-180).max(180) }),
  Array: z.array(z.unknown()),
}

/** Whether a value has a type other than RichText. */
export const hasType = (value: unknown, { type, linkType }: ValueType): boolean =>
  type === 'Link'
    ? isLink(value) && value.sys.linkType === linkType
    : typeSchemas[type]?.safeParse(value).success === true

/** The supported types of lists. */
export const LIST_TYPES = ['Array of Symbol', 'Array of Link to Entry', 'Array of Link to Asset']

const SUPPORTED_TYPES = [...Object.keys(typeSchemas), 'RichText', 'Link to Entry', 'Link to Asset', ...LIST_TYPES]

export const isSupportedType = (field: ValueType): boolean => SUPPORTED_TYPES.includes(formatFieldType(field))

/** Contentful's limits, which also apply to drafts (docs/contentful.md, Limits). */
const MAX_LENGTHS: Readonly<Record<string, number>> = { Symbol: 256, Text: 50_000, Array: 1_000 }

/** Returns the errors that prevent saving a value, even in a draft. Throws if it contains an unsupported rich text node. */
export function findTypeErrors(field: ValueType, value: unknown, path: ValuePath): readonly ErrorDetail[] {
  const { type, items } = field
  if (type === 'RichText') return findRichTextErrors(value, path)
  if (!hasType(value, field)) return [createTypeError(type, value, path)]
  if (typeof value !== 'string' && !Array.isArray(value)) return []
  const max = MAX_LENGTHS[type]
  const isTooLong = max !== undefined && value.length > max
  return [
    ...(isTooLong ? [{ name: 'size', max, path, details: `Size must be at most ${max}`, value }] : []),
    ...(items && Array.isArray(value) && !isTooLong
      ? value.flatMap((item, index) => findTypeErrors(items, item, [...path, index]))
      : []),
  ]
}

/** Recorded in contentful-management.java (error_wrong_type.json) and contentful/apps (issue 111). */
export const createTypeError = (type: string, value: unknown, path: ValuePath): ErrorDetail => ({
  name: 'type',
  type,
  value,
  path,
  details: `The type of "value" is incorrect, expected type: ${type}`,
})

/** Any object: `validateRichTextDocument` checks the structure. */
const documentSchema = z.custom<Document>((value) => typeof value === 'object' && value !== null)

function findRichTextErrors(value: unknown, path: ValuePath): readonly ErrorDetail[] {
  const nodes = listRichTextNodes(value, path)
  const unsupported = nodes.find(({ nodeType }) => CROSS_SPACE_NODE_TYPES.includes(nodeType))
  if (unsupported) throw createUnsupportedError(`the rich text node ${unsupported.nodeType}`)
  const { success, data } = documentSchema.safeParse(value)
  if (!success) return [{ name: 'type', type: 'RichText', value, path, details: 'Must be a rich text document' }]
  const structureErrors = validateRichTextDocument(data).map(({ name, path: subPath = [], details }) => ({
    name,
    path: [...path, ...subPath],
    details: details ?? name,
  }))
  const expected = RICH_TEXT_MARK_TYPES
  const markErrors = nodes.flatMap((node) =>
    node.marks
      .filter((mark) => !expected.includes(mark))
      .map((mark) => ({ name: 'in', path: [...node.path, 'marks'], value: mark, expected })),
  )
  return [...structureErrors, ...markErrors]
}
