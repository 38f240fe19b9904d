import { createLink, type EntityType } from '#local/shared/links.ts'
import { LINK_ARGUMENTS, LOCALE_ARGUMENTS, printCollectionArguments, printCollectionType } from './collection-types.ts'
import type { ResolvedEntity, ResolverParent } from './content-source.ts'
import { AssetFilter, AssetOrder, EntryFilter, EntryOrder, type EntryTypeParts } from './entry-filters.ts'
import { IMAGE_TRANSFORM_TYPES, imageUrlField } from './image-transform.ts'
import { createRootCollectionField, findEntity, type LinkArguments, readInLocale, selectView } from './resolve-links.ts'
import { getRootFieldName } from './schema-names.ts'
import type { FieldBehavior, SchemaPart } from './schema-part.ts'

/** Creates the common fields of entries or assets. Taxonomies are not supported, so `concepts` is always empty. */
export const createCommonFields = (type: string): Readonly<Record<string, FieldBehavior>> => ({
  [`${type}.sys`]: {
    resolve: ({ view: { source, locale }, ...entity }: ResolvedEntity) => ({
      ...entity,
      spaceId: source.spaceId,
      environmentId: source.environmentId,
      locale,
    }),
  },
  [`${type}.contentfulMetadata`]: { resolve: ({ tags }: ResolvedEntity) => ({ tags, concepts: [] }) },
})

export const createValueField = (id: string): FieldBehavior => ({
  resolve: (entity: ResolvedEntity, args: LinkArguments) => readInLocale(entity, args).fields[id],
})

const ASSET_FIELD_TYPES = {
  title: 'String',
  description: 'String',
  contentType: 'String',
  fileName: 'String',
  size: 'Int',
  width: 'Int',
  height: 'Int',
}

/** Types that do not depend on the content types. `Asset` implements neither `Entry` nor `_Node` (docs/contentful.md, Types). */
export const sharedTypes: SchemaPart = {
  sdl: `
    interface Entry { sys: Sys! contentfulMetadata: ContentfulMetadata! }
    interface _Node { _id: ID! }
    interface ResourceLink { sys: ResourceSys! }
    type Sys {
      id: String! spaceId: String! environmentId: String!
      publishedAt: DateTime firstPublishedAt: DateTime publishedVersion: Int locale: String
    }
    type ContentfulMetadata { tags: [ContentfulTag]! concepts: [TaxonomyConcept]! }
    type ContentfulTag { id: String name: String }
    type TaxonomyConcept { id: String }
    type ResourceSys { urn: String! linkType: String! }
    type Location { lat: Float lon: Float }
    ${IMAGE_TRANSFORM_TYPES}
    type Asset {
      sys: Sys! contentfulMetadata: ContentfulMetadata!
      ${Object.entries(ASSET_FIELD_TYPES)
        .map(([name, type]) => `${name}(${LOCALE_ARGUMENTS}): ${type}`)
        .join('\n')}
      url(transform: ImageTransformOptions, ${LOCALE_ARGUMENTS}): String
      linkedFrom(allowedLocales: [String]): AssetLinkingCollections
    }
    ${printCollectionType('AssetCollection', 'Asset')}
    ${printCollectionType('EntryCollection', 'Entry')}`,
  fields: {
    ...createCommonFields('Asset'),
    ...Object.fromEntries(Object.keys(ASSET_FIELD_TYPES).map((name) => [`Asset.${name}`, createValueField(name)])),
    'Asset.url': imageUrlField,
  },
}

/** Defines the type `Query` (docs/contentful.md, Root fields). */
export function defineQueryType(types: readonly EntryTypeParts[]): SchemaPart {
  const roots = types.map((type) => ({ ...type, root: getRootFieldName(type.contentType.id) }))
  return {
    sdl: `type Query {
      asset(id: String!, ${LINK_ARGUMENTS}): Asset
      assetCollection(${printCollectionArguments('AssetFilter', 'AssetOrder')}): AssetCollection
      ${roots
        .map(
          ({ name, root }) => `
            ${root}(id: String!, ${LINK_ARGUMENTS}): ${name}
            ${root}Collection(${printCollectionArguments(`${name}Filter`, `${name}Order`)}): ${name}Collection`,
        )
        .join('')}
      entryCollection(${printCollectionArguments('EntryFilter', 'EntryOrder')}): EntryCollection
      _node(id: ID!, ${LINK_ARGUMENTS}): _Node
      _nodes(ids: [ID!]!, ${LINK_ARGUMENTS}): [_Node]!
    }`,
    inputTypes: [AssetFilter.type, AssetOrder, EntryFilter.type, EntryOrder],
    fields: {
      'Query.asset': createIdField('Asset'),
      'Query.assetCollection': createRootCollectionField(AssetFilter, 'Asset'),
      ...Object.fromEntries(
        roots.flatMap(({ contentType: { id }, root, filter }) => [
          [`Query.${root}`, createIdField('Entry', id)],
          [`Query.${root}Collection`, createRootCollectionField(filter, 'Entry', id)],
        ]),
      ),
      'Query.entryCollection': createRootCollectionField(EntryFilter, 'Entry'),
      'Query._node': createIdField('Entry'),
      'Query._nodes': {
        cost: ({ ids }) => (Array.isArray(ids) ? ids.length : 0),
        resolve: (query: ResolverParent, args: LinkArguments & { readonly ids: readonly string[] }) => {
          const view = selectView(args, query)
          view.source.readSnapshot(view).preload?.(args.ids.map((id) => createLink('Entry', id)))
          return args.ids.map((id) => findEntity('Entry', id, view))
        },
      },
    },
  }
}

/** A field with one entry or asset. `contentType`: entries of other types are not found. */
const createIdField = (type: EntityType, contentType?: string): FieldBehavior => ({
  cost: () => 1,
  resolve: (query: ResolverParent, args: LinkArguments & { readonly id: string }) => {
    const entity = findEntity(type, args.id, selectView(args, query))
    return contentType === undefined || entity?.contentType === contentType ? entity : null
  },
})
