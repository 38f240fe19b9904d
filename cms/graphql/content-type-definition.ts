/** A content type as the management API stores it: the subset that this stand-in understands (docs/contentful.md, REST). */
export interface ContentTypeDefinition {
  readonly id: string
  readonly name: string
  readonly description?: string | undefined
  readonly displayField?: string | null | undefined
  readonly fields: readonly FieldDefinition[]
}

/** One field of it. `type` is any text here: whoever does not know it says so, with its name. */
export interface FieldDefinition {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly linkType?: string | undefined
  readonly required?: boolean | undefined
  readonly localized?: boolean | undefined
  readonly disabled?: boolean | undefined
  readonly omitted?: boolean | undefined
  readonly validations?: readonly FieldValidation[] | undefined
  readonly items?: ArrayItemsDefinition | undefined
}

/** What an array field holds. */
export interface ArrayItemsDefinition {
  readonly type: string
  readonly linkType?: string | undefined
  readonly validations?: readonly FieldValidation[] | undefined
}

export type FieldValidation = Readonly<Record<string, unknown>>

/** The fields that delivery and GraphQL show. */
export const getDeliveredFields = ({ fields }: ContentTypeDefinition): readonly FieldDefinition[] =>
  fields.filter(({ omitted }) => !omitted)

/** What a link, or a list of links, points at: `Entry`, `Asset`; `undefined` where the field is no link. */
export function getLinkType({ type, linkType, items }: FieldDefinition): string | undefined {
  const link = type === 'Array' ? items : { type, linkType }
  return link?.type === 'Link' ? link.linkType : undefined
}

/** The types that a link may point at, or `undefined` where it may point anywhere. */
export function getLinkedContentTypes(field: FieldDefinition): readonly string[] | undefined {
  const validations = field.type === 'Array' ? field.items?.validations : field.validations
  const allowed = validations?.find((validation) => 'linkContentType' in validation)?.linkContentType
  const types = [allowed].flat().filter((id) => typeof id === 'string')
  return types.length > 0 ? types : undefined
}

/** The most items that an array may have, where its validations say so. */
export function getMaxItems(field: FieldDefinition): number | undefined {
  const size = field.validations?.find((validation) => 'size' in validation)?.size
  if (typeof size !== 'object' || size === null || !('max' in size)) return undefined
  return typeof size.max === 'number' ? size.max : undefined
}
