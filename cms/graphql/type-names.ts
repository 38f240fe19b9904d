import {
  type ContentTypeDefinition,
  type FieldDefinition,
  getDeliveredFields,
  getLinkedContentTypes,
  getLinkType,
} from './content-type-definition.ts'
import {
  getFieldTypeName,
  getLinkingCollectionsName,
  getNestedFilterName,
  getTypeName,
  type NameMapping,
} from './schema-names.ts'

/** Every type that one content type brings with it, so that clashes are found before the schema is made. */
export function getTypeNameMappings(contentType: ContentTypeDefinition): readonly NameMapping[] {
  const { id } = contentType
  const type = getTypeName(id)
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
