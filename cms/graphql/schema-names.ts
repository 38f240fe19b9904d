import {
  type ContentTypeDefinition,
  type FieldDefinition,
  getDeliveredFields,
  getLinkedContentTypes,
  getLinkType,
} from './content-type-definition.ts'
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

/** `gallery-page` → `GalleryPage`; a leading digit or a reserved name gets a prefix (docs/contentful.md, Names). */
export function getGraphqlTypeName(contentTypeId: string): string {
  const name = pascalCase(contentTypeId)
  return RESERVED.has(name) || /^[0-9]/.test(name) ? `ContentType${name}` : name
}

/** The query of one entry: the type's name, so with its prefix where it has one. */
export const getRootFieldName = (contentTypeId: string): string => uncapitalized(getGraphqlTypeName(contentTypeId))

/** `intro-title` → `introTitle` */
export const getFieldName = (id: string): string => uncapitalized(pascalCase(id))

/** What the types that belong to one field begin with: `GalleryPageHero`. */
export const getFieldTypeName = (contentTypeId: string, fieldId: string): string =>
  `${getGraphqlTypeName(contentTypeId)}${pascalCase(fieldId)}`

/** The filter of entries of one type that are linked to. */
export const getNestedFilterName = (contentTypeId: string): string =>
  `cf${getGraphqlTypeName(contentTypeId)}NestedFilter`

/** The filter of entries of several types that are linked to; fields of the same id share it. */
export const getMultiTypeFilterName = (fieldId: string): string => `cf${fieldId}MultiTypeNestedFilter`

/** What leads from a type back to those that link to it; `Asset` is one too. */
export const getLinkingCollectionsName = (type: string): string => `${type}LinkingCollections`

/** An id, and what GraphQL would call it. */
export type NameMapping = readonly [id: string, name: string]

/** Throws where two ids become one name. */
export function assertUniqueNames(kind: 'TYPE' | 'FIELD', within: string, namings: readonly NameMapping[]): void {
  const taken = new Map<string, string>()
  for (const [id, name] of namings) {
    const other = taken.get(name)
    if (other !== undefined)
      throw new CollidingNamesError(kind, `${within}: "${other}" and "${id}" both become "${name}"`)
    taken.set(name, id)
  }
}

const pascalCase = (id: string): string =>
  id
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

const uncapitalized = (word: string) => word.charAt(0).toLowerCase() + word.slice(1)

/** Every type that one content type brings with it, so that clashes are found before the schema is made. */
export function getTypeNameMappings(contentType: ContentTypeDefinition): readonly NameMapping[] {
  const { id } = contentType
  const type = getGraphqlTypeName(id)
  return [
    [id, type],
    [`the list of ${id}`, `${type}Collection`],
    [`the filter of ${id}`, `${type}Filter`],
    [`the order of ${id}`, `${type}Order`],
    [`the linked filter of ${id}`, getNestedFilterName(id)],
    [`the links to ${id}`, getLinkingCollectionsName(type)],
    ...getDeliveredFields(contentType).flatMap((field) => {
      const name = getFieldTypeName(id, field.id)
      return suffixes(field).map((suffix): NameMapping => [`${id}.${field.id}`, `${name}${suffix}`])
    }),
  ]
}

function suffixes(field: FieldDefinition): readonly string[] {
  if (field.type === 'RichText') return ['', 'Links', 'Assets', 'Entries', 'Resources']
  if (getLinkType(field) !== 'Entry') return []
  const several = (getLinkedContentTypes(field)?.length ?? 0) > 1
  if (field.type === 'Link') return several ? [''] : []
  return several ? ['Collection', 'Item', 'Filter'] : ['Collection', 'CollectionOrder']
}
