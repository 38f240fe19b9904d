import type { FastifyInstance } from 'fastify'
import { SPACE } from '#cms/local/local-space.ts'
import { parametersOf } from '#cms/local/query/parameters.ts'
import { listBody, parseQuery } from '#cms/local/query/query.ts'
import type { Queryable } from '#cms/local/query/queryable.ts'
import { type Paths, type Shape, shapeOf } from '#cms/local/query/shape.ts'
import type { Store } from '#cms/local/store/store.ts'
import { contentTypeDocument, PUBLISHED_SYS, tagDocument } from './documents.ts'
import { deliveredLocales } from './locales.ts'
import { type ById, missing } from './place.ts'

const TAG_PATHS: Paths = {
  name: 'Symbol',
  'sys.id': 'Symbol',
  'sys.visibility': 'Symbol',
  'sys.createdAt': 'Date',
  'sys.updatedAt': 'Date',
}

/** The space itself, with its locales. */
export const spaceDocument = (store: Store) => ({
  sys: { type: 'Space', id: SPACE },
  name: 'Local',
  locales: deliveredLocales(store).map(({ draft: { code, name, default: isDefault, fallbackCode } }) => ({
    code,
    name,
    default: isDefault,
    fallbackCode,
  })),
})

/** What entries and assets are made of and wear: content types, locales, tags. Only public tags are known here. */
export function modelRoutes(scope: FastifyInstance, store: Store): void {
  const contentTypes = () =>
    store.contentTypes.all().flatMap((found) => (found.published ? contentTypeDocument(found, found.published) : []))
  const tags = () => store.tags.all().flatMap((tag) => (tag.draft.visibility === 'public' ? tagDocument(tag) : []))
  const locales = () =>
    deliveredLocales(store).map(({ id, version, draft: { code, name, default: isDefault, fallbackCode } }) => ({
      code,
      name,
      default: isDefault,
      fallbackCode,
      sys: { id, type: 'Locale', version },
    }))

  scope.get('/content_types', async ({ query }) =>
    list(query, contentTypes(), shapeOf({ ...PUBLISHED_SYS, name: 'Symbol' })),
  )
  scope.get<ById>('/content_types/:id', async ({ params, query }) =>
    one('ContentType', params.id, query, contentTypes()),
  )
  scope.get('/tags', async ({ query }) => list(query, tags(), shapeOf(TAG_PATHS)))
  scope.get<ById>('/tags/:id', async ({ params, query }) => one('Tag', params.id, query, tags()))
  scope.get('/locales', async ({ query }) => list(query, locales(), { ...shapeOf({}), ordered: true }))
}

const list = (query: unknown, items: readonly Queryable[], shape: Shape) =>
  listBody(parseQuery(parametersOf(query), shape).page(items, (item) => item))

function one<Item extends { readonly sys: { readonly id: string } }>(
  type: string,
  id: string,
  query: unknown,
  items: readonly Item[],
): Item {
  parametersOf(query).expectNone()
  const found = items.find(({ sys }) => sys.id === id)
  if (found) return found
  throw missing(type, id)
}
