import type { FastifyInstance } from 'fastify'
import {
  createNotFoundError,
  createUnsupportedError,
  createValidationError,
  RestError,
} from '#cms/local/http/rest-error.ts'
import type { StoredResource } from '#cms/local/store/resource-table.ts'
import type { LocaleDefinition, Store } from '#cms/local/store/store.ts'
import { listResources } from './list-resources.ts'
import { localeBodySchema, validateLocale } from './locale-rules.ts'
import { parseRequestBody } from './parse-request.ts'
import { removeLocaleFromContent } from './remove-from-content.ts'
import { LOCAL_SPACE_SYS } from './resource-sys.ts'
import { createId, expectVersion, getSentVersion } from './versions.ts'

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
  const { sys: _, internal_code: __, default: sent = isDefault, ...locale } = parseRequestBody(localeBodySchema, body)
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
