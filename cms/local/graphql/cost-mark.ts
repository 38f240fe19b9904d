import type { GraphQLField } from 'graphql'

/** What a field costs, times what its parent costs (contentful.md, Complexity). Scalars carry no mark: they are free. */
export type CostMark =
  | { readonly kind: 'link' }
  /** `largest`: the array's `size.max`, where it has one. */
  | { readonly kind: 'collection'; readonly largest: number }

const KEY = 'contentfulCost'

export const linkCost = { extensions: { [KEY]: { kind: 'link' } satisfies CostMark } }

export const collectionCost = (largest = Number.POSITIVE_INFINITY) => ({
  extensions: { [KEY]: { kind: 'collection', largest } satisfies CostMark },
})

export function costMark(field: GraphQLField<unknown, unknown>): CostMark | undefined {
  const mark = field.extensions[KEY]
  return isCostMark(mark) ? mark : undefined
}

const isCostMark = (mark: unknown): mark is CostMark => typeof mark === 'object' && mark !== null && 'kind' in mark
