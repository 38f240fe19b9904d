import type { CompiledContentType, CompiledField } from '#local/engine/compile-content-type.ts'
import { CollidingNamesError } from './graphql-errors.ts'

/** Names that GraphQL, or the API itself, already uses. */
const RESERVED = new Set(
  [
    'Query String Int Float Boolean ID JSON DateTime Location Circle Rectangle RichText Never Sys SysFilter',
    'Asset AssetCollection AssetLinkingCollections AssetFilter AssetOrder',
    'Entry EntryCollection EntryFilter EntryOrder ResourceSys ResourceLink ResourceLinkCollection',
    'ContentfulMetadata ContentfulTag ContentfulMetadataFilter ContentfulMetadataTagsFilter TaxonomyConcept',
    'Dimension Quality HexColor ImageFormat ImageResizeFocus ImageResizeStrategy ImageTransformOptions',
  ]
    .join(' ')
    .split(' '),
)

/** Returns the type name: `gallery-page` → `GalleryPage`; a leading digit or a reserved name gets a prefix (docs/contentful.md, Names). */
export function getGraphqlTypeName(contentTypeId: string): string {
  const name = pascalCase(contentTypeId)
  return RESERVED.has(name) || /^[0-9]/.test(name) ? `ContentType${name}` : name
}

/** Returns the root field of one entry, for example `galleryPage`. */
export const getRootFieldName = (contentTypeId: string): string => uncapitalize(getGraphqlTypeName(contentTypeId))

/** `intro-title` → `introTitle` */
export const getFieldName = (id: string): string => uncapitalize(pascalCase(id))

/** Returns the prefix of the types of a field, for example `GalleryPageHero`. */
export const getFieldTypeName = (contentTypeId: string, fieldId: string): string =>
  `${getGraphqlTypeName(contentTypeId)}${pascalCase(fieldId)}`

/** Returns the name of the filter for linked entries of one content type. */
export const getNestedFilterName = (contentTypeId: string): string =>
  `cf${getGraphqlTypeName(contentTypeId)}NestedFilter`

/** Returns the name of the filter for linked entries of several content types. Fields with the same id share it. */
export const getMultiTypeFilterName = (fieldId: string): string => `cf${fieldId}MultiTypeNestedFilter`

/** Returns the name of the type of `linkedFrom`. */
export const getLinkingCollectionsName = (type: string): string => `${type}LinkingCollections`

/** An id and its GraphQL name. */
export type NameMapping = readonly [id: string, name: string]

/** Throws `CollidingNamesError` if two ids have the same GraphQL name. `context` starts the message. */
export function assertUniqueNames(scope: 'TYPE' | 'FIELD', context: string, mappings: readonly NameMapping[]): void {
  const idsByName = new Map<string, string>()
  for (const [id, name] of mappings) {
    const otherId = idsByName.get(name)
    if (otherId !== undefined)
      throw new CollidingNamesError(scope, `${context}: "${otherId}" and "${id}" both become "${name}"`)
    idsByName.set(name, id)
  }
}

const pascalCase = (id: string): string =>
  id
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

const uncapitalize = (word: string) => word.charAt(0).toLowerCase() + word.slice(1)

/** Returns the names of all types that a content type creates, to find collisions before the schema is created. */
export function getTypeNameMappings({ id, deliveredFields }: CompiledContentType): readonly NameMapping[] {
  const type = getGraphqlTypeName(id)
  return [
    [id, type],
    [`the list of ${id}`, `${type}Collection`],
    [`the filter of ${id}`, `${type}Filter`],
    [`the order of ${id}`, `${type}Order`],
    [`the linked filter of ${id}`, getNestedFilterName(id)],
    [`the links to ${id}`, getLinkingCollectionsName(type)],
    ...deliveredFields.flatMap((field) => {
      const name = getFieldTypeName(id, field.id)
      return getTypeSuffixes(field).map((suffix): NameMapping => [`${id}.${field.id}`, `${name}${suffix}`])
    }),
  ]
}

function getTypeSuffixes({ type, targetType, linkedTypes = [] }: CompiledField): readonly string[] {
  if (type === 'RichText') return ['', 'Links', 'Assets', 'Entries', 'Resources']
  if (targetType !== 'Entry') return []
  const hasSeveralTypes = linkedTypes.length > 1
  if (type === 'Link') return hasSeveralTypes ? [''] : []
  return hasSeveralTypes ? ['Collection', 'Item', 'Filter'] : ['Collection', 'CollectionOrder']
}
