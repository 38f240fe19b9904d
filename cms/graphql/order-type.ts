import { GraphQLEnumType } from 'graphql'
import type { ContentNode } from './content-nodes.ts'
import { type ReadValue, toTimestamp } from './filter-criteria.ts'

/** What one word of `order` stands for. */
export type NodeComparison = (one: ContentNode, other: ContentNode) => number

/** What entries and assets can be ordered by, by name. */
export type SortableFields = Readonly<Record<string, ReadValue>>

/** Of every entry and asset. */
const SYS_ORDER: SortableFields = {
  sys_id: ({ item }) => item.id,
  sys_publishedAt: ({ item }) => toTimestamp(item.publishedAt),
  sys_firstPublishedAt: ({ item }) => toTimestamp(item.firstPublishedAt),
  sys_publishedVersion: ({ item }) => item.publishedVersion,
}

/** `XOrder`: `title_ASC`, `title_DESC` … */
export const createOrderType = (name: string, sortable: SortableFields): GraphQLEnumType =>
  new GraphQLEnumType({
    name,
    values: Object.fromEntries(
      Object.entries({ ...sortable, ...SYS_ORDER }).flatMap(([id, read]) => [
        [`${id}_ASC`, { value: comparison(read, 1) }],
        [`${id}_DESC`, { value: comparison(read, -1) }],
      ]),
    ),
  })

/** By the first comparison that tells two apart; what none tells apart stays as it was. */
export const sortNodes = <Item extends ContentNode>(
  items: readonly Item[],
  order: readonly (NodeComparison | null)[],
): readonly Item[] =>
  items.toSorted((one, other) => {
    for (const compare of order) {
      const difference = compare?.(one, other) ?? 0
      if (difference !== 0) return difference
    }
    return 0
  })

/** What has no value comes last, in both directions. */
const comparison =
  (read: ReadValue, direction: 1 | -1): NodeComparison =>
  (one, other) => {
    const [left, right] = [read(one) ?? null, read(other) ?? null]
    if (left === right) return 0
    if (left === null) return 1
    if (right === null) return -1
    return isBefore(left, right) ? -direction : direction
  }

const isBefore = (left: unknown, right: unknown): boolean => {
  if (typeof left === 'number' && typeof right === 'number') return left < right
  return String(left) < String(right)
}
