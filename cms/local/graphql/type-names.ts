import {
  type ContentTypeDefinition,
  type FieldDefinition,
  linkedContentTypes,
  linkTypeOf,
  shownFields,
} from '#cms/local/content-type.ts'
import { fieldTypeName, linkingName, type Naming, nestedFilterName, typeName } from './names.ts'

/** Every type that one content type brings with it, so that clashes are found before the schema is made. */
export function typeNamings(contentType: ContentTypeDefinition): readonly Naming[] {
  const { id } = contentType
  const type = typeName(id)
  return [
    [id, type],
    [`the list of ${id}`, `${type}Collection`],
    [`the filter of ${id}`, `${type}Filter`],
    [`the order of ${id}`, `${type}Order`],
    [`the linked filter of ${id}`, nestedFilterName(id)],
    [`the links to ${id}`, linkingName(type)],
    ...shownFields(contentType).flatMap((field) => {
      const name = fieldTypeName(id, field.id)
      return suffixes(field).map((suffix): Naming => [`${id}.${field.id}`, `${name}${suffix}`])
    }),
  ]
}

function suffixes(field: FieldDefinition): readonly string[] {
  if (field.type === 'RichText') return ['', 'Links', 'Assets', 'Entries', 'Resources']
  if (linkTypeOf(field) !== 'Entry') return []
  const several = (linkedContentTypes(field)?.length ?? 0) > 1
  if (field.type === 'Link') return several ? [''] : []
  return several ? ['Collection', 'Item', 'Filter'] : ['Collection', 'CollectionOrder']
}
