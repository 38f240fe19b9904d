import { type GraphQLFieldConfig, GraphQLList, GraphQLObjectType, GraphQLString } from 'graphql'
import { type ContentLink, findLinks } from '#cms/links.ts'
import {
  type ContentNode,
  type ContentSnapshot,
  createEntryNode,
  type QueryContext,
  type SourceEntry,
} from './content-source.ts'
import {
  type ContentTypeDefinition,
  getDeliveredFields,
  getLinkedContentTypes,
  getLinkType,
} from './content-type-definition.ts'
import { type CollectionArguments, createCollectionArguments, createOrderType } from './field-arguments.ts'
import { createCollectionCost } from './query-cost.ts'
import { createCollectionNode } from './resolve-links.ts'
import { getLinkingCollectionsName, getRootFieldName } from './schema-names.ts'
import type { EntryTypeParts, FindLinkingEntries, SchemaParts } from './schema-parts.ts'
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

type Linking = ReadonlyMap<string, ReadonlySet<SourceEntry>>

/** Built once for each snapshot, when it is first asked for. */
export function createLinkIndex(contentTypes: readonly ContentTypeDefinition[]): FindLinkingEntries {
  const linkFields = new Map(contentTypes.map((type) => [type.id, linkFieldsOf(type)]))
  const known = new WeakMap<ContentSnapshot, Linking>()
  return (content, { kind, item }) => {
    const linking = known.get(content) ?? linkingIn(content, linkFields)
    known.set(content, linking)
    return [...(linking.get(key(kind, item.id)) ?? [])]
  }
}

const linkFieldsOf = (type: ContentTypeDefinition): readonly string[] =>
  getDeliveredFields(type)
    .filter((field) => getLinkType(field) !== undefined || field.type === 'RichText')
    .map(({ id }) => id)

function linkingIn(content: ContentSnapshot, linkFields: ReadonlyMap<string, readonly string[]>): Linking {
  const linking = new Map<string, Set<SourceEntry>>()
  for (const entry of content.entries()) {
    const links = (linkFields.get(entry.contentType) ?? []).flatMap((id) => findLinks(entry.fields[id]))
    for (const { sys } of links) {
      const to = key(sys.linkType, sys.id)
      linking.set(to, (linking.get(to) ?? new Set()).add(entry))
    }
  }
  return linking
}

const key = (linkType: ContentLink['sys']['linkType'], id: string) => `${linkType} ${id}`
