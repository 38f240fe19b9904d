import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { createUnsupportedError, createValidationError, type ErrorDetail, RestError } from '#local/http/rest-error.ts'
import type { FieldValues, LocaleDefinition, Store } from '#local/store/store.ts'
import { rewriteFields } from './content-type-changes.ts'
import { ignoredSysSchema, parseManagementBody } from './parse-request.ts'
import { createResourceService, registerResourceRoutes, type WriteRequest } from './resource-routes.ts'
import { toResourceSys } from './resource-sys.ts'

/** Request body of a locale. The default locale cannot change. */
const localeBodySchema = z.strictObject({
  sys: ignoredSysSchema,
  name: z.string().min(1),
  code: z.string().regex(/^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*$/),
  fallbackCode: z.string().nullable().default(null),
  optional: z.boolean().default(false),
  contentDeliveryApi: z.boolean().default(true),
  contentManagementApi: z.boolean().default(true),
  default: z.boolean().optional(),
  internal_code: z.string().optional(),
})

/** Registers the locale endpoints. Locales have no drafts: each change takes effect immediately. */
export function registerLocaleRoutes(scope: FastifyInstance, store: Store): void {
  const { locales, entries, assets } = store
  const service = createResourceService<LocaleDefinition>(store, {
    type: 'Locale',
    path: '/locales',
    can: ['create', 'delete'],
    table: locales,
    parse: (request) => parseLocale(store, request),
    toResponse: (locale) => ({
      ...locale.draft,
      internal_code: locale.draft.code,
      sys: toResourceSys('Locale', locale, store.locationSys),
    }),
    checkRemovable: ({ draft }) => {
      if (draft.default) throw new RestError('AccessDenied', 'Cannot delete a default locale')
      const dependent = locales.all().find((locale) => locale.draft.fallbackCode === draft.code)
      if (dependent) throw new RestError('BadRequest', `"${draft.code}" is the fallback of "${dependent.draft.code}"`)
    },
    beforeRemove: ({ draft: { code } }) => {
      for (const resources of [entries, assets]) rewriteFields(resources, (fields) => removeLocale(fields, code))
    },
  })
  registerResourceRoutes(scope, service)
}

function removeLocale(fields: FieldValues, code: string): FieldValues {
  const remaining = Object.entries(fields).map(([name, { [code]: _, ...values }]) => [name, values] as const)
  return Object.fromEntries(remaining.filter(([, values]) => Object.keys(values).length > 0))
}

/** Parses a locale from a request body. Throws if it changes the default locale or conflicts with another locale. */
function parseLocale({ locales }: Store, { id, body, current }: WriteRequest<LocaleDefinition>): LocaleDefinition {
  const { sys: _, internal_code: __, ...sent } = parseManagementBody(localeBodySchema, body)
  const isDefault = current?.draft.default ?? false
  if (current && sent.code !== current.draft.code)
    throw createUnsupportedError(`changing the code of the locale "${current.draft.code}"`)
  if (sent.default !== undefined && sent.default !== isDefault) {
    const details = 'The default locale cannot be changed'
    throw createValidationError([{ name: 'default', path: ['default'], value: sent.default, details }])
  }
  const locale = { ...sent, default: isDefault }
  const others = locales.all().flatMap((other) => (other.id === id ? [] : [other.draft]))
  const conflict = findConflict(locale, others)
  if (conflict) throw createValidationError([conflict])
  return locale
}

/** Finds the first conflict of a locale with the other locales. */
function findConflict(locale: LocaleDefinition, others: readonly LocaleDefinition[]): ErrorDetail | undefined {
  const { code, fallbackCode } = locale
  if (others.some((other) => other.code === code))
    return { name: 'taken', path: ['code'], value: code, details: `There is a locale "${code}"` }
  const createError = (details: string) => ({
    name: 'fallbackCode',
    path: ['fallbackCode'],
    value: fallbackCode,
    details,
  })
  if (fallbackCode === null) return undefined
  if (locale.default) return createError('The default locale has no fallback')
  let next = others.find((other) => other.code === fallbackCode)
  if (!next) return createError(`There is no locale "${fallbackCode}"`)
  while (next) {
    const { fallbackCode: nextCode }: LocaleDefinition = next
    if (nextCode === code) return createError('The fallback locales must not form a cycle')
    next = others.find((other) => other.code === nextCode)
  }
  return undefined
}
