import { createListBody, parseListQuery } from '#cms/local/query/list-query.ts'
import {
  createAssetListSchema,
  createEntryListSchema,
  createListSchema,
  type ListSchema,
  takeContentType,
  type ValueKindsByPath,
} from '#cms/local/query/list-schema.ts'
import {
  getValuesAt,
  parseQueryParameters,
  type QueryableItem,
  type QueryParameters,
} from '#cms/local/query/query-parameters.ts'
import type { ResourceTable, StoredResource } from '#cms/local/store/resource-table.ts'
import type { Store, StoredContent } from '#cms/local/store/store.ts'
import { LOCALE } from '#shared/constants.ts'

/** What can be asked of the `sys` of anything with versions. */
const VERSIONED_SYS: ValueKindsByPath = {
  'sys.id': 'Symbol',
  'sys.type': 'Symbol',
  'sys.version': 'Integer',
  'sys.createdAt': 'Date',
  'sys.updatedAt': 'Date',
  'sys.publishedVersion': 'Integer',
  'sys.publishedCounter': 'Integer',
  'sys.publishedAt': 'Date',
  'sys.firstPublishedAt': 'Date',
  'sys.archivedVersion': 'Integer',
  'sys.archivedAt': 'Date',
}

type Answering<Body> = (found: StoredResource<Body>) => object

/** The entries that a request asks for, as they are answered. */
export function listEntries({ entries, contentTypes }: Store, query: unknown, answer: Answering<StoredContent>) {
  const parameters = parseQueryParameters(query)
  const types = new Map(contentTypes.all().map(({ id, draft }) => [id, draft]))
  const typeOf = (id: string) => types.get(id)
  const asked = takeContentType(parameters, typeOf)
  return list(entries, parameters, createEntryListSchema(VERSIONED_SYS, asked, typeOf), answer, asked?.id)
}

export const listAssets = ({ assets }: Store, query: unknown, answer: Answering<StoredContent>) =>
  list(assets, parseQueryParameters(query), createAssetListSchema(VERSIONED_SYS), answer)

/** Of anything else that has versions. `name` can be asked for where it has one. */
export const listResources = <Body>(resources: ResourceTable<Body>, query: unknown, answer: Answering<Body>) =>
  list(resources, parseQueryParameters(query), createListSchema({ ...VERSIONED_SYS, name: 'Symbol' }), answer)

/** Of what is no resource, in the order in which it comes. */
export const listFixedItems = (items: readonly object[], query: unknown) =>
  createListBody(
    parseListQuery(parseQueryParameters(query), { ...createListSchema(VERSIONED_SYS), hasOwnOrder: true }).getPage(
      items,
      (item) => item,
    ),
  )

/** Ids alone, and everything by its id, as the seed command asks for them, are left to the database; all else is looked for in what is there. */
function list<Body>(
  resources: ResourceTable<Body>,
  parameters: QueryParameters,
  shape: ListSchema,
  answer: Answering<Body>,
  contentType?: string,
) {
  const query = parseListQuery(parameters, shape)
  const { onlyIds, isSortedById, skip, limit } = query
  if (onlyIds !== undefined) {
    const { total, items } = resources.list({
      ids: onlyIds ?? undefined,
      contentType,
      isById: isSortedById,
      skip,
      limit,
    })
    return createListBody({ total, skip, limit, items: items.map(answer) })
  }
  const all = resources.all()
  const candidates = (contentType === undefined ? all : all.filter((found) => found.contentType === contentType)).map(
    (found) => answer(found),
  )
  return createListBody(query.getPage(candidates, inDefaultLocale))
}

/** Fields are filtered and ordered by in the default locale. */
function inDefaultLocale(answer: object): QueryableItem {
  const [fields] = getValuesAt(answer, ['fields'])
  const values = Object.entries(fields ?? {}).map(([id, byLocale]) => [id, getValuesAt(byLocale, [LOCALE])])
  return { ...answer, fields: Object.fromEntries(values) }
}
