import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { LOCAL_ENVIRONMENT_ID, LOCAL_SPACE_ID } from '#local/constants.ts'
import { createListBody, parseListQuery } from '#local/engine/list-query.ts'
import {
  createAssetListSchema,
  createEntryListSchema,
  createListSchema,
  createTextSearch,
  type ListSchema,
  takeContentType,
} from '#local/engine/list-schema.ts'
import { parseQueryParameters } from '#local/engine/query-parameters.ts'
import { getBearerToken } from '#local/http/contentful-apis.ts'
import { createNotFoundError, RestError } from '#local/http/rest-error.ts'
import type { Store } from '#local/store/store.ts'
import { readContentList } from './content-list.ts'
import { createContentReader, getDeliveryContentTypes } from './content-reader.ts'
import {
  DELIVERY_SYS_PATHS,
  toContentTypeDocument,
  toLocaleDocument,
  toSpaceDocument,
  toTagDocument,
} from './documents.ts'
import { getDeliveryLocales } from './locale-selection.ts'

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
  scope.register(async (space) => space.get('/', async () => toSpaceDocument(getDeliveryLocales(store))), {
    prefix: '/spaces/:space',
  })
}

/** The token of the `Authorization` header or of the parameter `access_token`, which it removes from the query. */
function takeAccessToken(request: FastifyRequest): string | undefined {
  const { access_token: queryToken, ...query } = Object.fromEntries(Object.entries(request.query ?? {}))
  request.query = query
  return getBearerToken(request) ?? (typeof queryToken === 'string' ? queryToken : undefined)
}

const locationSchema = z.object({ space: z.string(), environment: z.string().default(LOCAL_ENVIRONMENT_ID) })

/** Throws 404 for another space or environment. A path without an environment means the main one. */
function expectLocation(params: unknown, isEnvironment: (id: string) => boolean): void {
  const location = locationSchema.parse(params)
  const { space, environment } = location
  if (space !== LOCAL_SPACE_ID) throw createNotFoundError('Space', space, location)
  if (!isEnvironment(environment)) throw createNotFoundError('Environment', environment, location)
}

interface ResourceByIdRoute {
  readonly Params: { readonly id: string }
}

/** Registers the endpoints of entries and assets. */
function registerContentRoutes(scope: FastifyInstance, store: Store, preview: boolean): void {
  const createReaderFor = (host: string) => (locale?: string) => createContentReader(store, { preview, host }, locale)

  scope.get('/entries', async ({ query, host }) => {
    const parameters = parseQueryParameters(query)
    const contentTypes = getDeliveryContentTypes(store)
    const getContentType = (id: string) => contentTypes.get(id)
    const type = takeContentType(parameters, getContentType)
    const resources = store.entries.all().filter(({ contentType }) => !type || contentType === type.id)
    const schema = createEntryListSchema(DELIVERY_SYS_PATHS, type, getContentType)
    return readContentList({ resources, parameters, schema, createReader: createReaderFor(host) })
  })

  scope.get('/assets', async ({ query, host }) => {
    const [parameters, schema] = [parseQueryParameters(query), createAssetListSchema(DELIVERY_SYS_PATHS)]
    return readContentList({ resources: store.assets.all(), parameters, schema, createReader: createReaderFor(host) })
  })

  // The only parameter of a single resource is `locale`. Linked resources are not included.
  for (const { path, type, table } of [
    { path: '/entries/:id', type: 'Entry', table: store.entries },
    { path: '/assets/:id', type: 'Asset', table: store.assets },
  ]) {
    scope.get<ResourceByIdRoute>(path, async ({ params: { id }, query, host }) => {
      const parameters = parseQueryParameters(query)
      const locale = parameters.take('locale')
      parameters.expectEmpty()
      return createReaderFor(host)(locale).read(table.get(id)) ?? throwNotFound(type, id, store)
    })
  }
}

/** Content types can be filtered by `name`, and searched for words of name and description. */
const CONTENT_TYPE_SCHEMA: ListSchema = {
  ...createListSchema({ ...DELIVERY_SYS_PATHS, name: 'Symbol' }),
  searches: createTextSearch(() => ['name', 'description']),
}

/** Properties of tags that can be filtered by. */
const TAG_SCHEMA = createListSchema({
  name: 'Symbol',
  'sys.id': 'Symbol',
  'sys.type': 'Symbol',
  'sys.visibility': 'Symbol',
  'sys.createdAt': 'Date',
  'sys.updatedAt': 'Date',
})

/** Registers the endpoints of content types, public tags and locales. */
function registerModelRoutes(scope: FastifyInstance, store: Store): void {
  const { locationSys } = store
  const listContentTypes = () =>
    store.contentTypes
      .all()
      .flatMap((type) => (type.published ? toContentTypeDocument(type, type.published, locationSys) : []))
  const listTags = () =>
    store.tags.all().flatMap((tag) => (tag.draft.visibility === 'public' ? toTagDocument(tag, locationSys) : []))

  const registerList = (path: string, schema: ListSchema, list: () => readonly object[]) =>
    scope.get(path, async ({ query }) =>
      createListBody(parseListQuery(parseQueryParameters(query), schema).getPage(list(), (item) => item)),
    )
  const registerById = (path: string, type: string, list: () => readonly { readonly sys: { readonly id: string } }[]) =>
    scope.get<ResourceByIdRoute>(`${path}/:id`, async ({ params: { id }, query }) => {
      parseQueryParameters(query).expectEmpty()
      return list().find(({ sys }) => sys.id === id) ?? throwNotFound(type, id, store)
    })

  registerList('/content_types', CONTENT_TYPE_SCHEMA, listContentTypes)
  registerById('/content_types', 'ContentType', listContentTypes)
  registerList('/tags', TAG_SCHEMA, listTags)
  registerById('/tags', 'Tag', listTags)
  registerList('/locales', { ...createListSchema({}), hasOwnOrder: true }, () =>
    getDeliveryLocales(store).map(toLocaleDocument),
  )
}

function throwNotFound(type: string, id: string, { environmentId }: Store): never {
  throw createNotFoundError(type, id, { environment: environmentId, space: LOCAL_SPACE_ID })
}
