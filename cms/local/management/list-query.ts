import { type Parameters, parametersOf } from '#cms/local/query/parameters.ts'
import { listBody, parseQuery } from '#cms/local/query/query.ts'
import { type Queryable, valuesAt } from '#cms/local/query/queryable.ts'
import { askedType, assetShape, entryShape, type Paths, type Shape, shapeOf } from '#cms/local/query/shape.ts'
import type { Resource, Resources } from '#cms/local/store/resources.ts'
import type { Content, Store } from '#cms/local/store/store.ts'
import { LOCALE } from '#cms/model/locale.ts'

/** What can be asked of the `sys` of anything with versions. */
const VERSIONED_SYS: Paths = {
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

type Answering<Body> = (found: Resource<Body>) => object

/** The entries that a request asks for, as they are answered. */
export function entryList({ entries, contentTypes }: Store, query: unknown, answer: Answering<Content>) {
  const parameters = parametersOf(query)
  const types = new Map(contentTypes.all().map(({ id, draft }) => [id, draft]))
  const typeOf = (id: string) => types.get(id)
  const asked = askedType(parameters, typeOf)
  return list(entries, parameters, entryShape(VERSIONED_SYS, asked, typeOf), answer, asked?.id)
}

export const assetList = ({ assets }: Store, query: unknown, answer: Answering<Content>) =>
  list(assets, parametersOf(query), assetShape(VERSIONED_SYS), answer)

/** Of anything else that has versions. `name` can be asked for where it has one. */
export const resourceList = <Body>(resources: Resources<Body>, query: unknown, answer: Answering<Body>) =>
  list(resources, parametersOf(query), shapeOf({ ...VERSIONED_SYS, name: 'Symbol' }), answer)

/** Of what is no resource, in the order in which it comes. */
export const fixedList = (items: readonly object[], query: unknown) =>
  listBody(parseQuery(parametersOf(query), { ...shapeOf(VERSIONED_SYS), ordered: true }).page(items, (item) => item))

/** Ids alone, and everything by its id, as the seed command asks for them, are left to the database; all else is looked for in what is there. */
function list<Body>(
  resources: Resources<Body>,
  parameters: Parameters,
  shape: Shape,
  answer: Answering<Body>,
  contentType?: string,
) {
  const query = parseQuery(parameters, shape)
  const { onlyIds, isById, skip, limit } = query
  if (onlyIds !== undefined) {
    const { total, items } = resources.list({ ids: onlyIds ?? undefined, contentType, isById, skip, limit })
    return listBody({ total, skip, limit, items: items.map(answer) })
  }
  const all = resources.all()
  const candidates = (contentType === undefined ? all : all.filter((found) => found.contentType === contentType)).map(
    (found) => answer(found),
  )
  return listBody(query.page(candidates, inDefaultLocale))
}

/** Fields are filtered and ordered by in the default locale. */
function inDefaultLocale(answer: object): Queryable {
  const [fields] = valuesAt(answer, ['fields'])
  const values = Object.entries(fields ?? {}).map(([id, byLocale]) => [id, valuesAt(byLocale, [LOCALE])])
  return { ...answer, fields: Object.fromEntries(values) }
}
