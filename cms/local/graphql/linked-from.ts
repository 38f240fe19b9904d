import type { CompiledContentType, CompiledField } from '#local/engine/compile-content-type.ts'
import { findLinks } from '#local/links.ts'
import { memoizeByObject } from '#local/memoize-by-object.ts'
import type { ContentNode, ContentSnapshot, ContentView, QueryContext, SourceEntry } from './content-source.ts'
import { createOrderType } from './field-order.ts'
import { createCollectionCost } from './query-cost.ts'
import { assertKnownLocale, type CollectionArguments, createCollectionNode, selectView } from './resolve-links.ts'
import { getRootFieldName } from './schema-names.ts'
import type { FindLinkingEntries, SchemaParts } from './schema-parts.ts'
import { type FieldBehavior, printCollectionArguments, type TypeDefinitions } from './type-definitions.ts'

/** The value of `linkedFrom`. */
interface LinkTarget {
  readonly node: ContentNode
  /** The locales whose links count; absent: that of the collection. */
  readonly locales: readonly string[] | undefined
}

interface AllowedLocales {
  readonly allowedLocales?: readonly (string | null)[] | null
}

function resolveLinkedFrom(
  node: ContentNode,
  { allowedLocales }: AllowedLocales,
  { source }: QueryContext,
): LinkTarget {
  const locales = allowedLocales?.filter((locale) => locale !== null)
  for (const locale of locales ?? []) assertKnownLocale(locale, source.locales)
  return { node, locales }
}

/**
 * Defines the field `linkedFrom` of a type: collections of all entries that link to an entry or asset, and of those of each content
 * type that allows it as a target. `target`: content type; absent for assets.
 */
export function defineLinkingCollections(
  targetName: string,
  { types, findLinkingEntries }: SchemaParts,
  target?: string,
): readonly TypeDefinitions[] {
  const name = `${targetName}LinkingCollections`
  const createBehavior = (contentType?: string): FieldBehavior => ({
    cost: createCollectionCost(),
    resolve: ({ node, locales }: LinkTarget, args: CollectionArguments, context) => {
      const view = selectView(args, context, node.view)
      const nodes = findInLocales(findLinkingEntries, node, view, locales, context)
        .filter((entry) => contentType === undefined || entry.contentType === contentType)
        .map((item): ContentNode => ({ kind: 'Entry', item, view }))
      return createCollectionNode(nodes, args, context)
    },
  })
  const linking = [...types.values()]
    .filter(({ contentType }) => canLinkTo(contentType, target))
    .map((type) => ({
      id: type.contentType.id,
      field: `${getRootFieldName(type.contentType.id)}Collection`,
      type: `${type.name}Collection`,
      order: createOrderType(`${name}${type.name}CollectionOrder`, type.sortableFields),
    }))
  return [
    {
      ...(target === undefined ? {} : { owner: { contentType: target } }),
      sdl: `type ${name} {
        entryCollection(${printCollectionArguments()}): EntryCollection
        ${linking.map(({ field, type, order }) => `${field}(${printCollectionArguments(undefined, order.name)}): ${type}`).join('\n')}
      }`,
      fields: {
        [`${targetName}.linkedFrom`]: { resolve: resolveLinkedFrom },
        [`${name}.entryCollection`]: createBehavior(),
        ...Object.fromEntries(linking.map(({ id, field }) => [`${name}.${field}`, createBehavior(id)])),
      },
    },
    ...linking.map(({ id, order }) => ({ owner: { contentType: id }, sdl: '', inputTypes: [order] })),
  ]
}

const canLinkTo = ({ deliveredFields }: CompiledContentType, target: string | undefined) =>
  deliveredFields.some(({ targetType, linkedTypes }) =>
    target === undefined ? targetType === 'Asset' : linkedTypes?.includes(target),
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
export function createLinkIndex(contentTypes: readonly CompiledContentType[]): FindLinkingEntries {
  const isLinkField = ({ targetType, kind }: CompiledField) => targetType !== undefined || kind === 'RichText'
  const linkFields = new Map(contentTypes.map(({ id, deliveredFields }) => [id, deliveredFields.filter(isLinkField)]))
  const getIndex = memoizeByObject((content: ContentSnapshot) => {
    const index = new Map<string, Set<SourceEntry>>()
    for (const entry of content.entries()) {
      for (const { sys } of (linkFields.get(entry.contentType) ?? []).flatMap(({ id }) =>
        findLinks(entry.fields[id]),
      )) {
        const key = `${sys.linkType} ${sys.id}`
        index.set(key, (index.get(key) ?? new Set()).add(entry))
      }
    }
    return index
  })
  return (content, { kind, item }) => [...(getIndex(content).get(`${kind} ${item.id}`) ?? [])]
}
