import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import {
  createNotFoundError,
  createUnsupportedError,
  createValidationError,
  type ErrorDetail,
  RestError,
} from '#cms/local/http/rest-error.ts'
import type { StoredResource } from '#cms/local/store/resource-table.ts'
import type { LocaleDefinition, Store } from '#cms/local/store/store.ts'
import { listResources } from './list-resources.ts'
import { createId, expectVersion, getSentVersion, ignoredSysSchema, parseManagementBody } from './parse-request.ts'
import { removeLocaleFromContent } from './remove-from-content.ts'
import { LOCAL_SPACE_SYS } from './resource-sys.ts'

interface ById {
  readonly Params: { readonly id: string }
}

/** The languages of the space. They have no drafts: what is written holds. */
export function registerLocaleRoutes(scope: FastifyInstance, store: Store): void {
  const { locales } = store
  const existing = (id: string) => {
    const found = locales.get(id)
    if (found) return found
    throw createNotFoundError('Locale', id)
  }

  scope.get('/locales', async ({ query }) => listResources(locales, query, answerOf))

  scope.get<ById>('/locales/:id', async ({ params }) => answerOf(existing(params.id)))

  scope.post('/locales', async ({ body }, reply) => {
    const locale = definition(body, false)
    validateLocale(locale, null, locales.all())
    return reply.code(201).send(answerOf(locales.create(createId(), locale)))
  })

  scope.put<ById>('/locales/:id', async ({ params: { id }, body, headers }) => {
    const found = existing(id)
    expectVersion(found, getSentVersion(headers))
    const locale = definition(body, found.draft.default)
    if (locale.code !== found.draft.code)
      throw createUnsupportedError(`another code for the locale "${found.draft.code}"`)
    validateLocale(locale, id, locales.all())
    return answerOf(locales.save(id, locale))
  })

  scope.delete<ById>('/locales/:id', async ({ params: { id } }, reply) => {
    const { draft } = existing(id)
    if (draft.default) throw new RestError('AccessDenied', 'Cannot delete a default locale')
    const heir = locales.all().find((one) => one.draft.fallbackCode === draft.code)
    if (heir) throw new RestError('BadRequest', `"${draft.code}" is the fallback of "${heir.draft.code}"`)
    store.runTransaction(() => {
      removeLocaleFromContent(store, draft.code)
      locales.remove(id)
    })
    return reply.code(204).send()
  })
}

function definition(body: unknown, isDefault: boolean): LocaleDefinition {
  const {
    sys: _,
    internal_code: __,
    default: sent = isDefault,
    ...locale
  } = parseManagementBody(localeBodySchema, body)
  if (sent === isDefault) return { ...locale, default: isDefault }
  throw createValidationError([
    { name: 'default', path: ['default'], value: sent, details: 'The default locale cannot be changed' },
  ])
}

const answerOf = ({ id, version, createdAt, updatedAt, draft }: StoredResource<LocaleDefinition>) => ({
  ...draft,
  internal_code: draft.code,
  sys: { ...LOCAL_SPACE_SYS, type: 'Locale', id, version, createdAt, updatedAt },
})

/** A language as it is sent. Which one is the default is settled with the space. */
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

/** Throws where a language cannot stand beside the others. `id` is its own, `null` before it has one. */
function validateLocale(
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
