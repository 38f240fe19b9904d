import type { CompiledContentType, CompiledField } from '#local/engine/compile-content-type.ts'
import { findLinks } from '#local/links.ts'
import { memoizeByObject } from '#local/memoize-by-object.ts'
import { type ContentNode, type ContentSnapshot, getLinkType, type SourceItem } from './content-source.ts'
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
  linkIndex: LinkIndex,
  target?: string,
): readonly TypeDefinitions[] {
  const name = `${targetName}LinkingCollections`
  const createField = (contentType?: string) =>
    createCollectionField(({ item, locales }: LinkTarget, view) => {
      const link = `${getLinkType(item)} ${item.id}`
      const snapshots = (locales ?? [view.locale]).map((locale) => view.source.readSnapshot({ ...view, locale }))
      const ids = new Set(
        snapshots.flatMap(
          (content) =>
            linkIndex(content)
              .get(link)
              ?.map(({ id }) => id) ?? [],
        ),
      )
      const entries = view.source.readSnapshot(view).list('Entry', contentType)
      return entries.filter(({ id }) => ids.has(id)).map((entry) => ({ item: entry, view }))
    })
  const collections = [...entryTypes.values()]
    .filter(({ contentType }) => canLinkTo(contentType, target))
    .map(({ contentType: { id }, name: linkingName, sortableFields }) => {
      const order = createOrderType(`${name}${linkingName}CollectionOrder`, sortableFields)
      const field = `${getRootFieldName(id)}Collection`
      const signature = `${field}(${printCollectionArguments(undefined, order.name)}): ${linkingName}Collection`
      return {
        owner: { contentType: id },
        inputTypes: [order],
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

const canLinkTo = ({ deliveredFields }: CompiledContentType, target: string | undefined) =>
  deliveredFields.some(({ targetType, linkedTypes }) =>
    target === undefined ? targetType === 'Asset' : linkedTypes?.includes(target),
  )

/** Returns the entries with a link, by link type and id of the target. */
export type LinkIndex = (content: ContentSnapshot) => ReadonlyMap<string, readonly { readonly id: string }[]>

/** Creates the index of a schema. It is built once per snapshot, on first use. */
export function createLinkIndex(contentTypes: readonly CompiledContentType[]): LinkIndex {
  const isLinkField = ({ targetType, kind }: CompiledField) => targetType !== undefined || kind === 'RichText'
  const linkFields = new Map(contentTypes.map(({ id, deliveredFields }) => [id, deliveredFields.filter(isLinkField)]))
  const findEntryLinks = ({ contentType, fields }: SourceItem) =>
    (linkFields.get(contentType ?? '') ?? []).flatMap(({ id }) => findLinks(fields[id]))
  return memoizeByObject((content) =>
    Map.groupBy(
      content.list('Entry').flatMap((entry) => findEntryLinks(entry).map(({ sys }) => ({ id: entry.id, sys }))),
      ({ sys }) => `${sys.linkType} ${sys.id}`,
    ),
  )
}
