import { BLOCKS, type Document, INLINES, MARKS, validateRichTextDocument } from '@contentful/rich-text-types'
import * as z from 'zod'
import type {
  ArrayItemsDefinition,
  ContentTypeDefinition,
  FieldDefinition,
} from '#cms/graphql/content-type-definition.ts'
import { listRichTextNodes } from '#cms/graphql/rich-text-nodes.ts'
import { isLink } from '#cms/links.ts'
import { createUnsupportedError, type ErrorDetail, type ValuePath } from '#cms/local/http/rest-error.ts'
import type { FieldValues, LocaleDefinition } from '#cms/local/store/store.ts'
import { LOCALE } from '#shared/constants.ts'

/** Field → locale → value, as entries and assets are sent. */
export const fieldValuesSchema = z.record(z.string(), z.record(z.string(), z.unknown())).default({})

/** A value that is `null` is no value. */
export const removeNullValues = (values: z.output<typeof fieldValuesSchema>): FieldValues =>
  Object.fromEntries(
    Object.entries(values)
      .map(([name, byLocale]) => [name, Object.entries(byLocale).filter(([, value]) => value !== null)] as const)
      .filter(([, given]) => given.length > 0)
      .map(([name, given]) => [name, Object.fromEntries(given)]),
  )

/** Values of fields that the content type does not have. */
export const findUnknownFields = ({ id, fields }: ContentTypeDefinition, values: FieldValues): readonly ErrorDetail[] =>
  Object.keys(values)
    .filter((name) => !fields.some((field) => field.id === name))
    .map((name) => ({
      name: 'unknown',
      path: ['fields', name],
      details: `The content type "${id}" has no field "${name}"`,
    }))

/** What keeps values from being saved, even as a draft. */
export const validateDraft = (
  { fields }: ContentTypeDefinition,
  values: FieldValues,
  locales: readonly LocaleDefinition[],
): readonly ErrorDetail[] =>
  fields.flatMap((field) =>
    Object.entries(values[field.id] ?? {}).flatMap(([locale, value]) => {
      const path = ['fields', field.id, locale]
      const strange = localeFlaw(field, locale, locales)
      return strange ? [{ name: 'unknown', path, details: strange }] : validateValue(field, value, path)
    }),
  )

function localeFlaw(field: FieldDefinition, locale: string, locales: readonly LocaleDefinition[]): string | undefined {
  if (!locales.some(({ code }) => code === locale)) return `There is no locale "${locale}"`
  if (locale === LOCALE || field.localized) return undefined
  return `The field "${field.id}" is not localized: it has a value in "${LOCALE}" only`
}

/** Nodes that point into other spaces, which this stand-in does not have. */
const RESOURCES: readonly string[] = [BLOCKS.EMBEDDED_RESOURCE, INLINES.EMBEDDED_RESOURCE, INLINES.RESOURCE_HYPERLINK]

export const RICH_TEXT_NODE_TYPES: readonly string[] = [...Object.values(BLOCKS), ...Object.values(INLINES)].filter(
  (type) => !RESOURCES.includes(type),
)
export const RICH_TEXT_MARK_TYPES: readonly string[] = Object.values(MARKS)

/** Whatever might be a document: the official validator says whether it is one. */
const document = z.custom<Document>((value) => typeof value === 'object' && value !== null)

/** What keeps a document from being saved. Throws, with its name, where it holds what this stand-in does not know. */
function validateRichText(value: unknown, path: ValuePath): readonly ErrorDetail[] {
  const nodes = listRichTextNodes(value, path)
  const resource = nodes.find(({ nodeType }) => RESOURCES.includes(nodeType))
  if (resource) throw createUnsupportedError(`the rich text node ${resource.nodeType}`)
  const { success, data } = document.safeParse(value)
  if (!success) return [{ name: 'type', type: 'RichText', value, path, details: 'It must be a rich text document' }]
  const shape = validateRichTextDocument(data)
  const marks = nodes.flatMap((one) => one.marks.map((mark) => ({ mark, at: one.path })))
  return [
    ...shape.map(({ name, path: at = [], details }) => ({ name, path: [...path, ...at], details: details ?? name })),
    ...marks
      .filter(({ mark }) => !RICH_TEXT_MARK_TYPES.includes(mark))
      .map(({ mark, at }) => ({ name: 'in', path: [...at, 'marks'], value: mark, expected: RICH_TEXT_MARK_TYPES })),
  ]
}

/** A field, or what an array holds. */
export type ValueType = Pick<ArrayItemsDefinition, 'type' | 'linkType'>

/** Day, or day and time to the minute or finer, with an offset from UTC or without. */
const time = { offset: true, local: true } as const
const date = z.union([z.iso.date(), z.iso.datetime(time), z.iso.datetime({ ...time, precision: -1 })])
const location = z.strictObject({ lat: z.number().min(-90).max(90), lon: z.number().min(-180).max(180) })

/** Whether a value is what its type says. */
const TYPES: Readonly<Record<string, (value: unknown, linkType?: string) => boolean>> = {
  Symbol: (value) => typeof value === 'string',
  Text: (value) => typeof value === 'string',
  Integer: (value) => Number.isSafeInteger(value),
  Number: (value) => Number.isFinite(value),
  Boolean: (value) => typeof value === 'boolean',
  Date: (value) => date.safeParse(value).success,
  Object: (value) => typeof value === 'object' && value !== null,
  Location: (value) => location.safeParse(value).success,
  Link: (value, linkType) => isLink(value) && value.sys.linkType === linkType,
}

/** The types of fields that this stand-in knows, and of what an array may hold. */
export const FIELD_TYPES = [...Object.keys(TYPES), 'RichText', 'Array']
export const ITEM_TYPES = ['Symbol', 'Link']

/** Contentful's own limits (docs/contentful.md, Limits): a draft may break a model's validations, but not these. */
const LONGEST: Readonly<Record<string, number>> = { Symbol: 256, Text: 50_000, Array: 1_000 }

/** What keeps a value from being saved, even in a draft. */
function validateValue(
  field: ValueType & { readonly items?: ValueType | undefined },
  value: unknown,
  path: ValuePath,
): readonly ErrorDetail[] {
  if (field.type === 'RichText') return validateRichText(value, path)
  if (field.type !== 'Array') return flawsOf(field, value, path)
  if (!Array.isArray(value)) return [wrongType(field.type, value, path)]
  const { items } = field
  const inside = items ? value.flatMap((item, index) => flawsOf(items, item, [...path, index])) : []
  return [...sizeFlaws(field.type, value, path), ...inside]
}

function flawsOf({ type, linkType }: ValueType, value: unknown, path: ValuePath): readonly ErrorDetail[] {
  if (!TYPES[type]?.(value, linkType)) return [wrongType(type, value, path)]
  return typeof value === 'string' ? sizeFlaws(type, value, path) : []
}

const wrongType = (type: string, value: unknown, path: ValuePath): ErrorDetail => ({
  name: 'type',
  type,
  value,
  path,
  details: `The type of "${path[1]}" is incorrect, expected type: ${type}`,
})

function sizeFlaws(type: string, value: string | readonly unknown[], path: ValuePath): readonly ErrorDetail[] {
  const max = LONGEST[type] ?? Number.POSITIVE_INFINITY
  return value.length > max ? [{ name: 'size', max, path, details: `Size must be at most ${max}.` }] : []
}
