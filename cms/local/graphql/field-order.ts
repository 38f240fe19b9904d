import { GraphQLEnumType } from 'graphql'
import type { NodeValues } from '#local/engine/graphql-filter.ts'
import { createOrder } from '#local/engine/value-filter.ts'

/** Values of `sys` that entries and assets can be filtered and sorted by. */
export const SYS_VALUES: NodeValues = {
  id: { kind: 'Symbol', read: ({ item }) => item.id },
  publishedAt: { kind: 'Date', read: ({ item }) => item.publishedAt },
  firstPublishedAt: { kind: 'Date', read: ({ item }) => item.firstPublishedAt },
  publishedVersion: { kind: 'Number', read: ({ item }) => item.publishedVersion },
}

/** Creates an enum with two values per field, for example `title_ASC` and `title_DESC`. */
export const createOrderType = (name: string, sortable: NodeValues): GraphQLEnumType =>
  new GraphQLEnumType({
    name,
    values: Object.fromEntries(
      [
        ...Object.entries(sortable),
        ...Object.entries(SYS_VALUES).map(([id, value]) => [`sys_${id}`, value] as const),
      ].flatMap(([id, { kind, read }]) => [
        [`${id}_ASC`, { value: createOrder(kind, read, 1) }],
        [`${id}_DESC`, { value: createOrder(kind, read, -1) }],
      ]),
    ),
  })
