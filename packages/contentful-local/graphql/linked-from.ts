import type { CompiledContentType } from '#local/engine/compile-content-type.ts'
import { findLinks } from '#local/links.ts'
import { memoizeByObject } from '#local/memoize-by-object.ts'
import { type ContentNode, type ContentSnapshot, getLinkType } from './content-source.ts'
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
      const link = `${getLinkType(item)} ${item.id}`
      const snapshots = (locales ?? [view.locale]).map((locale) => view.source.readSnapshot({ ...view, locale }))
      const linking = snapshots.flatMap((content) => indexLinks(entryTypes)(content).get(link) ?? [])
      const ids = new Set(linking.map(({ id }) => id))
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

/** Groups the entries with links by the link type and id of the targets, once per schema and snapshot. */
const indexLinks = memoizeByObject((entryTypes: EntryTypes) =>
  memoizeByObject((content: ContentSnapshot) => {
    const links = content.list('Entry').flatMap(({ id, contentType, fields }) =>
      (entryTypes.get(contentType ?? '')?.contentType.deliveredFields ?? [])
        .filter(({ targetType, kind }) => targetType !== undefined || kind === 'RichText')
        .flatMap((field) => findLinks(fields[field.id]))
        .map(({ sys }) => ({ id, link: `${sys.linkType} ${sys.id}` })),
    )
    return Map.groupBy(links, ({ link }) => link)
  }),
)
