import type { ContentTypeDefinition, FieldDefinition } from '#cms/graphql/content-type-definition.ts'
import { parseTimestamp } from '#cms/graphql/field-values.ts'
import {
  createInvalidParameterError,
  getValuesAt,
  type QueryableItem,
  type QueryParameters,
} from './query-parameters.ts'

/** What a list can be asked for. */
export interface ListSchema {
  readonly valueKinds: ReadonlyMap<string, ValueKind>
  /** Where the full-text search looks; absent: this list has none. */
  readonly getTextPaths?: (item: QueryableItem) => readonly string[]
  /** Whether its items come in an order of their own, where none is asked for. */
  readonly hasOwnOrder?: boolean
  /** Whether its items link to others. */
  readonly hasLinks?: boolean
  /** Why there is nothing at a path, where the answer is not plain: it follows the parameter's name. */
  readonly explainMissing?: (path: string) => string | undefined
}

export type ValueKindsByPath = Readonly<Record<string, ValueKind>>

export const createListSchema = (paths: ValueKindsByPath): ListSchema => ({
  valueKinds: new Map(Object.entries(paths)),
})

/** A list's `content_type`, where it names one. Throws where that is not there. */
export function takeContentType(
  parameters: QueryParameters,
  typeOf: (id: string) => ContentTypeDefinition | undefined,
): ContentTypeDefinition | undefined {
  const id = parameters.take('content_type')
  if (id === undefined) return undefined
  const type = typeOf(id)
  if (type) return type
  const errors = [{ name: 'unknownContentType', value: id }]
  throw createInvalidParameterError('content_type', `names "${id}": there is no such content type`, { errors })
}

/** `asked`: the content type that the request names; without one, no field can be asked for. */
export function createEntryListSchema(
  sys: ValueKindsByPath,
  asked: ContentTypeDefinition | undefined,
  typeOf: (id: string) => ContentTypeDefinition | undefined,
): ListSchema {
  return {
    valueKinds: new Map<string, ValueKind>([
      ...Object.entries({ ...sys, 'sys.contentType.sys.id': 'Symbol', ...TAGS } satisfies ValueKindsByPath),
      ...fieldPaths(asked),
    ]),
    getTextPaths: (item) => {
      const [id] = getValuesAt(item, ['sys', 'contentType', 'sys', 'id'])
      return textPaths(typeof id === 'string' ? typeOf(id) : undefined)
    },
    hasLinks: true,
    explainMissing: (path) => {
      const [root, field] = path.split('.')
      if (root !== 'fields') return undefined
      if (!asked) return 'asks for a field: that needs the parameter "content_type" too'
      return asked.fields.some(({ id }) => id === field)
        ? `asks for something in the field "${field}" that the local Contentful does not know`
        : `names a field that the content type "${asked.id}" does not have: "${field}"`
    },
  }
}

const fieldPaths = (type: ContentTypeDefinition | undefined): readonly (readonly [string, ValueKind])[] =>
  (type?.fields ?? []).flatMap((field): readonly (readonly [string, ValueKind])[] => {
    const path = `fields.${field.id}`
    const own = [path, getFieldValueKind(field)] as const
    if (field.type === 'Link') return [own, [`${path}.sys.id`, 'Symbol']]
    return field.items?.type === 'Link' ? [own, [`${path}.sys.id`, 'Symbols']] : [own]
  })

const textPaths = (type: ContentTypeDefinition | undefined): readonly string[] =>
  (type?.fields ?? [])
    .filter((field) => ['Symbol', 'Symbols', 'Text', 'RichText'].includes(getFieldValueKind(field)))
    .map(({ id }) => `fields.${id}`)

const TAGS: ValueKindsByPath = { 'metadata.tags': 'Opaque', 'metadata.tags.sys.id': 'Symbols' }

export const createAssetListSchema = (sys: ValueKindsByPath): ListSchema => ({
  ...createListSchema({ ...sys, ...TAGS, ...ASSET_FIELDS }),
  getTextPaths: () => ['fields.title', 'fields.description', 'fields.file.fileName'],
})

const ASSET_FIELDS: ValueKindsByPath = {
  'fields.title': 'Symbol',
  'fields.description': 'Text',
  'fields.file': 'Opaque',
  'fields.file.fileName': 'Symbol',
  'fields.file.contentType': 'Symbol',
  'fields.file.url': 'Symbol',
  'fields.file.details.size': 'Integer',
}

/** How the values at a path are compared. `Opaque`: they only are there or not. */
export type ValueKind =
  | 'Symbol'
  | 'Symbols'
  | 'Text'
  | 'RichText'
  | 'Integer'
  | 'Number'
  | 'Boolean'
  | 'Date'
  | 'Opaque'

export type FilterOperator = 'eq' | 'ne' | 'in' | 'nin' | 'all' | 'exists' | 'match' | 'lt' | 'lte' | 'gt' | 'gte'

const EQUALITY = ['eq', 'ne', 'in', 'nin', 'exists'] as const
const RANGE = [...EQUALITY, 'lt', 'lte', 'gt', 'gte'] as const
const TEXT = [...EQUALITY, 'all', 'match'] as const

/** The filters that the official client's types give to each type of field. */
export const FILTER_OPERATORS: Readonly<Record<ValueKind, readonly FilterOperator[]>> = {
  Symbol: TEXT,
  Symbols: TEXT,
  Text: TEXT,
  RichText: ['exists', 'match'],
  Integer: RANGE,
  Number: RANGE,
  Boolean: EQUALITY,
  Date: RANGE,
  Opaque: ['exists'],
}

export const isOrderable = (kind: ValueKind) => ['Symbol', 'Integer', 'Number', 'Boolean', 'Date'].includes(kind)

function getFieldValueKind({ type, items }: FieldDefinition): ValueKind {
  if (type === 'Array') return items?.type === 'Symbol' ? 'Symbols' : 'Opaque'
  return isKind(type) ? type : 'Opaque'
}

const isKind = (type: string): type is ValueKind => Object.hasOwn(FILTER_OPERATORS, type)

export type ComparableValue = string | number | boolean

/** What a request writes, as a value of this kind. Throws where it is none. */
export function parseFilterValue(parameter: string, kind: ValueKind, text: string): ComparableValue {
  const value = parsed(kind, text)
  if (value !== undefined) return value
  throw createInvalidParameterError(parameter, `must be a ${kind}, not "${text}"`)
}

function parsed(kind: ValueKind, text: string): ComparableValue | undefined {
  if (kind === 'Boolean') return text === 'true' || (text === 'false' ? false : undefined)
  if (kind === 'Integer' || kind === 'Number') return text.trim() === '' ? undefined : finite(Number(text))
  return kind === 'Date' ? finite(parseTimestamp(text)) : text
}

/** What is stored, as it is compared: dates by their instant. */
export function toComparable(kind: ValueKind, value: unknown): ComparableValue | undefined {
  if (kind === 'Date') return typeof value === 'string' ? parseTimestamp(value) : undefined
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined
}

const finite = (value: number) => (Number.isFinite(value) ? value : undefined)
