import { type CollectionArguments, DEFAULT_LIMIT } from './arguments.ts'
import { type Filter, passes } from './filter.ts'
import type { CollectionNode, Node, QueryContext } from './nodes.ts'
import { ordered } from './order.ts'

/** One page of what a collection holds, filtered and ordered. A filter leaves out what could not be resolved, an order puts it last. */
export function collectionNode(
  all: readonly (Node | Error)[],
  args: CollectionArguments,
  filter: Filter | undefined,
  context: QueryContext,
): CollectionNode {
  const { where, order } = args
  const found = where && filter ? all.filter((node) => isNode(node) && passes(filter, node, where, context)) : all
  const items = order?.length ? [...ordered(found.filter(isNode), order), ...found.filter(isError)] : found
  return { ...paged(items, args), total: items.length }
}

/** The part of a list that a query asks for. */
export function paged<Item>(all: readonly Item[], args: CollectionArguments) {
  const skip = args.skip ?? 0
  const limit = args.limit ?? DEFAULT_LIMIT
  return { skip, limit, items: all.slice(skip, skip + limit) }
}

const isError = (node: Node | Error): node is Error => node instanceof Error

const isNode = (node: Node | Error): node is Node => !isError(node)
