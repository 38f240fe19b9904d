/** Resources per page. Contentful allows 1,000; 200 stay far below the 7 MB of a response (docs/contentful.md, Limits). */
const PAGE_SIZE = 200

/** Reads all pages of a list, sorted by id, so that the order is stable. Returns the resources by id. */
export async function readAllPages<Resource extends { readonly sys: { readonly id: string } }>(
  read: (query: { readonly order: string; readonly skip: number; readonly limit: number }) => Promise<{
    readonly items: readonly Resource[]
    readonly total: number
  }>,
): Promise<ReadonlyMap<string, Resource>> {
  const resources = new Map<string, Resource>()
  for (let skip = 0; ; skip += PAGE_SIZE) {
    const { items, total } = await read({ order: 'sys.id', skip, limit: PAGE_SIZE })
    for (const resource of items) resources.set(resource.sys.id, resource)
    if (items.length === 0 || skip + items.length >= total) return resources
  }
}
