import { findLinks } from '#local/links.ts'
import type { ContentNode, ContentSnapshot, ContentView, QueryContext, SourceEntry } from './content-source.ts'
import {
  type ContentTypeDefinition,
  getDeliveredFields,
  getLinkedContentTypes,
  getLinkType,
} from './content-type-definition.ts'
import { createOrderType } from './field-order.ts'
import { createCollectionCost } from './query-cost.ts'
import { assertKnownLocale, type CollectionArguments, createCollectionNode, selectView } from './resolve-links.ts'
import { getRootFieldName } from './schema-names.ts'
import type { FindLinkingEntries, SchemaParts } from './schema-parts.ts'
import { type OutputField, printCollectionArguments, type SchemaType } from './schema-type.ts'

/** The value of `linkedFrom`. */
interface LinkTarget {
  readonly node: ContentNode
  /** The locales whose links count; absent: that of the collection. */
  readonly locales: readonly string[] | undefined
}

/** Creates the field `linkedFrom` of a type. `name` is that of `defineLinkingCollections`. */
export const createLinkedFromField = (name: string): OutputField => ({
  signature: `(allowedLocales: [String]): ${name}`,
  resolve: (node: ContentNode, { allowedLocales }: AllowedLocales, { source }): LinkTarget => {
    const locales = allowedLocales?.filter((locale) => locale !== null)
    for (const locale of locales ?? []) assertKnownLocale(locale, source.locales)
    return { node, locales }
  },
})

interface AllowedLocales {
  readonly allowedLocales?: readonly (string | null)[] | null
}

/**
 * Defines the type of `linkedFrom`: collections of all entries that link to an entry or asset, and of those of each content
 * type that allows it as a target. `target`: content type; absent for assets.
 */
export function defineLinkingCollections(
  name: string,
  { types, findLinkingEntries }: SchemaParts,
  target?: string,
): readonly SchemaType[] {
  const createField = (type: string, order?: string, contentType?: string): OutputField => ({
    signature: `(${printCollectionArguments(undefined, order)}): ${type}`,
    cost: createCollectionCost(),
    resolve: ({ node, locales }: LinkTarget, args: CollectionArguments, context) => {
      const view = selectView(args, context, node.view)
      const entries = findInLocales(findLinkingEntries, node, view, locales, context)
      const linking = entries.filter((entry) => contentType === undefined || entry.contentType === contentType)
      return createCollectionNode(
        linking.map((item) => ({ kind: 'Entry', item, view })),
        args,
        context,
      )
    },
  })
  const linkingTypes = [...types.values()]
    .filter(({ contentType }) => canLinkTo(contentType, target))
    .map((type) => ({ ...type, id: type.contentType.id, order: `${name}${type.name}CollectionOrder` }))
  const typedFields = linkingTypes.map((type) => [
    `${getRootFieldName(type.id)}Collection`,
    createField(`${type.name}Collection`, type.order, type.id),
  ])
  return [
    {
      name,
      ...(target === undefined ? {} : { owner: { contentType: target } }),
      definition: {
        head: `type ${name}`,
        fields: { entryCollection: createField('EntryCollection'), ...Object.fromEntries(typedFields) },
      },
    },
    ...linkingTypes.map(({ id, order, sortableFields }) => ({
      name: order,
      owner: { contentType: id },
      definition: createOrderType(order, sortableFields),
    })),
  ]
}

const canLinkTo = (contentType: ContentTypeDefinition, target: string | undefined) =>
  getDeliveredFields(contentType).some((field) =>
    target === undefined ? getLinkType(field) === 'Asset' : getLinkedContentTypes(field)?.includes(target),
  )

/** Entries of the view that link to a node in one of the locales. */
function findInLocales(
  findLinkingEntries: FindLinkingEntries,
  node: ContentNode,
  view: ContentView,
  locales: readonly string[] | undefined,
  { source }: QueryContext,
): readonly SourceEntry[] {
  const content = source.readSnapshot(view)
  if (!locales) return findLinkingEntries(content, node)
  const ids = new Set(
    locales.flatMap((locale) => findLinkingEntries(source.readSnapshot({ ...view, locale }), node).map(({ id }) => id)),
  )
  return content.entries().filter(({ id }) => ids.has(id))
}

/** Creates an index of linking entries. It is built once per snapshot, on first use. */
export function createLinkIndex(contentTypes: readonly ContentTypeDefinition[]): FindLinkingEntries {
  const linkFields = new Map(contentTypes.map((type) => [type.id, getLinkFieldIds(type)]))
  const indexes = new WeakMap<ContentSnapshot, ReadonlyMap<string, ReadonlySet<SourceEntry>>>()
  return (content, { kind, item }) => {
    const index = indexes.get(content) ?? buildLinkIndex(content, linkFields)
    indexes.set(content, index)
    return [...(index.get(`${kind} ${item.id}`) ?? [])]
  }
}

const getLinkFieldIds = (type: ContentTypeDefinition): readonly string[] =>
  getDeliveredFields(type)
    .filter((field) => getLinkType(field) !== undefined || field.type === 'RichText')
    .map(({ id }) => id)

function buildLinkIndex(content: ContentSnapshot, linkFields: ReadonlyMap<string, readonly string[]>) {
  const index = new Map<string, Set<SourceEntry>>()
  for (const entry of content.entries()) {
    const links = (linkFields.get(entry.contentType) ?? []).flatMap((id) => findLinks(entry.fields[id]))
    for (const { sys } of links) {
      const key = `${sys.linkType} ${sys.id}`
      index.set(key, (index.get(key) ?? new Set()).add(entry))
    }
  }
  return index
}
