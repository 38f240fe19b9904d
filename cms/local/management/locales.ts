import type { FastifyInstance } from 'fastify'
import { invalid, notFound, RestError, unsupported } from '#cms/local/rest-error.ts'
import type { Resource } from '#cms/local/store/resources.ts'
import type { LocaleDefinition, Store } from '#cms/local/store/store.ts'
import { bodyOf } from './body.ts'
import { eraseLocale } from './erase.ts'
import { resourceList } from './list-query.ts'
import { checkLocale, localeBody } from './locale-rules.ts'
import { PLACE } from './sys.ts'
import { expectVersion, newId, sentVersion } from './versions.ts'

interface ById {
  readonly Params: { readonly id: string }
}

/** The languages of the space. They have no drafts: what is written holds. */
export function localeRoutes(scope: FastifyInstance, store: Store): void {
  const { locales } = store
  const existing = (id: string) => {
    const found = locales.get(id)
    if (found) return found
    throw notFound('Locale', id)
  }

  scope.get('/locales', async ({ query }) => resourceList(locales, query, answerOf))

  scope.get<ById>('/locales/:id', async ({ params }) => answerOf(existing(params.id)))

  scope.post('/locales', async ({ body }, reply) => {
    const locale = definition(body, false)
    checkLocale(locale, null, locales.all())
    return reply.code(201).send(answerOf(locales.create(newId(), locale)))
  })

  scope.put<ById>('/locales/:id', async ({ params: { id }, body, headers }) => {
    const found = existing(id)
    expectVersion(found, sentVersion(headers))
    const locale = definition(body, found.draft.default)
    if (locale.code !== found.draft.code) throw unsupported(`another code for the locale "${found.draft.code}"`)
    checkLocale(locale, id, locales.all())
    return answerOf(locales.save(id, locale))
  })

  scope.delete<ById>('/locales/:id', async ({ params: { id } }, reply) => {
    const { draft } = existing(id)
    if (draft.default) throw new RestError('AccessDenied', 'Cannot delete a default locale')
    const heir = locales.all().find((one) => one.draft.fallbackCode === draft.code)
    if (heir) throw new RestError('BadRequest', `"${draft.code}" is the fallback of "${heir.draft.code}"`)
    store.together(() => {
      eraseLocale(store, draft.code)
      locales.remove(id)
    })
    return reply.code(204).send()
  })
}

function definition(body: unknown, isDefault: boolean): LocaleDefinition {
  const { sys: _, internal_code: __, default: sent = isDefault, ...locale } = bodyOf(localeBody, body)
  if (sent === isDefault) return { ...locale, default: isDefault }
  throw invalid([{ name: 'default', path: ['default'], value: sent, details: 'The default locale cannot be changed' }])
}

const answerOf = ({ id, version, createdAt, updatedAt, draft }: Resource<LocaleDefinition>) => ({
  ...draft,
  internal_code: draft.code,
  sys: { ...PLACE, type: 'Locale', id, version, createdAt, updatedAt },
})
