import type { GraphQLField } from 'graphql'

/** What a field costs, times what its parent costs (docs/contentful.md, Complexity). Scalars carry no mark: they are free. */
export type FieldCost =
  | { readonly kind: 'fixed'; readonly times: number }
  /** `largest`: the array's `size.max`, where it has one. */
  | { readonly kind: 'collection'; readonly largest: number }
  /** As many as the argument `ids` has. */
  | { readonly kind: 'ids' }

const KEY = 'contentfulCost'

const marked = (mark: FieldCost) => ({ extensions: { [KEY]: mark } })

export const linkCost = marked({ kind: 'fixed', times: 1 })

export const richTextLinksCost = marked({ kind: 'fixed', times: 1_000 })

export const idsCost = marked({ kind: 'ids' })

export const createCollectionCost = (largest = Number.POSITIVE_INFINITY) => marked({ kind: 'collection', largest })

export function getFieldCost(field: GraphQLField<unknown, unknown>): FieldCost | undefined {
  const mark = field.extensions[KEY]
  return isCostMark(mark) ? mark : undefined
}

const isCostMark = (mark: unknown): mark is FieldCost => typeof mark === 'object' && mark !== null && 'kind' in mark
