import { type GraphQLFieldConfig, GraphQLList, GraphQLObjectType, GraphQLString } from 'graphql'
import { linkedContentTypes, linkTypeOf, shownFields } from '#cms/local/content-type.ts'
import { type CollectionArguments, collectionArguments } from './arguments.ts'
import { collectionNode } from './collection.ts'
import { collectionCost } from './cost-mark.ts'
import { linkingName, rootName } from './names.ts'
import { entryNode, type Node, type QueryContext } from './nodes.ts'
import { orderType } from './order.ts'
import type { EntryParts, Parts } from './parts.ts'
import { EntryCollection } from './shared-types.ts'

type LinkingField = GraphQLFieldConfig<Node, QueryContext>

/**
 * The way back from an entry of a content type, or from an asset, to those that link to it: all of them, and those of
 * each content type that names it as a target. `typeName` is its type in GraphQL.
 */
export function linkedFromField(typeName: string, contentType: string | undefined, parts: Parts): LinkingField {
  const linking = [...parts.types.values()].filter((other) => leadsTo(other, contentType))
  const typed = linking.map((other) => [
    `${rootName(other.contentType.id)}Collection`,
    collectionField(typeName, other, parts),
  ])
  return {
    type: new GraphQLObjectType<Node, QueryContext>({
      name: linkingName(typeName),
      fields: { entryCollection: entryCollectionField(parts), ...Object.fromEntries(typed) },
    }),
    args: { allowedLocales: { type: new GraphQLList(GraphQLString) } },
    resolve: (node) => node,
  }
}

const leadsTo = ({ contentType }: EntryParts, target: string | undefined) =>
  shownFields(contentType).some((field) =>
    target === undefined ? linkTypeOf(field) === 'Asset' : linkedContentTypes(field)?.includes(target),
  )

const entryCollectionField = ({ linking }: Parts): LinkingField => ({
  ...collectionCost(),
  type: EntryCollection,
  args: collectionArguments(),
  resolve: (node, args: CollectionArguments, context) => linkingNode(linking, node, args, context),
})

function collectionField(name: string, { contentType, type, collection, sortable }: EntryParts, { linking }: Parts) {
  const order = orderType(`${linkingName(name)}${type.name}CollectionOrder`, sortable)
  return {
    ...collectionCost(),
    type: collection,
    args: collectionArguments(undefined, order),
    resolve: (node: Node, args: CollectionArguments, context: QueryContext) =>
      linkingNode(linking, node, args, context, contentType.id),
  }
}

function linkingNode(
  linking: Parts['linking'],
  node: Node,
  args: CollectionArguments,
  context: QueryContext,
  contentType?: string,
) {
  const preview = args.preview ?? node.preview
  const all = linking(context.source.read(preview), node)
  const entries = contentType === undefined ? all : all.filter((entry) => entry.contentType === contentType)
  return collectionNode(
    entries.map((entry) => entryNode(entry, preview)),
    args,
    undefined,
    context,
  )
}
