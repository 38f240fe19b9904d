import { again } from './again.ts'

/** Of the 1,000 that one answer may hold: none comes near 7 MB (contentful.md, Limits). */
const PAGE = 200

/** Reads all of a list, page by page, in an order that does not change meanwhile. */
export async function readAll<Held>(
  read: (query: { readonly order: string; readonly skip: number; readonly limit: number }) => Promise<{
    readonly items: readonly Held[]
    readonly total: number
  }>,
): Promise<readonly Held[]> {
  const found: Held[] = []
  for (;;) {
    const { items, total } = await again(() => read({ order: 'sys.id', skip: found.length, limit: PAGE }))
    found.push(...items)
    if (items.length === 0 || found.length >= total) return found
  }
}
