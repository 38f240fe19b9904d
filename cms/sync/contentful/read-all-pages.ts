import { retryTruncatedResponse } from './retry-truncated-response.ts'

/** Of the 1,000 that one answer may hold: none comes near 7 MB (docs/contentful.md, Limits). */
const PAGE = 200

/** Reads all of a list by its ids, page by page, in an order that does not change meanwhile. */
export async function readAllPages<Held extends { readonly sys: { readonly id: string } }>(
  read: (query: { readonly order: string; readonly skip: number; readonly limit: number }) => Promise<{
    readonly items: readonly Held[]
    readonly total: number
  }>,
): Promise<ReadonlyMap<string, Held>> {
  const found = new Map<string, Held>()
  for (let skip = 0; ; skip += PAGE) {
    const { items, total } = await retryTruncatedResponse(() => read({ order: 'sys.id', skip, limit: PAGE }))
    for (const held of items) found.set(held.sys.id, held)
    if (items.length === 0 || skip + items.length >= total) return found
  }
}
