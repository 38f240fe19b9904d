import { BLOCKS, type Document, INLINES, MARKS, validateRichTextDocument } from '@contentful/rich-text-types'
import * as z from 'zod'
import { DEFAULT_LOCALE } from '#local/constants.ts'
import type {
  ArrayItemsDefinition,
  ContentTypeDefinition,
  FieldDefinition,
} from '#local/graphql/content-type-definition.ts'
import { listRichTextNodes } from '#local/graphql/rich-text-nodes.ts'
import { createUnsupportedError, type ErrorDetail, type ValuePath } from '#local/http/rest-error.ts'
import { isLink } from '#local/links.ts'
import type { FieldValues, LocaleDefinition } from '#local/store/store.ts'

/** Field id → locale → value, as in request bodies of entries and assets. */
export const fieldValuesSchema = z.record(z.string(), z.record(z.string(), z.unknown())).default({})

/** Removes `null` values, which mean that a field has no value. */
export const removeNullValues = (fields: z.output<typeof fieldValuesSchema>): FieldValues =>
  Object.fromEntries(
    Object.entries(fields)
      .map(([name, byLocale]) => [name, Object.entries(byLocale).filter(([, value]) => value !== null)] as const)
      .filter(([, values]) => values.length > 0)
      .map(([name, values]) => [name, Object.fromEntries(values)]),
  )

/** Finds values of fields that the content type does not have. */
export const findUnknownFields = ({ id, fields }: ContentTypeDefinition, values: FieldValues): readonly ErrorDetail[] =>
  Object.keys(values)
    .filter((name) => !fields.some((field) => field.id === name))
    .map((name) => ({
      name: 'unknown',
      path: ['fields', name],
      details: `The content type "${id}" has no field "${name}"`,
    }))

/** Returns the errors that prevent saving the values as a draft. */
export const validateDraft = (
  { fields }: ContentTypeDefinition,
  values: FieldValues,
  locales: readonly LocaleDefinition[],
): readonly ErrorDetail[] =>
  fields.flatMap((field) =>
    Object.entries(values[field.id] ?? {}).flatMap(([locale, value]) => {
      const path = ['fields', field.id, locale]
      const localeError = findLocaleError(field, locale, locales)
      return localeError ? [{ name: 'unknown', path, value, details: localeError }] : validateValue(field, value, path)
    }),
  )

function findLocaleError(
  field: FieldDefinition,
  locale: string,
  locales: readonly LocaleDefinition[],
): string | undefined {
  if (!locales.some(({ code }) => code === locale)) return `There is no locale "${locale}"`
  if (locale === DEFAULT_LOCALE || field.localized) return undefined
  return `The field "${field.id}" is not localized: it can only have a value in "${DEFAULT_LOCALE}"`
}

/** Node types that link to other spaces. The local Contentful has only one. */
const CROSS_SPACE_NODE_TYPES: readonly string[] = [
  BLOCKS.EMBEDDED_RESOURCE,
  INLINES.EMBEDDED_RESOURCE,
  INLINES.RESOURCE_HYPERLINK,
]

/** Node types that a rich text document can contain. */
export const RICH_TEXT_NODE_TYPES: readonly string[] = [...Object.values(BLOCKS), ...Object.values(INLINES)].filter(
  (type) => !CROSS_SPACE_NODE_TYPES.includes(type),
)
/** Marks that a text of a rich text document can have. */
export const RICH_TEXT_MARK_TYPES: readonly string[] = Object.values(MARKS)

/** Any object: `validateRichTextDocument` checks the structure. */
const documentSchema = z.custom<Document>((value) => typeof value === 'object' && value !== null)

