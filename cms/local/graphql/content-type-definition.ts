/** A content type of the management API: the properties that the local Contentful supports (docs/contentful.md, REST). */
export interface ContentTypeDefinition {
  readonly id: string
  readonly name: string
  readonly description?: string | null | undefined
  readonly displayField?: string | null | undefined
  readonly fields: readonly FieldDefinition[]
}

/** A field of a content type. `type` can be any string; code that does not support a type throws an error with its name. */
export interface FieldDefinition {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly linkType?: string | undefined
  readonly required?: boolean | undefined
  readonly localized?: boolean | undefined
  readonly disabled?: boolean | undefined
  readonly omitted?: boolean | undefined
  /** By locale: the values of new entries that are created without this field. */
  readonly defaultValue?: Readonly<Record<string, unknown>> | undefined
  /**
   * The published id of a field that was renamed since; `null` for another field that has this id now. Absent if the id is
   * the published one. Only in drafts, and not part of Contentful's API.
   */
  readonly publishedId?: string | null | undefined
  readonly validations?: readonly FieldValidation[] | undefined
  readonly items?: ArrayItemsDefinition | undefined
}

/** The items of an array field. */
export interface ArrayItemsDefinition {
  readonly type: string
  readonly linkType?: string | undefined
  readonly validations?: readonly FieldValidation[] | undefined
}

export type FieldValidation = Readonly<Record<string, unknown>>

/** Returns the fields that the delivery API and GraphQL return. */
export const getDeliveredFields = ({ fields }: ContentTypeDefinition): readonly FieldDefinition[] =>
  fields.filter(({ omitted }) => !omitted)

/** Returns the link type of a link field or a list of links: `Entry` or `Asset`; `undefined` for other fields. */
export function getLinkType({ type, linkType, items }: FieldDefinition): string | undefined {
  const link = type === 'Array' ? items : { type, linkType }
  return link?.type === 'Link' ? link.linkType : undefined
}

/** Returns the ids of the content types that a link field allows; `undefined` if it allows all. */
export function getLinkedContentTypes(field: FieldDefinition): readonly string[] | undefined {
  const validations = field.type === 'Array' ? field.items?.validations : field.validations
  const allowed = validations?.find((validation) => 'linkContentType' in validation)?.linkContentType
  const types = [allowed].flat().filter((id) => typeof id === 'string')
  return types.length > 0 ? types : undefined
}

/** Returns the maximum number of items of an array field; `undefined` if its validations have none. */
export function getMaxItems(field: FieldDefinition): number | undefined {
  const size = field.validations?.find((validation) => 'size' in validation)?.size
  if (typeof size !== 'object' || size === null || !('max' in size)) return undefined
  return typeof size.max === 'number' ? size.max : undefined
}
