import { type GraphQLFieldConfig, GraphQLID, GraphQLList, GraphQLNonNull } from 'graphql'
import {
  type CollectionArguments,
  collectionArguments,
  type IdArguments,
  idArguments,
  type LinkArguments,
  linkArguments,
} from './arguments.ts'
import { collectionNode } from './collection.ts'
import { AssetFilter, AssetOrder, EntryFilter, EntryOrder } from './common-filters.ts'
import { collectionCost, idsCost, linkCost } from './cost-mark.ts'
import type { Filter } from './filter.ts'
import { resolved } from './links.ts'
import { rootName } from './names.ts'
import { assetNode, entryNode, type QueryContext } from './nodes.ts'
import { orderType } from './order.ts'
import type { EntryParts, Parts } from './parts.ts'
import { EntryCollection, NodeInterface } from './shared-types.ts'

type RootField = GraphQLFieldConfig<undefined, QueryContext>

/** What a query begins with (contentful.md, Root fields). */
export const rootFields = (parts: Parts): Readonly<Record<string, RootField>> => ({
  asset: {
    ...linkCost,
    type: parts.asset,
    args: idArguments,
    resolve: (_, args: IdArguments, context) => found('Asset', args.id, args, context),
  },
  assetCollection: {
    ...collectionCost(),
    type: parts.assetCollection,
    args: collectionArguments(AssetFilter, AssetOrder),
    resolve: (_, args: CollectionArguments, context) => {
      const preview = args.preview ?? false
      const assets = context.source.read(preview).assets
      return collectionNode(
        assets.map((asset) => assetNode(asset, preview)),
        args,
        AssetFilter,
        context,
      )
    },
  },
  ...Object.assign({}, ...[...parts.types.values()].map(entryRoots)),
  entryCollection: {
    ...collectionCost(),
    type: EntryCollection,
    args: collectionArguments(EntryFilter, EntryOrder),
    resolve: (_, args: CollectionArguments, context) => entriesNode(undefined, EntryFilter, args, context),
  },
  _node: {
    ...linkCost,
    type: NodeInterface,
    args: { id: { type: new GraphQLNonNull(GraphQLID) }, ...linkArguments },
    resolve: (_, args: IdArguments, context) => found('Entry', args.id, args, context),
  },
  _nodes: {
    ...idsCost,
    type: new GraphQLNonNull(new GraphQLList(NodeInterface)),
    args: {
      ids: { type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(GraphQLID))) },
      ...linkArguments,
    },
    resolve: (_, args: LinkArguments & { readonly ids: readonly string[] }, context) =>
      args.ids.map((id) => found('Entry', id, args, context)),
  },
})

function entryRoots({
  contentType: { id },
  type,
  collection,
  filter,
  sortable,
}: EntryParts): Record<string, RootField> {
  return {
    [rootName(id)]: {
      ...linkCost,
      type,
      args: idArguments,
      resolve: (_, args: IdArguments, context) => {
        const node = found('Entry', args.id, args, context)
        return node?.kind === 'Entry' && node.item.contentType === id ? node : null
      },
    },
    [`${rootName(id)}Collection`]: {
      ...collectionCost(),
      type: collection,
      args: collectionArguments(filter, orderType(`${type.name}Order`, sortable)),
      resolve: (_, args: CollectionArguments, context) => entriesNode(id, filter, args, context),
    },
  }
}

const found = (linkType: 'Entry' | 'Asset', id: string, { preview }: LinkArguments, context: QueryContext) =>
  resolved({ type: 'Link', linkType, id }, preview ?? false, context) ?? null

function entriesNode(
  contentType: string | undefined,
  filter: Filter,
  args: CollectionArguments,
  context: QueryContext,
) {
  const preview = args.preview ?? false
  const entries = context.source.read(preview).entries(contentType)
  return collectionNode(
    entries.map((entry) => entryNode(entry, preview)),
    args,
    filter,
    context,
  )
}
