import type { ContentTypeDefinition, FieldDefinition } from '#local/graphql/content-type-definition.ts'
import { parseTimestamp } from '#local/graphql/filter-criteria.ts'
import {
  createInvalidParameterError,
  getValuesAt,
  type QueryableItem,
  type QueryParameters,
} from './query-parameters.ts'

/** The properties of a list's items that can be filtered and sorted by. */
export interface ListSchema {
  /** By path, for example `fields.title`. */
  readonly valueKinds: ReadonlyMap<string, ValueKind>
  /** The paths that the full-text search covers. Absent if the list has no full-text search. */
  readonly getTextPaths?: (item: QueryableItem) => readonly string[]
  /** Whether the items keep the given order if the request has no `order`. */
  readonly hasOwnOrder?: boolean
  /** Whether the items are assets, which can be filtered by `mimetype_group`. */
  readonly hasFiles?: boolean
  /** Whether the items can be filtered by their links. */
  readonly hasLinks?: boolean
  /** The reason why a path is invalid, to follow the parameter name in a message. `undefined` for the default message. */
  readonly explainMissing?: (path: string) => string | undefined
}

/** Value kinds by path. */
export type ValueKindsByPath = Readonly<Record<string, ValueKind>>

/** A schema with fixed paths. */
export const createListSchema = (paths: ValueKindsByPath): ListSchema => ({
  valueKinds: new Map(Object.entries(paths)),
})

/** Takes the parameter `content_type`. Throws if the content type does not exist. */
export function takeContentType(
  parameters: QueryParameters,
  getContentType: (id: string) => ContentTypeDefinition | undefined,
): ContentTypeDefinition | undefined {
  const id = parameters.take('content_type')
  if (id === undefined) return undefined
  const type = getContentType(id)
  if (type) return type
  const errors = [{ name: 'unknownContentType', value: id }]
  throw createInvalidParameterError('content_type', `is "${id}": there is no such content type`, { errors })
}

/** The schema of entries. Fields can only be filtered by if the request has a `contentType`. */
export function createEntryListSchema(
  sys: ValueKindsByPath,
  contentType: ContentTypeDefinition | undefined,
  getContentType: (id: string) => ContentTypeDefinition | undefined,
): ListSchema {
  return {
    valueKinds: new Map<string, ValueKind>([
      ...Object.entries({ ...sys, 'sys.contentType.sys.id': 'Symbol', ...TAG_PATHS } satisfies ValueKindsByPath),
      ...listFieldPaths(contentType),
    ]),
    getTextPaths: (item) => {
      const [id] = getValuesAt(item, ['sys', 'contentType', 'sys', 'id'])
      return listTextPaths(typeof id === 'string' ? getContentType(id) : undefined)
    },
    hasLinks: true,
    explainMissing: (path) => {
      const [root, field] = path.split('.')
      if (root !== 'fields') return undefined
      if (!contentType) return 'is a field: that needs the parameter "content_type" too'
      return contentType.fields.some(({ id }) => id === field)
        ? `is a path in the field "${field}" that the local Contentful does not support`
        : `is a field that the content type "${contentType.id}" does not have: "${field}"`
    },
  }
}

const listFieldPaths = (type: ContentTypeDefinition | undefined): readonly (readonly [string, ValueKind])[] =>
  (type?.fields ?? []).flatMap((field): readonly (readonly [string, ValueKind])[] => {
    const path = `fields.${field.id}`
    const fieldPath = [path, getFieldValueKind(field)] as const
    if (field.type === 'Link') return [fieldPath, [`${path}.sys.id`, 'Symbol']]
    return field.items?.type === 'Link' ? [fieldPath, [`${path}.sys.id`, 'Symbols']] : [fieldPath]
  })

const listTextPaths = (type: ContentTypeDefinition | undefined): readonly string[] =>
  (type?.fields ?? [])
    .filter((field) => ['Symbol', 'Symbols', 'Text', 'RichText'].includes(getFieldValueKind(field)))
    .map(({ id }) => `fields.${id}`)

const TAG_PATHS: ValueKindsByPath = { 'metadata.tags': 'Opaque', 'metadata.tags.sys.id': 'Symbols' }

/** The schema of assets. */
export const createAssetListSchema = (sys: ValueKindsByPath): ListSchema => ({
  ...createListSchema({ ...sys, ...TAG_PATHS, ...ASSET_FIELD_PATHS }),
  getTextPaths: () => ['fields.title', 'fields.description', 'fields.file.fileName'],
  hasFiles: true,
})

const ASSET_FIELD_PATHS: ValueKindsByPath = {
  'fields.title': 'Symbol',
  'fields.description': 'Text',
  'fields.file': 'Opaque',
  'fields.file.fileName': 'Symbol',
  'fields.file.contentType': 'Symbol',
  'fields.file.url': 'Symbol',
  'fields.file.details.size': 'Integer',
}

/** How the values at a path are compared. `Opaque` values can only be tested for existence. */
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

const EQUALITY_OPERATORS = ['eq', 'ne', 'in', 'nin', 'exists'] as const
const RANGE_OPERATORS = [...EQUALITY_OPERATORS, 'lt', 'lte', 'gt', 'gte'] as const
const TEXT_OPERATORS = [...EQUALITY_OPERATORS, 'all', 'match'] as const

/** The operators for each kind, as in the types of the official client. */
export const FILTER_OPERATORS: Readonly<Record<ValueKind, readonly FilterOperator[]>> = {
  Symbol: TEXT_OPERATORS,
  Symbols: TEXT_OPERATORS,
  Text: TEXT_OPERATORS,
  RichText: ['exists', 'match'],
  Integer: RANGE_OPERATORS,
  Number: RANGE_OPERATORS,
  Boolean: EQUALITY_OPERATORS,
  Date: RANGE_OPERATORS,
  Opaque: ['exists'],
}

/** Whether a list can be sorted by values of this kind. */
export const isOrderable = (kind: ValueKind) => ['Symbol', 'Integer', 'Number', 'Boolean', 'Date'].includes(kind)

function getFieldValueKind({ type, items }: FieldDefinition): ValueKind {
  if (type === 'Array') return items?.type === 'Symbol' ? 'Symbols' : 'Opaque'
  return isValueKind(type) ? type : 'Opaque'
}

const isValueKind = (type: string): type is ValueKind => Object.hasOwn(FILTER_OPERATORS, type)

/** A value in the form that filters and sorting compare. */
export type ComparableValue = string | number | boolean

/** Parses the value of a filter. Throws `InvalidQuery` if it is not of this kind. */
export function parseFilterValue(parameter: string, kind: ValueKind, text: string): ComparableValue {
  const value = parseValue(kind, text)
  if (value !== undefined) return value
  throw createInvalidParameterError(parameter, `must be a ${kind}, not "${text}"`)
}

function parseValue(kind: ValueKind, text: string): ComparableValue | undefined {
  if (kind === 'Boolean') return text === 'true' || (text === 'false' ? false : undefined)
  if (kind === 'Integer' || kind === 'Number') return text.trim() === '' ? undefined : toFinite(Number(text))
  return kind === 'Date' ? toFinite(parseTimestamp(text)) : text
}

/** Converts a stored value for comparison. Dates become timestamps in ms. */
export function toComparable(kind: ValueKind, value: unknown): ComparableValue | undefined {
  if (kind === 'Date') return typeof value === 'string' ? parseTimestamp(value) : undefined
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined
}

const toFinite = (value: number) => (Number.isFinite(value) ? value : undefined)
