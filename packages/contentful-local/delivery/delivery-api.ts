import type { FastifyInstance } from 'fastify'
import { LOCAL_SPACE_ID, LOCAL_TOKENS } from '#local/constants.ts'
import { getDeliveryLocales } from '#local/engine/content-reader.ts'
import { parseListQuery } from '#local/engine/list-query.ts'
import { createListSchema, createNamedListSchema, type ListSchema, toValueKinds } from '#local/engine/list-schema.ts'
import { parseQueryParameters } from '#local/engine/query-parameters.ts'
import { expectExisting, RestError } from '#local/engine/rest-error.ts'
import { type ApiOptions, expectLocation, type IdRoute } from '#local/http/access.ts'
import { getAccessToken } from '#local/http/contentful-apis.ts'
import type { ContentTypeDefinition } from '#local/shared/content-type-definition.ts'
import type { LocationSys, StoredResource } from '#local/store/resource-table.ts'
import type { LocaleDefinition, Store } from '#local/store/store.ts'
import { DELIVERY_SYS_PATHS, readEntityList } from './entity-list.ts'
import { createEntityReader, toDeliverySys } from './entity-reader.ts'

/** The Content Delivery API, or with `preview` the Content Preview API, which has the same paths and reads drafts. */
export async function deliveryApi(scope: FastifyInstance, options: ApiOptions & { readonly preview: boolean }) {
  const { store, preview } = options
  scope.addHook('onRequest', async (request) => {
    if (getAccessToken(request) !== LOCAL_TOKENS[preview ? 'preview' : 'delivery'])
      throw new RestError('AccessTokenInvalid', 'The access token you sent could not be found or is invalid.')
    expectLocation(request.params, options)
    const { access_token: _, ...query } = Object(request.query)
    request.query = query
  })
  for (const prefix of ['/spaces/:space', '/spaces/:space/environments/:environment'])
    scope.register(
      async (environment) => {
        registerEntityRoutes(environment, store, preview)
        registerModelRoutes(environment, store)
      },
      { prefix },
    )
  const getSpace = async () => ({
    sys: { type: 'Space', id: LOCAL_SPACE_ID },
    name: 'Local',
    locales: getDeliveryLocales(store).map(toLocale),
  })
  scope.register(async (space) => space.get('/', getSpace), { prefix: '/spaces/:space' })
}

function registerEntityRoutes(scope: FastifyInstance, store: Store, preview: boolean): void {
  for (const [path, type, table] of [
    ['/entries', 'Entry', store.entries],
    ['/assets', 'Asset', store.assets],
  ] as const) {
    scope.get(path, async ({ query, host }) => readEntityList(store, type, query, preview, host))
    // The only parameter of a single resource is `locale`. What it links to is not included.
    scope.get<IdRoute>(`${path}/:id`, async ({ params: { id }, query, host }) => {
      const parameters = parseQueryParameters(query)
      const locale = parameters.take('locale') ?? store.getDefaultLocale()
      parameters.expectEmpty()
      const entity = createEntityReader(store, { preview, locale, useFallback: true }, host).read(table.get(id))
      return expectExisting(entity, type, id, store.locationSys)
    })
  }
}

/** Properties of tags that can be filtered by. */
const TAG_PATHS = toValueKinds({
  Symbol: ['name', 'sys.id', 'sys.type', 'sys.visibility'],
  Date: ['sys.createdAt', 'sys.updatedAt'],
})

/** Registers the endpoints of content types, public tags and locales. */
function registerModelRoutes(scope: FastifyInstance, store: Store): void {
  const { contentTypes, tags, locationSys } = store
  const registerList = (path: string, schema: ListSchema, list: () => readonly object[]) =>
    scope.get(path, async ({ query }) => parseListQuery(parseQueryParameters(query), schema).getPage(list()))
  const registerById = (path: string, type: string, list: () => readonly { readonly sys: { readonly id: string } }[]) =>
    scope.get<IdRoute>(`${path}/:id`, async ({ params: { id }, query }) => {
      parseQueryParameters(query).expectEmpty()
      const found = list().find(({ sys }) => sys.id === id)
      // Recorded: contentful.rb, not_found.yml.
      if (!found && type === 'ContentType') throw new RestError('NotFound', 'The resource could not be found.')
      return expectExisting(found, type, id, locationSys)
    })

  const listContentTypes = () =>
    contentTypes.all().flatMap((type) => (type.published ? toContentType(type, type.published, locationSys) : []))
  registerList('/content_types', createNamedListSchema(DELIVERY_SYS_PATHS), listContentTypes)
  registerById('/content_types', 'ContentType', listContentTypes)

  const listTags = () =>
    tags.all().flatMap(({ id, version, createdAt, updatedAt, draft: { name, visibility } }) => {
      const sys = { ...locationSys, type: 'Tag', id, version, visibility, createdAt, updatedAt }
      return visibility === 'public' ? { name, sys } : []
    })
  registerList('/tags', createListSchema(TAG_PATHS), listTags)
  registerById('/tags', 'Tag', listTags)

  registerList('/locales', { ...createListSchema({}), hasOwnOrder: true }, () =>
    getDeliveryLocales(store).map((locale) => {
      return { ...toLocale(locale), sys: { id: locale.id, type: 'Locale', version: locale.version } }
    }),
  )
}

const toLocale = ({ draft }: StoredResource<LocaleDefinition>) => {
  const { code, name, default: isDefault, fallbackCode } = draft
  return { code, name, default: isDefault, fallbackCode }
}

/** A content type in a response. Validations are those of list items only (contentful.rb, content_type.yml; contentful.js, issue 369). */
function toContentType(
  resource: StoredResource<unknown>,
  { name, description, displayField, fields }: ContentTypeDefinition,
  locationSys: LocationSys,
) {
  const { publishedVersion: _, ...sys } = toDeliverySys('ContentType', resource, locationSys, false)
  return { sys, name, description, displayField, fields: fields.map(({ validations, ...field }) => field) }
}
