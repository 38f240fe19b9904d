import type { FastifyInstance } from 'fastify'
import { parametersOf } from '#cms/local/query/parameters.ts'
import { askedType, assetShape, entryShape } from '#cms/local/query/shape.ts'
import type { Store } from '#cms/local/store/store.ts'
import { contentList } from './content-list.ts'
import { type Document, PUBLISHED_SYS } from './documents.ts'
import { type ById, missing } from './place.ts'
import { deliveredTypes, type Reader, reader } from './reader.ts'

/** Entries and assets: lists of them, and one by one. */
export function contentRoutes(scope: FastifyInstance, store: Store, preview: boolean): void {
  const readOf = (host: string) => (locale?: string) => reader(store, { preview, host }, locale)

  scope.get('/entries', async ({ query, host }) => {
    const parameters = parametersOf(query)
    const types = deliveredTypes(store)
    const typeOf = (id: string) => types.get(id)
    const asked = askedType(parameters, typeOf)
    const entries = store.entries.all()
    const resources = asked ? entries.filter(({ contentType }) => contentType === asked.id) : entries
    const shape = entryShape(PUBLISHED_SYS, asked, typeOf)
    return contentList({ kind: 'entry', resources, parameters, shape, read: readOf(host) })
  })

  scope.get('/assets', async ({ query, host }) => {
    const [parameters, shape] = [parametersOf(query), assetShape(PUBLISHED_SYS)]
    return contentList({ kind: 'asset', resources: store.assets.all(), parameters, shape, read: readOf(host) })
  })

  scope.get<ById>('/entries/:id', async ({ params: { id }, query, host }) => {
    const found = store.entries.get(id)
    return expectThere('Entry', id, found && readAlone(query, readOf(host)).entry(found))
  })

  scope.get<ById>('/assets/:id', async ({ params: { id }, query, host }) => {
    const found = store.assets.get(id)
    return expectThere('Asset', id, found && readAlone(query, readOf(host)).asset(found))
  })
}

/** One resource takes no parameter but its locale; what it links to is not included. */
function readAlone(query: unknown, read: (locale?: string) => Reader): Reader {
  const parameters = parametersOf(query)
  const locale = parameters.take('locale')
  parameters.expectNone()
  return read(locale)
}

function expectThere(type: string, id: string, document: Document | undefined): Document {
  if (document) return document
  throw missing(type, id)
}
