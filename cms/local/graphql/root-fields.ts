import { AssetFilter, AssetOrder, EntryFilter, EntryOrder } from '#local/engine/entry-filters.ts'
import type { GraphqlFilter } from '#local/engine/graphql-filter.ts'
import type { LinkType } from '#local/links.ts'
import type { ResolverParent } from './content-source.ts'
import { createCollectionField, findNode, type LinkArguments, selectView } from './resolve-links.ts'
import { getRootFieldName } from './schema-names.ts'
import {
  type EntryTypeParts,
  type FieldBehavior,
  LINK_ARGUMENTS,
  printCollectionArguments,
  type TypeDefinitions,
} from './type-definitions.ts'

/** Defines the type `Query` (docs/contentful.md, Root fields). */
export function defineQueryType(types: readonly EntryTypeParts[]): TypeDefinitions {
  const roots = types.map((type) => ({ ...type, root: getRootFieldName(type.contentType.id) }))
  return {
    sdl: `type Query {
      asset(id: String!, ${LINK_ARGUMENTS}): Asset
      assetCollection(${printCollectionArguments('AssetFilter', 'AssetOrder')}): AssetCollection
      ${roots
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
      'Query.assetCollection': createListField(AssetFilter, 'Asset'),
      ...Object.fromEntries(
        roots.flatMap(({ contentType: { id }, root, filter }) => [
          [`Query.${root}`, createIdField('Entry', id)],
          [`Query.${root}Collection`, createListField(filter, 'Entry', id)],
        ]),
      ),
      'Query.entryCollection': createListField(EntryFilter, 'Entry'),
      'Query._node': createIdField('Entry'),
      'Query._nodes': {
        cost: ({ ids }) => (Array.isArray(ids) ? ids.length : 0),
        resolve: (query: ResolverParent, args: LinkArguments & { readonly ids: readonly string[] }) => {
          const view = selectView(args, query)
          return args.ids.map((id) => findNode('Entry', id, view))
        },
      },
    },
  }
}

/** A field with one entry or asset. `contentType`: entries of other types are not found. */
const createIdField = (linkType: LinkType, contentType?: string): FieldBehavior => ({
  cost: () => 1,
  resolve: (query: ResolverParent, args: LinkArguments & { readonly id: string }) => {
    const node = findNode(linkType, args.id, selectView(args, query))
    return contentType === undefined || node?.item.contentType === contentType ? node : null
  },
})

const createListField = (filter: GraphqlFilter, linkType: LinkType, contentType?: string) =>
  createCollectionField(
    (_, view) =>
      view.source
        .readSnapshot(view)
        .list(linkType, contentType)
        .map((item) => ({ item, view })),
    { filter },
  )
