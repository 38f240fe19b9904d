/** Names of types that the API itself or GraphQL uses. */
export const RESERVED_TYPE_NAMES: ReadonlySet<string> = new Set(
  [
    'Query String Int Float Boolean ID JSON DateTime Location Circle Rectangle RichText Sys SysFilter',
    'Asset AssetCollection AssetLinkingCollections AssetFilter AssetOrder',
    'Entry EntryCollection EntryFilter EntryOrder ResourceSys ResourceLink ResourceLinkCollection',
    'ContentfulMetadata ContentfulTag ContentfulMetadataFilter ContentfulMetadataTagsFilter TaxonomyConcept',
    'Dimension Quality HexColor ImageFormat ImageResizeFocus ImageResizeStrategy ImageTransformOptions',
  ].flatMap((names) => names.split(' ')),
)

/** Returns the type name: `gallery-page` → `GalleryPage`; a leading digit or a reserved name gets a prefix (docs/contentful.md, Names). */
export function getGraphqlTypeName(contentTypeId: string): string {
  const name = pascalCase(contentTypeId)
  return RESERVED_TYPE_NAMES.has(name) || !/^[A-Za-z]/.test(name) ? `ContentType${name}` : name
}

/** Returns the root field of one entry, for example `galleryPage`. */
export const getRootFieldName = (contentTypeId: string): string => uncapitalize(getGraphqlTypeName(contentTypeId))

/** `intro-title` → `introTitle` */
export const getFieldName = (id: string): string => uncapitalize(pascalCase(id))

/** Returns the name of the filter for linked entries of several content types. Fields with the same id share it. */
export const getMultiTypeFilterName = (fieldId: string): string => `cf${fieldId}MultiTypeNestedFilter`

/** `intro-title` → `IntroTitle` */
export const pascalCase = (id: string): string =>
  id
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

const uncapitalize = (word: string) => word.charAt(0).toLowerCase() + word.slice(1)
