import type { FieldDefinition } from '#cms/graphql/content-type-definition.ts'
import { createInvalidParameterError } from './query-parameters.ts'

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

export function getFieldValueKind({ type, items }: FieldDefinition): ValueKind {
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
  return kind === 'Date' ? finite(instant(text)) : text
}

/** What is stored, as it is compared: dates by their instant. */
export function toComparable(kind: ValueKind, value: unknown): ComparableValue | undefined {
  if (kind === 'Date') return typeof value === 'string' ? instant(value) : undefined
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined
}

const finite = (value: number) => (Number.isFinite(value) ? value : undefined)

/** A time without a zone would be read in the zone of this machine. */
const instant = (text: string) => Date.parse(/T[\d:.]+$/.test(text) ? `${text}Z` : text)
