import { createListBody, parseListQuery } from '#cms/local/query/list-query.ts'
import type { ListSchema } from '#cms/local/query/list-schema.ts'
import { parseInteger, type QueryParameters } from '#cms/local/query/query-parameters.ts'
import type { StoredResource } from '#cms/local/store/resource-table.ts'
import type { StoredContent } from '#cms/local/store/store.ts'
import type { ContentReader } from './content-reader.ts'
import { resolveIncludes } from './includes.ts'
import { ALL_LOCALES } from './locales.ts'
import { parseSelect } from './select.ts'

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
  const candidates = resources.flatMap((resource) => {
    const view = views[kind](resource)
    return view ? { resource, view } : []
  })
  const page = query.getPage(candidates, ({ view }) => view)
  const found = page.items.flatMap(({ resource }) => {
    const document = reader[kind](resource)
    return document ? { document, selected: select(document) } : []
  })
  const linking = found.map(({ document, selected }) => ({ ...document, fields: selected.fields ?? {} }))
  return {
    ...createListBody({ ...page, items: found.map(({ selected }) => selected) }),
    ...resolveIncludes(linking, levels, reader.resolveLink),
  }
}
