import { parseLink } from '#cms/links.ts'
import { getPagePath } from '#cms/model/preview-paths.ts'
import type { PublishedEntry } from './contentful/delivery-client.ts'

/** The path of the page that shows an entry: of the nearest that links to it, over however many steps; `undefined` where none does. */
export function findPageOfEntry(entries: readonly PublishedEntry[], entryId: string): string | undefined {
  const seen = new Set<string>()
  let near = entries.filter(({ sys }) => sys.id === entryId)
  while (near.length > 0) {
    for (const { sys } of near) seen.add(sys.id)
    const [path] = near.flatMap(({ sys }) => getPagePath(sys.contentType.sys.id) ?? [])
    if (path !== undefined) return path
    const ids = new Set(near.map(({ sys }) => sys.id))
    near = entries.filter((entry) => !seen.has(entry.sys.id) && linksTo(entry, ids))
  }
  return undefined
}

const linksTo = ({ fields }: PublishedEntry, ids: ReadonlySet<string>) =>
  Object.values(fields)
    .flat()
    .some((value) => {
      const link = parseLink(value)
      return link?.to === 'Entry' && ids.has(link.id)
    })