/** Returns the errors that prevent saving a rich text. Throws if it contains an unsupported node type. */
function validateRichText(value: unknown, path: ValuePath): readonly ErrorDetail[] {
  const nodes = listRichTextNodes(value, path)
  const unsupportedNode = nodes.find(({ nodeType }) => CROSS_SPACE_NODE_TYPES.includes(nodeType))
  if (unsupportedNode) throw createUnsupportedError(`the rich text node ${unsupportedNode.nodeType}`)
  const { success, data } = documentSchema.safeParse(value)
  if (!success) return [{ name: 'type', type: 'RichText', value, path, details: 'Must be a rich text document' }]
  const structureErrors = validateRichTextDocument(data)
  const marks = nodes.flatMap((node) => node.marks.map((mark) => ({ mark, nodePath: node.path })))
  return [
    ...structureErrors.map(({ name, path: subPath = [], details }) => ({
      name,
      path: [...path, ...subPath],
      details: details ?? name,
    })),
    ...marks
      .filter(({ mark }) => !RICH_TEXT_MARK_TYPES.includes(mark))
      .map(({ mark, nodePath }) => ({
        name: 'in',
        path: [...nodePath, 'marks'],
        value: mark,
        expected: RICH_TEXT_MARK_TYPES,
      })),
  ]
}

/** The type of a field, or of the items of an array. */
export type ValueType = Pick<ArrayItemsDefinition, 'type' | 'linkType'>

/** A date, or a date and time with minutes or more precision, with or without a UTC offset. */
const timeOptions = { offset: true, local: true } as const
const dateSchema = z.union([
  z.iso.date(),
  z.iso.datetime(timeOptions),
  z.iso.datetime({ ...timeOptions, precision: -1 }),
])
const locationSchema = z.strictObject({ lat: z.number().min(-90).max(90), lon: z.number().min(-180).max(180) })

/** Checks whether a value has the type of its field. */
const typeChecks: Readonly<Record<string, (value: unknown, linkType?: string) => boolean>> = {
  Symbol: (value) => typeof value === 'string',
  Text: (value) => typeof value === 'string',
  Integer: (value) => Number.isSafeInteger(value),
  Number: (value) => Number.isFinite(value),
  Boolean: (value) => typeof value === 'boolean',
  Date: (value) => dateSchema.safeParse(value).success,
  Object: (value) => typeof value === 'object' && value !== null,
  Location: (value) => locationSchema.safeParse(value).success,
  Link: (value, linkType) => isLink(value) && value.sys.linkType === linkType,
}

/** Supported field types. */
export const FIELD_TYPES = [...Object.keys(typeChecks), 'RichText', 'Array']
/** Supported types of array items. */
export const ITEM_TYPES = ['Symbol', 'Link']

/** Contentful's limits, which also apply to drafts (docs/contentful.md, Limits). */
const MAX_LENGTHS: Readonly<Record<string, number>> = { Symbol: 256, Text: 50_000, Array: 1_000 }

/** Returns the errors that prevent saving a value, even in a draft. */
function validateValue(
  field: ValueType & { readonly items?: ValueType | undefined },
  value: unknown,
  path: ValuePath,
): readonly ErrorDetail[] {
  if (field.type === 'RichText') return validateRichText(value, path)
  if (field.type !== 'Array') return findTypeErrors(field, value, path)
  if (!Array.isArray(value)) return [createTypeError(field.type, value, path)]
  const { items } = field
  const itemErrors = items ? value.flatMap((item, index) => findTypeErrors(items, item, [...path, index])) : []
  return [...findSizeErrors(field.type, value, path), ...itemErrors]
}

function findTypeErrors({ type, linkType }: ValueType, value: unknown, path: ValuePath): readonly ErrorDetail[] {
  if (!typeChecks[type]?.(value, linkType)) return [createTypeError(type, value, path)]
  return typeof value === 'string' ? findSizeErrors(type, value, path) : []
}

const createTypeError = (type: string, value: unknown, path: ValuePath): ErrorDetail => ({
  name: 'type',
  type,
  value,
  path,
  details: `The type of "${path[1]}" is incorrect, expected type: ${type}`,
})

function findSizeErrors(type: string, value: string | readonly unknown[], path: ValuePath): readonly ErrorDetail[] {
  const max = MAX_LENGTHS[type] ?? Number.POSITIVE_INFINITY
  return value.length > max ? [{ name: 'size', max, path, details: `Size must be at most ${max}.` }] : []
}
