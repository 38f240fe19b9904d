import * as z from 'zod'
import { createValidationError, type ErrorDetail } from '#cms/local/http/rest-error.ts'
import type { StoredResource } from '#cms/local/store/resource-table.ts'
import type { LocaleDefinition } from '#cms/local/store/store.ts'
import { sysSchema } from './parse-request.ts'

/** A language as it is sent. Which one is the default is settled with the space. */
export const localeBodySchema = z.strictObject({
  sys: sysSchema,
  name: z.string().min(1),
  code: z.string().regex(/^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*$/),
  fallbackCode: z.string().nullable().default(null),
  optional: z.boolean().default(false),
  contentDeliveryApi: z.boolean().default(true),
  contentManagementApi: z.boolean().default(true),
  default: z.boolean().optional(),
  internal_code: z.string().optional(),
})

/** Throws where a language cannot stand beside the others. `id` is its own, `null` before it has one. */
export function validateLocale(
  locale: LocaleDefinition,
  id: string | null,
  all: readonly StoredResource<LocaleDefinition>[],
): void {
  const others = all.filter((one) => one.id !== id).map(({ draft }) => draft)
  const flaws = [...takenFlaws(locale, others), ...fallbackFlaws(locale, others)]
  if (flaws.length > 0) throw createValidationError(flaws)
}

const takenFlaws = ({ code }: LocaleDefinition, others: readonly LocaleDefinition[]): readonly ErrorDetail[] =>
  others.some((one) => one.code === code)
    ? [{ name: 'taken', path: ['code'], value: code, details: `There is a locale "${code}"` }]
    : []

function fallbackFlaws(locale: LocaleDefinition, others: readonly LocaleDefinition[]): readonly ErrorDetail[] {
  const flaw = (details: string) => [
    { name: 'fallbackCode', path: ['fallbackCode'], value: locale.fallbackCode, details },
  ]
  if (locale.fallbackCode === null) return []
  if (locale.default) return flaw('The default locale has no fallback')
  let next = others.find(({ code }) => code === locale.fallbackCode)
  if (!next) return flaw(`There is no locale "${locale.fallbackCode}"`)
  while (next) {
    const { fallbackCode }: LocaleDefinition = next
    if (fallbackCode === locale.code) return flaw('The fallbacks would go round in a circle')
    next = others.find(({ code }) => code === fallbackCode)
  }
  return []
}
