import type { CompiledContentType } from '#local/engine/compile-content-type.ts'
import { type EntityType, findLinks } from '#local/shared/links.ts'
import { printCollectionArguments } from './collection-types.ts'
import { getEntityType, type ResolvedEntity, type SourceEntity } from './content-source.ts'
import { createOrderType, type EntryTypes } from './entry-filters.ts'
import { createCollectionField, selectView } from './resolve-links.ts'
import { getRootFieldName } from './schema-names.ts'
import type { SchemaPart } from './schema-part.ts'

/** The value of `linkedFrom`: an entry or asset. */
interface LinkTarget extends ResolvedEntity {
  /** The locales whose links count; absent: that of the collection. */
  readonly locales: readonly string[] | undefined
}

/**
 * Defines the values of the field `linkedFrom` of a type: collections of all entries that link to an entry or asset, and of
 * those of each content type that allows it as a target. `target`: content type; absent for assets.
 */
export function defineLinkingCollections(type: string, entryTypes: EntryTypes, target?: string): readonly SchemaPart[] {
  const name = `${type}LinkingCollections`
  const createField = (contentType?: string) =>
    createCollectionField((entity: LinkTarget, view) => {
      const link = { linkType: getEntityType(entity), id: entity.id }
      const values = [{ linkTypes: [link.linkType], values: [link.id] }]
      const { entities } = view.source.readSnapshot(view).list({ type: 'Entry', contentType, values })
      const snapshots = (entity.locales ?? [view.locale]).map((locale) => view.source.readSnapshot({ ...view, locale }))
      return entities
        .filter(({ id }) => snapshots.some(({ find }) => hasLink(find('Entry', id), link, entryTypes)))
        .map((entry): ResolvedEntity => ({ ...entry, view }))
    })
  const collections = [...entryTypes.values()]
    .filter(({ contentType }) => canLinkTo(contentType, target))
    .map(({ contentType: { id }, name: linkingName, sortableFields }) => {
      const order = createOrderType(`${name}${linkingName}CollectionOrder`, sortableFields)
      const field = `${getRootFieldName(id)}Collection`
      return {
        owner: { contentType: id },
        inputTypes: [order],
        signature: `${field}(${printCollectionArguments(undefined, order.name)}): ${linkingName}Collection`,
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
        [`${type}.linkedFrom`]: { resolve: resolveLinkedFrom },
        [`${name}.entryCollection`]: createField(),
      },
    },
    ...collections,
  ]
}

/** Throws for a locale that the space does not have. */
function resolveLinkedFrom(
  entity: ResolvedEntity,
  { allowedLocales }: { readonly allowedLocales?: readonly (string | null)[] | null },
): LinkTarget {
  const locales = allowedLocales?.filter((locale) => locale !== null)
  return { ...entity, locales: locales?.map((locale) => selectView({ locale }, entity).locale) }
}

const canLinkTo = ({ fields }: CompiledContentType, target: string | undefined) =>
  fields.some(({ targetType, linkedTypes }) =>
    target === undefined ? targetType === 'Asset' : linkedTypes?.includes(target),
  )

/** Whether a field of the entry that the APIs return links to an entry or asset. */
const hasLink = (
  entry: SourceEntity | undefined,
  target: { readonly linkType: EntityType; readonly id: string },
  entryTypes: EntryTypes,
): boolean =>
  (entryTypes.get(entry?.contentType ?? '')?.contentType.fields ?? [])
    .filter(({ targetType, kind }) => targetType !== undefined || kind === 'RichText')
    .flatMap(({ id }) => findLinks(entry?.fields[id]))
    .some(({ sys }) => sys.linkType === target.linkType && sys.id === target.id)
