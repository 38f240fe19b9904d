import type { FastifyInstance } from 'fastify'
import { createAssetListSchema, createEntryListSchema, takeContentType } from '#cms/local/query/list-schema.ts'
import { parseQueryParameters } from '#cms/local/query/query-parameters.ts'
import type { Store } from '#cms/local/store/store.ts'
import { readContentList } from './content-list.ts'
import { type ContentReader, createContentReader, getDeliveryContentTypes } from './content-reader.ts'
import { DELIVERY_SYS_PATHS, type DeliveryDocument } from './documents.ts'
import { createDeliveryNotFoundError, type ResourceByIdRoute } from './place.ts'

/** Entries and assets: lists of them, and one by one. */
export function registerContentRoutes(scope: FastifyInstance, store: Store, preview: boolean): void {
  const readOf = (host: string) => (locale?: string) => createContentReader(store, { preview, host }, locale)

  scope.get('/entries', async ({ query, host }) => {
    const parameters = parseQueryParameters(query)
    const types = getDeliveryContentTypes(store)
    const typeOf = (id: string) => types.get(id)
    const asked = takeContentType(parameters, typeOf)
    const entries = store.entries.all()
    const resources = asked ? entries.filter(({ contentType }) => contentType === asked.id) : entries
    const shape = createEntryListSchema(DELIVERY_SYS_PATHS, asked, typeOf)
    return readContentList({ kind: 'entry', resources, parameters, shape, read: readOf(host) })
  })

  scope.get('/assets', async ({ query, host }) => {
    const [parameters, shape] = [parseQueryParameters(query), createAssetListSchema(DELIVERY_SYS_PATHS)]
    return readContentList({ kind: 'asset', resources: store.assets.all(), parameters, shape, read: readOf(host) })
  })

  scope.get<ResourceByIdRoute>('/entries/:id', async ({ params: { id }, query, host }) => {
    const found = store.entries.get(id)
    return expectThere('Entry', id, found && readAlone(query, readOf(host)).toEntry(found))
  })

  scope.get<ResourceByIdRoute>('/assets/:id', async ({ params: { id }, query, host }) => {
    const found = store.assets.get(id)
    return expectThere('Asset', id, found && readAlone(query, readOf(host)).toAsset(found))
  })
}

/** One resource takes no parameter but its locale; what it links to is not included. */
function readAlone(query: unknown, read: (locale?: string) => ContentReader): ContentReader {
  const parameters = parseQueryParameters(query)
  const locale = parameters.take('locale')
  parameters.expectEmpty()
  return read(locale)
}

function expectThere(type: string, id: string, document: DeliveryDocument | undefined): DeliveryDocument {
  if (document) return document
  throw createDeliveryNotFoundError(type, id)
}
