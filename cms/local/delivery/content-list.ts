import { type Parameters, wholeNumber } from '#cms/local/query/parameters.ts'
import { listBody, parseQuery } from '#cms/local/query/query.ts'
import type { Shape } from '#cms/local/query/shape.ts'
import type { Resource } from '#cms/local/store/resources.ts'
import type { Content } from '#cms/local/store/store.ts'
import { includesOf } from './includes.ts'
import { ALL_LOCALES } from './locales.ts'
import type { Reader } from './reader.ts'
import { selection } from './select.ts'

/** How deep links are followed where a request does not say, and at most. */
const INCLUDE = { fallback: 1, min: 0, max: 10 }

interface ContentList {
  readonly kind: 'entry' | 'asset'
  readonly resources: readonly Resource<Content>[]
  readonly parameters: Parameters
  readonly shape: Shape
  /** Reads in one locale, or in all of them; without one in the default locale. */
  readonly read: (locale?: string) => Reader
}

/** A list of entries or assets, and what they link to. With all locales, the default one is filtered and ordered by. */
export function contentList({ kind, resources, parameters, shape, read }: ContentList) {
  const locale = parameters.take('locale')
  const levels = wholeNumber('include', parameters.take('include'), INCLUDE)
  const select = selection(parameters.take('select'), shape)
  const query = parseQuery(parameters, shape)
  const reader = read(locale)
  const views = locale === ALL_LOCALES ? read() : reader
  const candidates = resources.flatMap((resource) => {
    const view = views[kind](resource)
    return view ? { resource, view } : []
  })
  const page = query.page(candidates, ({ view }) => view)
  const found = page.items.flatMap(({ resource }) => {
    const document = reader[kind](resource)
    return document ? { document, selected: select(document) } : []
  })
  const linking = found.map(({ document, selected }) => ({ ...document, fields: selected.fields ?? {} }))
  return {
    ...listBody({ ...page, items: found.map(({ selected }) => selected) }),
    ...includesOf(linking, levels, reader.linked),
  }
}
