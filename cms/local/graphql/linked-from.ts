import { type GraphQLFieldConfig, GraphQLList, GraphQLObjectType, GraphQLString } from 'graphql'
import type { CompiledContentType } from '#local/engine/compile-content-type.ts'
import { type ContentLink, findLinks } from '#local/links.ts'
import {
  type ContentNode,
  type ContentSnapshot,
  createEntryNode,
  type QueryContext,
  type SourceEntry,
} from './content-source.ts'
import { type CollectionArguments, createCollectionArguments, createOrderType, selectView } from './field-arguments.ts'
import { createCollectionCost } from './query-cost.ts'
import { createCollectionNode } from './resolve-links.ts'
import { getLinkingCollectionsName, getRootFieldName } from './schema-names.ts'
import type { EntryTypeParts, FindLinkingEntries, SchemaParts } from './schema-parts.ts'
import { EntryCollection } from './shared-types.ts'

type LinkingField = GraphQLFieldConfig<ContentNode, QueryContext>

/**
 * Creates the field `linkedFrom` of an entry type or of assets: collections of all entries that link to it, and of those of
 * each content type that allows it as a target. `typeName` is its GraphQL type.
 */
export function createLinkedFromField(
  typeName: string,
  contentType: string | undefined,
  parts: SchemaParts,
): LinkingField {
  const linkingTypes = [...parts.types.values()].filter((type) => canLinkTo(type, contentType))
  const typedCollections = linkingTypes.map((type) => [
    `${getRootFieldName(type.contentType.id)}Collection`,
    createCollectionField(typeName, type, parts),
  ])
  return {
    type: new GraphQLObjectType<ContentNode, QueryContext>({
      name: getLinkingCollectionsName(typeName),
      fields: { entryCollection: createEntryCollectionField(parts), ...Object.fromEntries(typedCollections) },
    }),
    args: { allowedLocales: { type: new GraphQLList(GraphQLString) } },
    resolve: (node) => node,
  }
}

const canLinkTo = ({ contentType }: EntryTypeParts, target: string | undefined) =>
  contentType.deliveredFields.some(({ targetType, linkedTypes }) =>
    target === undefined ? targetType === 'Asset' : linkedTypes?.includes(target),
  )

const createEntryCollectionField = ({ findLinkingEntries }: SchemaParts): LinkingField => ({
  ...createCollectionCost(),
  type: EntryCollection,
  args: createCollectionArguments(),
  resolve: (node, args: CollectionArguments, context) =>
    createLinkingCollection(findLinkingEntries, node, args, context),
})

function createCollectionField(
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
      createLinkingCollection(findLinkingEntries, node, args, context, contentType.id),
  }
}

function createLinkingCollection(
  findLinkingEntries: SchemaParts['findLinkingEntries'],
  node: ContentNode,
  args: CollectionArguments,
  context: QueryContext,
  contentType?: string,
) {
  const view = selectView(node.view, args)
  const linkingEntries = findLinkingEntries(context.source.readSnapshot(view), node)
  const entries =
    contentType === undefined ? linkingEntries : linkingEntries.filter((entry) => entry.contentType === contentType)
  return createCollectionNode(
    entries.map((entry) => createEntryNode(entry, view)),
    args,
    undefined,
    context,
  )
}

type LinkIndex = ReadonlyMap<string, ReadonlySet<SourceEntry>>

/** Creates an index of linking entries. It is built once per snapshot, on first use. */
export function createLinkIndex(contentTypes: readonly CompiledContentType[]): FindLinkingEntries {
  const linkFields = new Map(contentTypes.map((type) => [type.id, getLinkFieldIds(type)]))
  const indexes = new WeakMap<ContentSnapshot, LinkIndex>()
  return (content, { kind, item }) => {
    const index = indexes.get(content) ?? buildLinkIndex(content, linkFields)
    indexes.set(content, index)
    return [...(index.get(createLinkKey(kind, item.id)) ?? [])]
  }
}

const getLinkFieldIds = ({ deliveredFields }: CompiledContentType): readonly string[] =>
  deliveredFields.filter(({ targetType, kind }) => targetType !== undefined || kind === 'RichText').map(({ id }) => id)

function buildLinkIndex(content: ContentSnapshot, linkFields: ReadonlyMap<string, readonly string[]>): LinkIndex {
  const index = new Map<string, Set<SourceEntry>>()
  for (const entry of content.entries()) {
    const links = (linkFields.get(entry.contentType) ?? []).flatMap((id) => findLinks(entry.fields[id]))
    for (const { sys } of links) {
      const linkKey = createLinkKey(sys.linkType, sys.id)
      index.set(linkKey, (index.get(linkKey) ?? new Set()).add(entry))
    }
  }
  return index
}

const createLinkKey = (linkType: ContentLink['sys']['linkType'], id: string) => `${linkType} ${id}`
