import { type ContentLink, findLinks } from '#cms/links.ts'
import { createListBody, parseListQuery } from '#cms/local/query/list-query.ts'
import type { ListSchema } from '#cms/local/query/list-schema.ts'
import { createInvalidParameterError, parseInteger, type QueryParameters } from '#cms/local/query/query-parameters.ts'
import type { StoredResource } from '#cms/local/store/resource-table.ts'
import type { StoredContent } from '#cms/local/store/store.ts'
import type { ContentReader } from './content-reader.ts'
import { ALL_LOCALES, type DeliveryDocument } from './documents.ts'

/** How deep links are followed where a request does not say, and at most. */
const INCLUDE = { fallback: 1, min: 0, max: 10 }

interface ContentList {
  readonly kind: 'entry' | 'asset'
  readonly resources: readonly StoredResource<StoredContent>[]
  readonly parameters: QueryParameters
  readonly shape: ListSchema
  /** Reads in one locale, or in all of them; without one in the default locale. */
  readonly read: (locale?: string) => ContentReader
}

/** A list of entries or assets, and what they link to. With all locales, the default one is filtered and ordered by. */
export function readContentList({ kind, resources, parameters, shape, read }: ContentList) {
  const locale = parameters.take('locale')
  const levels = parseInteger('include', parameters.take('include'), INCLUDE)
  const select = parseSelect(parameters.take('select'), shape)
  const query = parseListQuery(parameters, shape)
  const reader = read(locale)
  const views = locale === ALL_LOCALES ? read() : reader
  const toDocument = (from: ContentReader, resource: (typeof resources)[number]) =>
    kind === 'entry' ? from.toEntry(resource) : from.toAsset(resource)
  const candidates = resources.flatMap((resource) => {
    const view = toDocument(views, resource)
    return view ? { resource, view } : []
  })
  const page = query.getPage(candidates, ({ view }) => view)
  const found = page.items.flatMap(({ resource }) => {
    const document = toDocument(reader, resource)
    return document ? { document, selected: select(document) } : []
  })
  const linking = found.map(({ document, selected }) => ({ ...document, fields: selected.fields ?? {} }))
  return {
    ...createListBody({ ...page, items: found.map(({ selected }) => selected) }),
    ...resolveIncludes(linking, levels, reader.resolveLink),
  }
}

/**
 * What items link to, and what that links to, as many levels deep as are asked for. Nothing is there twice: not what
 * stands among the items already, nor what links back. A link to nothing is named.
 */
function resolveIncludes(
  items: readonly DeliveryDocument[],
  levels: number,
  resolve: (link: ContentLink['sys']) => DeliveryDocument | undefined,
) {
  const seen = new Set(items.map(({ sys }) => `${sys.type} ${sys.id}`))
  const included: DeliveryDocument[] = []
  const lost: ContentLink['sys'][] = []
  let level = items
  for (let depth = 0; depth < levels && level.length > 0; depth += 1) {
    const next: DeliveryDocument[] = []
    for (const { sys } of findLinks(level.map(({ fields }) => fields))) {
      const key = `${sys.linkType} ${sys.id}`
      if (seen.has(key)) continue
      seen.add(key)
      const found = resolve(sys)
      if (found) next.push(found)
      else lost.push(sys)
    }
    included.push(...next)
    level = next
  }
  return {
    ...(lost.length > 0 ? { errors: lost.map(notResolvable) } : {}),
    ...(included.length > 0 ? { includes: Object.groupBy(included, ({ sys }) => sys.type) } : {}),
  }
}

const notResolvable = ({ type, linkType, id }: ContentLink['sys']) => ({
  sys: { id: 'notResolvable', type: 'error' },
  details: { type, linkType, id },
})

const ROOTS = ['sys', 'fields', 'metadata']

const OTHERS = [
  'sys.id',
  'sys.type',
  'sys.space',
  'sys.environment',
  'sys.contentType',
  'sys.createdAt',
  'sys.updatedAt',
  'sys.publishedVersion',
  'sys.revision',
  'sys.locale',
  'metadata.tags',
  'metadata.concepts',
]

/** The parts that `sys.id,fields.title` leaves of a document. */
function parseSelect(
  text: string | undefined,
  shape: ListSchema,
): (document: DeliveryDocument) => Partial<DeliveryDocument> {
  if (text === undefined) return (document) => document
  const paths = text.split(',').map((path) => path.trim())
  for (const path of paths) expectKnown(path, shape)
  return ({ sys, fields, metadata }) =>
    Object.fromEntries(
      Object.entries({ metadata, sys, fields }).flatMap(([root, part]) => {
        if (paths.includes(root)) return [[root, part]]
        const kept = Object.entries(part).filter(([name]) => paths.includes(`${root}.${name}`))
        return paths.some((path) => path.startsWith(`${root}.`)) ? [[root, Object.fromEntries(kept)]] : []
      }),
    )
}

function expectKnown(path: string, { valueKinds, explainMissing }: ListSchema): void {
  const isField = path.startsWith('fields.') && path.split('.').length === 2 && valueKinds.has(path)
  if (isField || ROOTS.includes(path) || OTHERS.includes(path)) return
  throw createInvalidParameterError('select', explainMissing?.(path) ?? `cannot be "${path}"`)
}
