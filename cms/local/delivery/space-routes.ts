import type { FastifyInstance } from 'fastify'
import { LOCAL_SPACE_ID } from '#cms/local/local-space.ts'
import { createListBody, parseListQuery } from '#cms/local/query/list-query.ts'
import { createListSchema, type ListSchema, type ValueKindsByPath } from '#cms/local/query/list-schema.ts'
import { parseQueryParameters } from '#cms/local/query/query-parameters.ts'
import type { QueryableItem } from '#cms/local/query/queryable.ts'
import type { Store } from '#cms/local/store/store.ts'
import { DELIVERY_SYS_PATHS, toContentTypeDocument, toTagDocument } from './documents.ts'
import { getDeliveryLocales } from './locales.ts'
import { createDeliveryNotFoundError, type ResourceByIdRoute } from './place.ts'

const TAG_PATHS: ValueKindsByPath = {
  name: 'Symbol',
  'sys.id': 'Symbol',
  'sys.visibility': 'Symbol',
  'sys.createdAt': 'Date',
  'sys.updatedAt': 'Date',
}

/** The space itself, with its locales. */
export const toSpaceDocument = (store: Store) => ({
  sys: { type: 'Space', id: LOCAL_SPACE_ID },
  name: 'Local',
  locales: getDeliveryLocales(store).map(({ draft: { code, name, default: isDefault, fallbackCode } }) => ({
    code,
    name,
    default: isDefault,
    fallbackCode,
  })),
})

/** What entries and assets are made of and wear: content types, locales, tags. Only public tags are known here. */
export function registerModelRoutes(scope: FastifyInstance, store: Store): void {
  const contentTypes = () =>
    store.contentTypes.all().flatMap((found) => (found.published ? toContentTypeDocument(found, found.published) : []))
  const tags = () => store.tags.all().flatMap((tag) => (tag.draft.visibility === 'public' ? toTagDocument(tag) : []))
  const locales = () =>
    getDeliveryLocales(store).map(({ id, version, draft: { code, name, default: isDefault, fallbackCode } }) => ({
      code,
      name,
      default: isDefault,
      fallbackCode,
      sys: { id, type: 'Locale', version },
    }))

  scope.get('/content_types', async ({ query }) =>
    list(query, contentTypes(), createListSchema({ ...DELIVERY_SYS_PATHS, name: 'Symbol' })),
  )
  scope.get<ResourceByIdRoute>('/content_types/:id', async ({ params, query }) =>
    one('ContentType', params.id, query, contentTypes()),
  )
  scope.get('/tags', async ({ query }) => list(query, tags(), createListSchema(TAG_PATHS)))
  scope.get<ResourceByIdRoute>('/tags/:id', async ({ params, query }) => one('Tag', params.id, query, tags()))
  scope.get('/locales', async ({ query }) => list(query, locales(), { ...createListSchema({}), hasOwnOrder: true }))
}

const list = (query: unknown, items: readonly QueryableItem[], shape: ListSchema) =>
  createListBody(parseListQuery(parseQueryParameters(query), shape).getPage(items, (item) => item))

function one<Item extends { readonly sys: { readonly id: string } }>(
  type: string,
  id: string,
  query: unknown,
  items: readonly Item[],
): Item {
  parseQueryParameters(query).expectEmpty()
  const found = items.find(({ sys }) => sys.id === id)
  if (found) return found
  throw createDeliveryNotFoundError(type, id)
}
