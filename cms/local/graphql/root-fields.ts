import type { ContentView, QueryContext } from './content-source.ts'
import { AssetFilter, EntryFilter } from './entry-filters.ts'
import type { GraphqlFilter } from './graphql-filter.ts'
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
import { LINK_ARGUMENTS, type OutputField, printCollectionArguments } from './schema-type.ts'

/** Creates the fields of the `Query` type (docs/contentful.md, Root fields). */
export function createRootFields(types: readonly EntryTypeParts[]): Readonly<Record<string, OutputField>> {
  const createCollection = (type: string, filter: GraphqlFilter, order: string, contentType?: string) =>
    createCollectionField(
      `(${printCollectionArguments(filter.type.name, order)}): ${type}`,
      filter,
      (view, { source }) =>
        source
          .readSnapshot(view)
          .entries(contentType)
          .map((item) => ({ kind: 'Entry', item, view })),
    )
  const entryFields = types.flatMap(({ name, filter, contentType: { id } }) => [
    [getRootFieldName(id), createIdField(`(id: String!, ${LINK_ARGUMENTS}): ${name}`, 'Entry', id)],
    [`${getRootFieldName(id)}Collection`, createCollection(`${name}Collection`, filter, `${name}Order`, id)],
  ])
  return {
    asset: createIdField(`(id: String!, ${LINK_ARGUMENTS}): Asset`, 'Asset'),
    assetCollection: createCollectionField(
      `(${printCollectionArguments('AssetFilter', 'AssetOrder')}): AssetCollection`,
      AssetFilter,
      (view, { source }) => source.readSnapshot(view).assets.map((item) => ({ kind: 'Asset', item, view })),
    ),
    ...Object.fromEntries(entryFields),
    entryCollection: createCollection('EntryCollection', EntryFilter, 'EntryOrder'),
    _node: createIdField(`(id: ID!, ${LINK_ARGUMENTS}): _Node`, 'Entry'),
    _nodes: {
      signature: `(ids: [ID!]!, ${LINK_ARGUMENTS}): [_Node]!`,
      cost: idsCost,
      resolve: (_, args: LinkArguments & { readonly ids: readonly string[] }, context) => {
        const view = selectView(args, context)
        return args.ids.map((id) => findLinkedNode({ type: 'Link', linkType: 'Entry', id }, view, context))
      },
    },
  }
}

/** A field with one entry or asset. `contentType`: entries of other types are not found. */
const createIdField = (signature: string, linkType: 'Entry' | 'Asset', contentType?: string): OutputField => ({
  signature,
  cost: linkCost,
  resolve: (_, args: LinkArguments & { readonly id: string }, context) => {
    const node = findLinkedNode({ type: 'Link', linkType, id: args.id }, selectView(args, context), context)
    const isOfType = !contentType || (node?.kind === 'Entry' && node.item.contentType === contentType)
    return isOfType ? node : null
  },
})

const createCollectionField = (
  signature: string,
  filter: GraphqlFilter,
  listNodes: (view: ContentView, context: QueryContext) => Parameters<typeof createCollectionNode>[0],
): OutputField => ({
  signature,
  cost: createCollectionCost(),
  resolve: (_, args: CollectionArguments, context) =>
    createCollectionNode(listNodes(selectView(args, context), context), args, context, filter),
})
