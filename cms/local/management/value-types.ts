import * as z from 'zod'
import { isLink } from '#cms/graphql/content-source.ts'
import type { ArrayItemsDefinition } from '#cms/graphql/content-type-definition.ts'
import type { ErrorDetail, ValuePath } from '#cms/local/http/rest-error.ts'
import { validateRichText } from './rich-text.ts'

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
export function validateValue(
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
