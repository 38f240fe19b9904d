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
  const service = createResourceService<LocaleDefinition>(
    {
      type: 'Locale',
      table: locales,
      parse: (request) => parseLocale(store, request),
      toResponse: (locale) => ({
        ...locale.draft,
        internal_code: locale.draft.code,
        sys: toResourceSys('Locale', locale),
      }),
      checkRemovable: ({ draft }) => {
        if (draft.default) throw new RestError('AccessDenied', 'Cannot delete a default locale')
        const dependent = locales.all().find((locale) => locale.draft.fallbackCode === draft.code)
        if (dependent) throw new RestError('BadRequest', `"${draft.code}" is the fallback of "${dependent.draft.code}"`)
      },
      beforeRemove: ({ draft: { code } }) => {
        for (const resources of [entries, assets]) rewriteFields(resources, (fields) => removeLocale(fields, code))
      },
    },
    store,
  )
  registerResourceRoutes(scope, '/locales', service, ['create'])
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
  const locale = { ...sent, default: isDefault }
  const others = locales.all().flatMap((other) => (other.id === id ? [] : [other.draft]))
  const errors = [
    ...((sent.default ?? isDefault) === isDefault
      ? []
      : [{ name: 'default', path: ['default'], value: sent.default, details: 'The default locale cannot be changed' }]),
    ...(others.some(({ code }) => code === locale.code)
      ? [{ name: 'taken', path: ['code'], value: locale.code, details: `There is a locale "${locale.code}"` }]
      : []),
    ...findFallbackErrors(locale, others),
  ]
  if (errors.length > 0) throw createValidationError(errors)
  return locale
}

function findFallbackErrors(locale: LocaleDefinition, others: readonly LocaleDefinition[]): readonly ErrorDetail[] {
  const { code, fallbackCode } = locale
  const createErrors = (details: string) => [
    { name: 'fallbackCode', path: ['fallbackCode'], value: fallbackCode, details },
  ]
  if (fallbackCode === null) return []
  if (locale.default) return createErrors('The default locale has no fallback')
  let next = others.find((other) => other.code === fallbackCode)
  if (!next) return createErrors(`There is no locale "${fallbackCode}"`)
  while (next) {
    const { fallbackCode: nextCode }: LocaleDefinition = next
    if (nextCode === code) return createErrors('The fallback locales must not form a cycle')
    next = others.find((other) => other.code === nextCode)
  }
  return []
}
