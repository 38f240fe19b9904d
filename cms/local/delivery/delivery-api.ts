import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LOCAL_ENVIRONMENT_ID, LOCAL_SPACE_ID } from '#local/constants.ts'
import { createListBody, parseListQuery } from '#local/engine/list-query.ts'
import {
  createAssetListSchema,
  createEntryListSchema,
  createListSchema,
  type ListSchema,
  takeContentType,
  type ValueKindsByPath,
} from '#local/engine/list-schema.ts'
import { parseQueryParameters } from '#local/engine/query-parameters.ts'
import { getBearerToken } from '#local/http/contentful-apis.ts'
import { RestError } from '#local/http/rest-error.ts'
import type { Store } from '#local/store/store.ts'
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
  /** Whether an id or alias of a path means the environment of the store. */
  readonly isEnvironment: (id: string) => boolean
  /** Reads drafts instead of published versions. */
  readonly preview: boolean
}

/** The Content Delivery API, or the Content Preview API, which has the same paths. */
export async function deliveryApi(scope: FastifyInstance, { store, token, isEnvironment, preview }: DeliveryOptions) {
  scope.addHook('onRequest', async (request, reply) => {
    reply.header('content-type', 'application/vnd.contentful.delivery.v1+json')
    if (takeAccessToken(request) !== token) {
      throw new RestError('AccessTokenInvalid', 'The access token you sent could not be found or is invalid.')
    }
    expectLocation(request.params, isEnvironment)
  })
  for (const prefix of ['/spaces/:space', '/spaces/:space/environments/:environment']) {
    scope.register(
      async (environment) => {
        registerContentRoutes(environment, store, preview)
        registerModelRoutes(environment, store)
      },
      { prefix },
    )
  }
  scope.register(async (space) => space.get('/', async () => toSpaceDocument(store)), { prefix: '/spaces/:space' })
}

/** The token of the `Authorization` header or of the parameter `access_token`, which it removes from the query. */
function takeAccessToken(request: FastifyRequest): string | undefined {
  const { access_token: queryToken, ...query } = Object.fromEntries(Object.entries(request.query ?? {}))
  request.query = query
  return getBearerToken(request) ?? (typeof queryToken === 'string' ? queryToken : undefined)
}

/** Registers the endpoints of entries and assets. */
function registerContentRoutes(scope: FastifyInstance, store: Store, preview: boolean): void {
  const createReaderFor = (host: string) => (locale?: string) => createContentReader(store, { preview, host }, locale)

  scope.get('/entries', async ({ query, host }) => {
    const parameters = parseQueryParameters(query)
    const contentTypes = getDeliveryContentTypes(store)
    const getContentType = (id: string) => contentTypes.get(id)
    const requestedType = takeContentType(parameters, getContentType)
    const entries = store.entries.all()
    const resources = requestedType ? entries.filter(({ contentType }) => contentType === requestedType.id) : entries
    const schema = createEntryListSchema(DELIVERY_SYS_PATHS, requestedType, getContentType)
    return readContentList({
      resourceType: 'entry',
      resources,
      parameters,
      schema,
      createReader: createReaderFor(host),
    })
  })

  scope.get('/assets', async ({ query, host }) => {
    const [parameters, schema] = [parseQueryParameters(query), createAssetListSchema(DELIVERY_SYS_PATHS)]
    return readContentList({
      resourceType: 'asset',
      resources: store.assets.all(),
      parameters,
      schema,
      createReader: createReaderFor(host),
    })
  })

  scope.get<ResourceByIdRoute>('/entries/:id', async ({ params: { id }, query, host }) => {
    const entry = store.entries.get(id)
    return expectDocument('Entry', id, entry && createSingleReader(query, createReaderFor(host)).toEntry(entry))
  })

  scope.get<ResourceByIdRoute>('/assets/:id', async ({ params: { id }, query, host }) => {
    const asset = store.assets.get(id)
    return expectDocument('Asset', id, asset && createSingleReader(query, createReaderFor(host)).toAsset(asset))
  })
}

/** Creates the reader for a single resource, whose only parameter is `locale`. Linked resources are not included. */
function createSingleReader(query: unknown, createReader: (locale?: string) => ContentReader): ContentReader {
  const parameters = parseQueryParameters(query)
  const locale = parameters.take('locale')
  parameters.expectEmpty()
  return createReader(locale)
}

function expectDocument(type: string, id: string, document: DeliveryDocument | undefined): DeliveryDocument {
  if (document) return document
  throw createDeliveryNotFoundError(type, id)
}

/** Properties of tags that can be filtered by. */
const TAG_PATHS: ValueKindsByPath = {
  name: 'Symbol',
  'sys.id': 'Symbol',
  'sys.visibility': 'Symbol',
  'sys.createdAt': 'Date',
  'sys.updatedAt': 'Date',
}

/** The space with its locales. */
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

/** Registers the endpoints of content types, locales and public tags. */
function registerModelRoutes(scope: FastifyInstance, store: Store): void {
  const listContentTypes = () =>
    store.contentTypes
      .all()
      .flatMap((type) => (type.published ? toContentTypeDocument(type, type.published, store.locationSys) : []))
  const listTags = () =>
    store.tags.all().flatMap((tag) => (tag.draft.visibility === 'public' ? toTagDocument(tag, store.locationSys) : []))
  const listLocales = () =>
    getDeliveryLocales(store).map(({ id, version, draft: { code, name, default: isDefault, fallbackCode } }) => ({
      code,
      name,
      default: isDefault,
      fallbackCode,
      sys: { id, type: 'Locale', version },
    }))

  scope.get('/content_types', async ({ query }) =>
    toListBody(query, listContentTypes(), createListSchema({ ...DELIVERY_SYS_PATHS, name: 'Symbol' })),
  )
  scope.get<ResourceByIdRoute>('/content_types/:id', async ({ params, query }) =>
    findOne('ContentType', params.id, query, listContentTypes()),
  )
  scope.get('/tags', async ({ query }) => toListBody(query, listTags(), createListSchema(TAG_PATHS)))
  scope.get<ResourceByIdRoute>('/tags/:id', async ({ params, query }) => findOne('Tag', params.id, query, listTags()))
  scope.get('/locales', async ({ query }) =>
    toListBody(query, listLocales(), { ...createListSchema({}), hasOwnOrder: true }),
  )
}

const toListBody = (query: unknown, items: readonly object[], schema: ListSchema) =>
  createListBody(parseListQuery(parseQueryParameters(query), schema).getPage(items, (item) => item))

/** Finds an item by id. Throws 404. */
function findOne<Item extends { readonly sys: { readonly id: string } }>(
  type: string,
  id: string,
  query: unknown,
  items: readonly Item[],
): Item {
  parseQueryParameters(query).expectEmpty()
  const item = items.find(({ sys }) => sys.id === id)
  if (item) return item
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

/** Throws 404 for another space or environment. A path without an environment means the main one. */
function expectLocation(params: unknown, isEnvironment: (id: string) => boolean): void {
  const paramMap = new Map<string, unknown>(Object.entries(params ?? {}))
  const { space, environment = LOCAL_ENVIRONMENT_ID } = {
    space: paramMap.get('space'),
    environment: paramMap.get('environment'),
  }
  if (space !== LOCAL_SPACE_ID) throw createDeliveryNotFoundError('Space', String(space))
  if (!isEnvironment(String(environment))) throw createDeliveryNotFoundError('Environment', String(environment))
}
