import type { FastifyInstance, FastifyRequest } from 'fastify'
import { getBearerToken } from '#cms/local/http/contentful-apis.ts'
import { RestError } from '#cms/local/http/rest-error.ts'
import { createListBody, parseListQuery } from '#cms/local/query/list-query.ts'
import {
  createAssetListSchema,
  createEntryListSchema,
  createListSchema,
  type ListSchema,
  takeContentType,
  type ValueKindsByPath,
} from '#cms/local/query/list-schema.ts'
import { parseQueryParameters, type QueryableItem } from '#cms/local/query/query-parameters.ts'
import type { Store } from '#cms/local/store/store.ts'
import { LOCAL_ENVIRONMENT_ID, LOCAL_SPACE_ID } from '#shared/local-contentful.ts'
import { readContentList } from './content-list.ts'
import { type ContentReader, createContentReader, getDeliveryContentTypes } from './content-reader.ts'
import {
  DELIVERY_SYS_PATHS,
  type DeliveryDocument,
  getDeliveryLocales,
  toContentTypeDocument,
  toTagDocument,
} from './documents.ts'

interface DeliveryOptions {
  readonly store: Store
  readonly token: string
  /** Drafts as they stand, instead of what is published. */
  readonly preview: boolean
}

/** Contentful's delivery API, or its preview API, which has the same paths. */
export async function deliveryApi(scope: FastifyInstance, { store, token, preview }: DeliveryOptions) {
  scope.addHook('onRequest', async (request, reply) => {
    reply.header('content-type', 'application/vnd.contentful.delivery.v1+json')
    if (sentToken(request) !== token) {
      throw new RestError('AccessTokenInvalid', 'The access token you sent could not be found or is invalid.')
    }
    expectLocalSpace(request.params)
  })
  for (const prefix of ['/spaces/:space', '/spaces/:space/environments/:environment']) {
    scope.register(
      async (place) => {
        registerContentRoutes(place, store, preview)
        registerModelRoutes(place, store)
      },
      { prefix },
    )
  }
  scope.register(async (space) => space.get('/', async () => toSpaceDocument(store)), { prefix: '/spaces/:space' })
}

/** In the header, or in the address, where a browser's address bar can name it. Takes it out of the parameters. */
function sentToken(request: FastifyRequest): string | undefined {
  const { access_token: inAddress, ...query } = Object.fromEntries(Object.entries(request.query ?? {}))
  request.query = query
  return getBearerToken(request) ?? (typeof inAddress === 'string' ? inAddress : undefined)
}

/** Entries and assets: lists of them, and one by one. */
function registerContentRoutes(scope: FastifyInstance, store: Store, preview: boolean): void {
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

const TAG_PATHS: ValueKindsByPath = {
  name: 'Symbol',
  'sys.id': 'Symbol',
  'sys.visibility': 'Symbol',
  'sys.createdAt': 'Date',
  'sys.updatedAt': 'Date',
}

/** The space itself, with its locales. */
const toSpaceDocument = (store: Store) => ({
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
function registerModelRoutes(scope: FastifyInstance, store: Store): void {
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

interface ResourceByIdRoute {
  readonly Params: { readonly id: string }
}

const createDeliveryNotFoundError = (type: string, id: string) =>
  new RestError('NotFound', 'The resource could not be found.', {
    type,
    id,
    environment: LOCAL_ENVIRONMENT_ID,
    space: LOCAL_SPACE_ID,
  })

/** Without an environment the address means the main one. Throws where it leads to another. */
function expectLocalSpace(params: unknown): void {
  const named = new Map<string, unknown>(Object.entries(params ?? {}))
  const { space, environment = LOCAL_ENVIRONMENT_ID } = {
    space: named.get('space'),
    environment: named.get('environment'),
  }
  if (space !== LOCAL_SPACE_ID) throw createDeliveryNotFoundError('Space', String(space))
  if (environment !== LOCAL_ENVIRONMENT_ID) throw createDeliveryNotFoundError('Environment', String(environment))
}
