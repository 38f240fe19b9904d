import type { CompiledContentType } from '#local/engine/compile-content-type.ts'
import { findLinks, type LinkType } from '#local/links.ts'
import { type ContentNode, getLinkType, type SourceItem } from './content-source.ts'
import { assertKnownLocale, createCollectionField } from './resolve-links.ts'
import { getRootFieldName } from './schema-names.ts'
import { createOrderType, type EntryTypes, printCollectionArguments, type TypeDefinitions } from './type-definitions.ts'

/** The value of `linkedFrom`: an entry or asset. */
interface LinkTarget extends ContentNode {
  /** The locales whose links count; absent: that of the collection. */
  readonly locales: readonly string[] | undefined
}

/**
 * Defines the field `linkedFrom` of a type: collections of all entries that link to an entry or asset, and of those of each content
 * type that allows it as a target. `target`: content type; absent for assets.
 */
export function defineLinkingCollections(
  targetName: string,
  entryTypes: EntryTypes,
  target?: string,
): readonly TypeDefinitions[] {
  const name = `${targetName}LinkingCollections`
  const createField = (contentType?: string) =>
    createCollectionField(({ item, locales }: LinkTarget, view) => {
      const link = { linkType: getLinkType(item), id: item.id }
      const conditions = [{ linkTypes: [link.linkType], values: [link.id] }]
      const { items: entries } = view.source.readSnapshot(view).list({ linkType: 'Entry', contentType, conditions })
      const snapshots = (locales ?? [view.locale]).map((locale) => view.source.readSnapshot({ ...view, locale }))
      const isLinking = ({ id }: SourceItem) =>
        snapshots.some((content) => hasLink(content.find('Entry', id), link, entryTypes))
      return entries.filter(isLinking).map((entry) => ({ item: entry, view }))
    })
  const collections = [...entryTypes.values()]
    .filter(({ contentType }) => canLinkTo(contentType, target))
    .map(({ contentType: { id }, name: linkingName, sortableFields }) => {
      // The collections of assets have no order in schemas that Contentful printed.
      const order =
        target === undefined ? undefined : createOrderType(`${name}${linkingName}CollectionOrder`, sortableFields)
      const field = `${getRootFieldName(id)}Collection`
      const signature = `${field}(${printCollectionArguments(undefined, order?.name)}): ${linkingName}Collection`
      return {
        owner: { contentType: id },
        inputTypes: order ? [order] : [],
        signature,
        fields: { [`${name}.${field}`]: createField(id) },
      }
    })
  return [
    {
      owner: target === undefined ? undefined : { contentType: target },
      sdl: `type ${name} {
        entryCollection(${printCollectionArguments()}): EntryCollection
        ${collections.map(({ signature }) => signature).join('\n')}
      }`,
      fields: {
        [`${targetName}.linkedFrom`]: { resolve: resolveLinkedFrom },
        [`${name}.entryCollection`]: createField(),
      },
    },
    ...collections,
  ]
}

function resolveLinkedFrom(
  node: ContentNode,
  { allowedLocales }: { readonly allowedLocales?: readonly (string | null)[] | null },
): LinkTarget {
  const locales = allowedLocales?.filter((locale) => locale !== null)
  for (const locale of locales ?? []) assertKnownLocale(locale, node.view)
  return { ...node, locales }
}

const canLinkTo = ({ fields }: CompiledContentType, target: string | undefined) =>
  fields.some(({ targetType, linkedTypes }) =>
    target === undefined ? targetType === 'Asset' : linkedTypes?.includes(target),
  )

/** Whether a field of the entry that the APIs return links to an entry or asset. */
const hasLink = (
  entry: SourceItem | undefined,
  target: { readonly linkType: LinkType; readonly id: string },
  entryTypes: EntryTypes,
): boolean =>
  (entryTypes.get(entry?.contentType ?? '')?.contentType.fields ?? [])
    .filter(({ targetType, kind }) => targetType !== undefined || kind === 'RichText')
    .flatMap(({ id }) => findLinks(entry?.fields[id]))
    .some(({ sys }) => sys.linkType === target.linkType && sys.id === target.id)
