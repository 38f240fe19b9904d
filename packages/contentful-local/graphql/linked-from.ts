import type { CompiledContentType } from '#local/engine/compile-content-type.ts'
import { type EntityLink, findLinks } from '#local/shared/links.ts'
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
      const linkType = getEntityType(entity)
      const isLinkToEntity = ({ sys }: EntityLink) => sys.linkType === linkType && sys.id === entity.id
      const values = [{ linkTypes: [linkType], values: [entity.id] }]
      const { entities } = view.source.readSnapshot(view).list({ type: 'Entry', contentType, values })
      const snapshots = (entity.locales ?? [view.locale]).map((locale) => view.source.readSnapshot({ ...view, locale }))
      return entities
        .filter(({ id }) => snapshots.some(({ find }) => listLinks(find('Entry', id), entryTypes).some(isLinkToEntity)))
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
        [`${type}.linkedFrom`]: {
          // Throws for a locale that the space does not have.
          resolve: (
            entity: ResolvedEntity,
            { allowedLocales }: { readonly allowedLocales?: readonly (string | null)[] | null },
          ): LinkTarget => {
            const locales = allowedLocales?.filter((locale) => locale !== null)
            return { ...entity, locales: locales?.map((locale) => selectView({ locale }, entity).locale) }
          },
        },
        [`${name}.entryCollection`]: createField(),
      },
    },
    ...collections,
  ]
}

const canLinkTo = ({ fields }: CompiledContentType, target: string | undefined) =>
  fields.some(({ targetType, linkedTypes }) =>
    target === undefined ? targetType === 'Asset' : linkedTypes?.includes(target),
  )

/** The links in the fields of an entry that the APIs return. */
const listLinks = (entry: SourceEntity | undefined, entryTypes: EntryTypes) =>
  (entryTypes.get(entry?.contentType ?? '')?.contentType.fields ?? [])
    .filter(({ targetType, kind }) => targetType !== undefined || kind === 'RichText')
    .flatMap(({ id }) => findLinks(entry?.fields[id]))
