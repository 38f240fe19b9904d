import { GraphQLEnumType } from 'graphql'
import { createOrder } from '#local/engine/value-filter.ts'
import type { FilterableValues } from './graphql-filter.ts'

/** Values of `sys` that entries and assets can be filtered and sorted by. */
export const SYS_VALUES: FilterableValues = {
  id: { kind: 'Symbol', read: ({ id }) => id },
  publishedAt: { kind: 'Date', read: ({ publishedAt }) => publishedAt },
  firstPublishedAt: { kind: 'Date', read: ({ firstPublishedAt }) => firstPublishedAt },
  publishedVersion: { kind: 'Number', read: ({ publishedVersion }) => publishedVersion },
}

/** Creates an enum with two values per field, for example `title_ASC` and `title_DESC`. */
export function createOrderType(name: string, sortable: FilterableValues): GraphQLEnumType {
  const sysValues = Object.entries(SYS_VALUES).map(([id, value]) => [`sys_${id}`, value] as const)
  const values = [...Object.entries(sortable), ...sysValues].flatMap(([id, { kind, read }]) => [
    [`${id}_ASC`, { value: createOrder(kind, read, 1) }],
    [`${id}_DESC`, { value: createOrder(kind, read, -1) }],
  ])
  return new GraphQLEnumType({ name, values: Object.fromEntries(values) })
}
