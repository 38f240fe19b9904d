import { type GraphQLFieldConfig, GraphQLList, GraphQLObjectType, GraphQLString } from 'graphql'
import { createCollectionNode } from './collection.ts'
import { type ContentNode, createEntryNode, type QueryContext } from './content-nodes.ts'
import { getDeliveredFields, getLinkedContentTypes, getLinkType } from './content-type-definition.ts'
import { type CollectionArguments, createCollectionArguments } from './field-arguments.ts'
import { createOrderType } from './order-type.ts'
import { createCollectionCost } from './query-cost.ts'
import { getLinkingCollectionsName, getRootFieldName } from './schema-names.ts'
import type { EntryTypeParts, SchemaParts } from './schema-parts.ts'
import { EntryCollection } from './shared-types.ts'

type LinkingField = GraphQLFieldConfig<ContentNode, QueryContext>

/**
 * The way back from an entry of a content type, or from an asset, to those that link to it: all of them, and those of
 * each content type that names it as a target. `typeName` is its type in GraphQL.
 */
export function createLinkedFromField(
  typeName: string,
  contentType: string | undefined,
  parts: SchemaParts,
): LinkingField {
  const linking = [...parts.types.values()].filter((other) => leadsTo(other, contentType))
  const typed = linking.map((other) => [
    `${getRootFieldName(other.contentType.id)}Collection`,
    collectionField(typeName, other, parts),
  ])
  return {
    type: new GraphQLObjectType<ContentNode, QueryContext>({
      name: getLinkingCollectionsName(typeName),
      fields: { entryCollection: entryCollectionField(parts), ...Object.fromEntries(typed) },
    }),
    args: { allowedLocales: { type: new GraphQLList(GraphQLString) } },
    resolve: (node) => node,
  }
}

const leadsTo = ({ contentType }: EntryTypeParts, target: string | undefined) =>
  getDeliveredFields(contentType).some((field) =>
    target === undefined ? getLinkType(field) === 'Asset' : getLinkedContentTypes(field)?.includes(target),
  )

const entryCollectionField = ({ findLinkingEntries }: SchemaParts): LinkingField => ({
  ...createCollectionCost(),
  type: EntryCollection,
  args: createCollectionArguments(),
  resolve: (node, args: CollectionArguments, context) => linkingNode(findLinkingEntries, node, args, context),
})

function collectionField(
  name: string,
  { contentType, type, collection, sortableFields }: EntryTypeParts,
  { findLinkingEntries }: SchemaParts,
) {
  const order = createOrderType(`${getLinkingCollectionsName(name)}${type.name}CollectionOrder`, sortableFields)
  return {
    ...createCollectionCost(),
    type: collection,
    args: createCollectionArguments(undefined, order),
    resolve: (node: ContentNode, args: CollectionArguments, context: QueryContext) =>
      linkingNode(findLinkingEntries, node, args, context, contentType.id),
  }
}

function linkingNode(
  linking: SchemaParts['findLinkingEntries'],
  node: ContentNode,
  args: CollectionArguments,
  context: QueryContext,
  contentType?: string,
) {
  const preview = args.preview ?? node.preview
  const all = linking(context.source.readSnapshot(preview), node)
  const entries = contentType === undefined ? all : all.filter((entry) => entry.contentType === contentType)
  return createCollectionNode(
    entries.map((entry) => createEntryNode(entry, preview)),
    args,
    undefined,
    context,
  )
}
