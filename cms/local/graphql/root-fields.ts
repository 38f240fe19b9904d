import { AssetFilter, AssetOrder, EntryFilter, EntryOrder } from '#local/engine/entry-filters.ts'
import type { GraphqlFilter } from '#local/engine/graphql-filter.ts'
import type { ContentNode, ContentView, QueryContext } from './content-source.ts'
import { createCollectionCost, idsCost, linkCost } from './query-cost.ts'
import {
  type CollectionArguments,
  createCollectionNode,
  findLinkedNode,
  type LinkArguments,
  selectView,
} from './resolve-links.ts'
import { getRootFieldName } from './schema-names.ts'
import type { EntryTypeParts } from './schema-parts.ts'
import {
  type FieldBehavior,
  LINK_ARGUMENTS,
  printCollectionArguments,
  type TypeDefinitions,
} from './type-definitions.ts'

/** Defines the type `Query` (docs/contentful.md, Root fields). */
export function defineQueryType(types: readonly EntryTypeParts[]): TypeDefinitions {
  const entryFields = types.map(({ name, filter, contentType: { id } }) => ({
    id,
    name,
    filter,
    root: getRootFieldName(id),
  }))
  return {
    sdl: `type Query {
      asset(id: String!, ${LINK_ARGUMENTS}): Asset
      assetCollection(${printCollectionArguments('AssetFilter', 'AssetOrder')}): AssetCollection
      ${entryFields
        .map(
          ({ name, root }) => `
            ${root}(id: String!, ${LINK_ARGUMENTS}): ${name}
            ${root}Collection(${printCollectionArguments(`${name}Filter`, `${name}Order`)}): ${name}Collection`,
        )
        .join('')}
      entryCollection(${printCollectionArguments('EntryFilter', 'EntryOrder')}): EntryCollection
      _node(id: ID!, ${LINK_ARGUMENTS}): _Node
      _nodes(ids: [ID!]!, ${LINK_ARGUMENTS}): [_Node]!
    }`,
    inputTypes: [AssetFilter.type, AssetOrder, EntryFilter.type, EntryOrder],
    fields: {
      'Query.asset': createIdField('Asset'),
      'Query.assetCollection': createCollectionField(AssetFilter, (view, { source }) =>
        source.readSnapshot(view).assets.map((item) => ({ kind: 'Asset', item, view })),
      ),
      ...Object.fromEntries(
        entryFields.flatMap(({ id, root, filter }) => [
          [`Query.${root}`, createIdField('Entry', id)],
          [`Query.${root}Collection`, createEntryCollectionField(filter, id)],
        ]),
      ),
      'Query.entryCollection': createEntryCollectionField(EntryFilter),
      'Query._node': createIdField('Entry'),
      'Query._nodes': {
        cost: idsCost,
        resolve: (_, args: LinkArguments & { readonly ids: readonly string[] }, context) => {
          const view = selectView(args, context)
          return args.ids.map((id) => findLinkedNode({ type: 'Link', linkType: 'Entry', id }, view, context))
        },
      },
    },
  }
}

/** A field with one entry or asset. `contentType`: entries of other types are not found. */
const createIdField = (linkType: 'Entry' | 'Asset', contentType?: string): FieldBehavior => ({
  cost: linkCost,
  resolve: (_, args: LinkArguments & { readonly id: string }, context) => {
    const node = findLinkedNode({ type: 'Link', linkType, id: args.id }, selectView(args, context), context)
    const isOfType = !contentType || (node?.kind === 'Entry' && node.item.contentType === contentType)
    return isOfType ? node : null
  },
})

const createEntryCollectionField = (filter: GraphqlFilter, contentType?: string) =>
  createCollectionField(filter, (view, { source }) =>
    source
      .readSnapshot(view)
      .entries(contentType)
      .map((item) => ({ kind: 'Entry', item, view })),
  )

const createCollectionField = (
  filter: GraphqlFilter,
  listNodes: (view: ContentView, context: QueryContext) => readonly ContentNode[],
): FieldBehavior => ({
  cost: createCollectionCost(),
  resolve: (_, args: CollectionArguments, context) =>
    createCollectionNode(listNodes(selectView(args, context), context), args, context, filter),
})
