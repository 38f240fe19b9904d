import type { ContentLink } from '#cms/graphql/content-source.ts'
import { findLinks } from '#cms/local/query/queryable.ts'
import type { DeliveryDocument } from './documents.ts'

/**
 * What items link to, and what that links to, as many levels deep as are asked for. Nothing is there twice: not what
 * stands among the items already, nor what links back. A link to nothing is named.
 */
export function resolveIncludes(
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
