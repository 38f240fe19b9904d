import type { CollectionNode, ContentNode, QueryContext } from './content-nodes.ts'
import { type CollectionArguments, DEFAULT_COLLECTION_LIMIT } from './field-arguments.ts'
import { type GraphqlFilter, matchesFilter } from './graphql-filter.ts'
import { sortNodes } from './order-type.ts'

/** One page of what a collection holds, filtered and ordered. A filter leaves out what could not be resolved, an order puts it last. */
export function createCollectionNode(
  all: readonly (ContentNode | Error)[],
  args: CollectionArguments,
  filter: GraphqlFilter | undefined,
  context: QueryContext,
): CollectionNode {
  const { where, order } = args
  const found =
    where && filter ? all.filter((node) => isNode(node) && matchesFilter(filter, node, where, context)) : all
  const items = order?.length ? [...sortNodes(found.filter(isNode), order), ...found.filter(isError)] : found
  return { ...sliceCollection(items, args), total: items.length }
}

/** The part of a list that a query asks for. */
export function sliceCollection<Item>(all: readonly Item[], args: CollectionArguments) {
  const skip = args.skip ?? 0
  const limit = args.limit ?? DEFAULT_COLLECTION_LIMIT
  return { skip, limit, items: all.slice(skip, skip + limit) }
}

const isError = (node: ContentNode | Error): node is Error => node instanceof Error

const isNode = (node: ContentNode | Error): node is ContentNode => !isError(node)
