import * as z from 'zod'
import { isLink } from '#cms/local/content-source.ts'
import type { ContentTypeDefinition, FieldDefinition, ItemsDefinition } from '#cms/local/content-type.ts'
import type { Flaw } from '#cms/local/rest-error.ts'
import type { FieldValues } from '#cms/local/store/store.ts'
import { LOCALE } from '#cms/model/locale.ts'

/** Field → locale → value, as entries and assets are sent. */
export const fieldValues = z.record(z.string(), z.record(z.string(), z.unknown())).default({})

/** Contentful's own limits (contentful.md, Limits): a draft may break a model's validations, but not these. */
const LONGEST: Readonly<Record<string, number>> = { Symbol: 256, Text: 50_000, Array: 1_000 }

/** What keeps values from being saved, even as a draft. */
export function draftFlaws({ id, fields }: ContentTypeDefinition, values: FieldValues): readonly Flaw[] {
  return Object.entries(values).flatMap(([name, byLocale]) => {
    const field = fields.find((one) => one.id === name)
    if (!field) return [unknown(['fields', name], `The content type "${id}" has no field "${name}"`)]
    return Object.entries(byLocale).flatMap(([locale, value]) => {
      const path = ['fields', name, locale]
      return locale === LOCALE ? valueFlaws(field, value, path) : [unknown(path, `There is no locale "${locale}"`)]
    })
  })
}

/** A value that is `null` is no value. */
export const withoutNulls = (values: z.output<typeof fieldValues>): FieldValues =>
  Object.fromEntries(
    Object.entries(values)
      .map(([name, byLocale]) => [name, Object.entries(byLocale).filter(([, value]) => value !== null)] as const)
      .filter(([, given]) => given.length > 0)
      .map(([name, given]) => [name, Object.fromEntries(given)]),
  )

const unknown = (path: readonly string[], details: string): Flaw => ({ name: 'unknown', path, details })

function valueFlaws(field: FieldDefinition, value: unknown, path: readonly (string | number)[]): readonly Flaw[] {
  const { type, items } = field
  if (type !== 'Array') return flawOf(field, value, path)
  if (!Array.isArray(value)) return [wrongType(type, value, path)]
  const inside = items ? value.flatMap((item, index) => flawOf(items, item, [...path, index])) : []
  return [...sizeFlaws(type, value, path), ...inside]
}

function flawOf(
  { type, linkType }: Pick<ItemsDefinition, 'type' | 'linkType'>,
  value: unknown,
  path: readonly (string | number)[],
): readonly Flaw[] {
  if (!isOfType(type, linkType, value)) return [wrongType(type, value, path)]
  return typeof value === 'string' ? sizeFlaws(type, value, path) : []
}

function isOfType(type: string, linkType: string | undefined, value: unknown): boolean {
  if (type === 'Link') return isLink(value) && value.sys.linkType === linkType
  if (type === 'Number') return typeof value === 'number'
  if (type === 'Integer') return Number.isInteger(value)
  if (type === 'Boolean') return typeof value === 'boolean'
  if (type === 'Date') return typeof value === 'string' && !Number.isNaN(Date.parse(value))
  return typeof value === 'string'
}

const wrongType = (type: string, value: unknown, path: readonly (string | number)[]): Flaw => ({
  name: 'type',
  type,
  value,
  path,
  details: `The type of "${path[1]}" is incorrect, expected type: ${type}`,
})

function sizeFlaws(
  type: string,
  value: string | readonly unknown[],
  path: readonly (string | number)[],
): readonly Flaw[] {
  const max = LONGEST[type] ?? Number.POSITIVE_INFINITY
  return value.length > max ? [{ name: 'size', max, path, details: `Size must be at most ${max}.` }] : []
}
