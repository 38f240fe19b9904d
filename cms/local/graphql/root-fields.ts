import { type GraphQLFieldConfig, GraphQLID, GraphQLList, GraphQLNonNull } from 'graphql'
import { AssetFilter, AssetOrder, EntryFilter, EntryOrder } from '#local/engine/entry-filters.ts'
import type { GraphqlFilter } from '#local/engine/graphql-filter.ts'
import { createAssetNode, createEntryNode, type QueryContext } from './content-source.ts'
import {
  type CollectionArguments,
  createCollectionArguments,
  createOrderType,
  type IdArguments,
  idArguments,
  type LinkArguments,
  linkArguments,
  selectRootView,
} from './field-arguments.ts'
import { createCollectionCost, idsCost, linkCost } from './query-cost.ts'
import { createCollectionNode, findLinkedNode } from './resolve-links.ts'
import { getRootFieldName } from './schema-names.ts'
import type { EntryTypeParts, SchemaParts } from './schema-parts.ts'
import { EntryCollection, NodeInterface } from './shared-types.ts'

type RootField = GraphQLFieldConfig<undefined, QueryContext>

/** Creates the fields of the `Query` type (docs/contentful.md, Root fields). */
export const createRootFields = (parts: SchemaParts): Readonly<Record<string, RootField>> => ({
  asset: {
    ...linkCost,
    type: parts.asset,
    args: idArguments,
    resolve: (_, args: IdArguments, context) => findNode('Asset', args.id, args, context),
  },
  assetCollection: {
    ...createCollectionCost(),
    type: parts.assetCollection,
    args: createCollectionArguments(AssetFilter, AssetOrder),
    resolve: (_, args: CollectionArguments, context) => {
      const view = selectRootView(args, context)
      const { assets } = context.source.readSnapshot(view)
      return createCollectionNode(
        assets.map((asset) => createAssetNode(asset, view)),
        args,
        AssetFilter,
        context,
      )
    },
  },
  ...Object.assign({}, ...[...parts.types.values()].map(createEntryRootFields)),
  entryCollection: {
    ...createCollectionCost(),
    type: EntryCollection,
    args: createCollectionArguments(EntryFilter, EntryOrder),
    resolve: (_, args: CollectionArguments, context) => createEntryCollection(undefined, EntryFilter, args, context),
  },
  _node: {
    ...linkCost,
    type: NodeInterface,
    args: { id: { type: new GraphQLNonNull(GraphQLID) }, ...linkArguments },
    resolve: (_, args: IdArguments, context) => findNode('Entry', args.id, args, context),
  },
  _nodes: {
    ...idsCost,
    type: new GraphQLNonNull(new GraphQLList(NodeInterface)),
    args: {
      ids: { type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(GraphQLID))) },
      ...linkArguments,
    },
    resolve: (_, args: LinkArguments & { readonly ids: readonly string[] }, context) =>
      args.ids.map((id) => findNode('Entry', id, args, context)),
  },
})

function createEntryRootFields({
  contentType: { id },
  type,
  collection,
  filter,
  sortableFields,
}: EntryTypeParts): Record<string, RootField> {
  return {
    [getRootFieldName(id)]: {
      ...linkCost,
      type,
      args: idArguments,
      resolve: (_, args: IdArguments, context) => {
        const node = findNode('Entry', args.id, args, context)
        return node?.kind === 'Entry' && node.item.contentType === id ? node : null
      },
    },
    [`${getRootFieldName(id)}Collection`]: {
      ...createCollectionCost(),
      type: collection,
      args: createCollectionArguments(filter, createOrderType(`${type.name}Order`, sortableFields)),
      resolve: (_, args: CollectionArguments, context) => createEntryCollection(id, filter, args, context),
    },
  }
}

const findNode = (linkType: 'Entry' | 'Asset', id: string, args: LinkArguments, context: QueryContext) =>
  findLinkedNode({ type: 'Link', linkType, id }, selectRootView(args, context), context) ?? null

function createEntryCollection(
  contentType: string | undefined,
  filter: GraphqlFilter,
  args: CollectionArguments,
  context: QueryContext,
) {
  const view = selectRootView(args, context)
  const entries = context.source.readSnapshot(view).entries(contentType)
  return createCollectionNode(
    entries.map((entry) => createEntryNode(entry, view)),
    args,
    filter,
    context,
  )
}
