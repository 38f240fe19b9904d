import { GraphQLEnumType } from 'graphql'
import type { ContentNode } from './content-source.ts'
import { type ReadValue, toTimestamp } from './filter-criteria.ts'

/** The comparison of a value of `order`. */
export type NodeComparison = (a: ContentNode, b: ContentNode) => number

/** Values that entries and assets can be sorted by, by name. */
export type SortableFields = Readonly<Record<string, ReadValue>>

/** Sortable fields of all entries and assets. */
const SORTABLE_SYS_FIELDS: SortableFields = {
  sys_id: ({ item }) => item.id,
  sys_publishedAt: ({ item }) => toTimestamp(item.publishedAt),
  sys_firstPublishedAt: ({ item }) => toTimestamp(item.firstPublishedAt),
  sys_publishedVersion: ({ item }) => item.publishedVersion,
}

/** Creates an enum with two values per field, for example `title_ASC` and `title_DESC`. */
export const createOrderType = (name: string, sortable: SortableFields): GraphQLEnumType =>
  new GraphQLEnumType({
    name,
    values: Object.fromEntries(
      Object.entries({ ...sortable, ...SORTABLE_SYS_FIELDS }).flatMap(([id, read]) => [
        [`${id}_ASC`, { value: createComparison(read, 1) }],
        [`${id}_DESC`, { value: createComparison(read, -1) }],
      ]),
    ),
  })

/** Sorts by the first comparison that differs. Equal nodes keep their order. */
export const sortNodes = <Item extends ContentNode>(
  items: readonly Item[],
  order: readonly (NodeComparison | null)[],
): readonly Item[] =>
  items.toSorted((a, b) => {
    for (const compare of order) {
      const difference = compare?.(a, b) ?? 0
      if (difference !== 0) return difference
    }
    return 0
  })

/** Nodes without a value are last in both directions. */
const createComparison =
  (read: ReadValue, direction: 1 | -1): NodeComparison =>
  (a, b) => {
    const [left, right] = [read(a) ?? null, read(b) ?? null]
    if (left === right) return 0
    if (left === null) return 1
    if (right === null) return -1
    return isBefore(left, right) ? -direction : direction
  }

const isBefore = (left: unknown, right: unknown): boolean =>
  typeof left === 'number' && typeof right === 'number' ? left < right : String(left) < String(right)
