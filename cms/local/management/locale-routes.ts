import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import {
  createNotFoundError,
  createUnsupportedError,
  createValidationError,
  type ErrorDetail,
  RestError,
} from '#local/http/rest-error.ts'
import type { StoredResource } from '#local/store/resource-table.ts'
import type { LocaleDefinition, Store } from '#local/store/store.ts'
import { listResources } from './list-resources.ts'
import { createId, expectVersion, getSentVersion, ignoredSysSchema, parseManagementBody } from './parse-request.ts'
import { removeLocaleFromContent } from './remove-from-content.ts'
import { toChangeSys } from './resource-sys.ts'

interface IdRoute {
  readonly Params: { readonly id: string }
}

/** Registers the locale endpoints. Locales have no drafts: each change takes effect immediately. */
export function registerLocaleRoutes(scope: FastifyInstance, store: Store): void {
  const { locales } = store
  const toResponse = createToResponse(store)
  const getLocale = (id: string) => {
    const locale = locales.get(id)
    if (locale) return locale
    throw createNotFoundError('Locale', id)
  }

  scope.get('/locales', async ({ query }) => listResources(locales, query, toResponse))

  scope.get<IdRoute>('/locales/:id', async ({ params }) => toResponse(getLocale(params.id)))

  scope.post('/locales', async ({ body }, reply) => {
    const locale = parseLocale(body, false)
    validateLocale(locale, null, locales.all())
    return reply.code(201).send(toResponse(locales.create(createId(), locale)))
  })

  scope.put<IdRoute>('/locales/:id', async ({ params: { id }, body, headers }) => {
    const current = getLocale(id)
    expectVersion(current, getSentVersion(headers))
    const locale = parseLocale(body, current.draft.default)
    if (locale.code !== current.draft.code)
      throw createUnsupportedError(`changing the code of the locale "${current.draft.code}"`)
    validateLocale(locale, id, locales.all())
    return toResponse(locales.save(id, locale))
  })

  scope.delete<IdRoute>('/locales/:id', async ({ params: { id } }, reply) => {
    const { draft } = getLocale(id)
    if (draft.default) throw new RestError('AccessDenied', 'Cannot delete a default locale')
    const dependent = locales.all().find((locale) => locale.draft.fallbackCode === draft.code)
    if (dependent) throw new RestError('BadRequest', `"${draft.code}" is the fallback of "${dependent.draft.code}"`)
    store.runTransaction(() => {
      removeLocaleFromContent(store, draft.code)
      locales.remove(id)
    })
    return reply.code(204).send()
  })
}

/** Parses a locale from a request body. Throws if it changes which locale is the default. */
function parseLocale(body: unknown, isDefault: boolean): LocaleDefinition {
  const {
    sys: _,
    internal_code: __,
    default: sentDefault = isDefault,
    ...locale
  } = parseManagementBody(localeBodySchema, body)
  if (sentDefault === isDefault) return { ...locale, default: isDefault }
  throw createValidationError([
    { name: 'default', path: ['default'], value: sentDefault, details: 'The default locale cannot be changed' },
  ])
}

const createToResponse =
  ({ locationSys }: Store) =>
  (locale: StoredResource<LocaleDefinition>) => ({
    ...locale.draft,
    internal_code: locale.draft.code,
    sys: { ...locationSys, type: 'Locale', ...toChangeSys(locale) },
  })

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

/** Throws if the locale conflicts with another one. `id` is `null` for a new locale. */
function validateLocale(
  locale: LocaleDefinition,
  id: string | null,
  all: readonly StoredResource<LocaleDefinition>[],
): void {
  const others = all.filter((other) => other.id !== id).map(({ draft }) => draft)
  const errors = [...findCodeErrors(locale, others), ...findFallbackErrors(locale, others)]
  if (errors.length > 0) throw createValidationError(errors)
}

const findCodeErrors = ({ code }: LocaleDefinition, others: readonly LocaleDefinition[]): readonly ErrorDetail[] =>
  others.some((other) => other.code === code)
    ? [{ name: 'taken', path: ['code'], value: code, details: `There is a locale "${code}"` }]
    : []

function findFallbackErrors(locale: LocaleDefinition, others: readonly LocaleDefinition[]): readonly ErrorDetail[] {
  const createErrors = (details: string) => [
    { name: 'fallbackCode', path: ['fallbackCode'], value: locale.fallbackCode, details },
  ]
  if (locale.fallbackCode === null) return []
  if (locale.default) return createErrors('The default locale has no fallback')
  let next = others.find(({ code }) => code === locale.fallbackCode)
  if (!next) return createErrors(`There is no locale "${locale.fallbackCode}"`)
  while (next) {
    const { fallbackCode }: LocaleDefinition = next
    if (fallbackCode === locale.code) return createErrors('The fallback locales must not form a cycle')
    next = others.find(({ code }) => code === fallbackCode)
  }
  return []
}
