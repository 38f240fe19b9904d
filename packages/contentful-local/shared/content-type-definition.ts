/** A content type of the management API: the properties that the local Contentful supports (docs/contentful.md, REST). */
export interface ContentTypeDefinition {
  readonly id: string
  readonly name: string
  readonly description?: string | null | undefined
  readonly displayField?: string | null | undefined
  readonly fields: readonly FieldDefinition[]
  /** Annotations of the content type and its fields, which Contentful's web app interprets. */
  readonly metadata?: object | undefined
}

/** A field of a content type. `type` can be any string; code that does not support a type throws an error with its name. */
export interface FieldDefinition extends ValueType {
  readonly id: string
  readonly name: string
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
}

/** The type and the validations of a field, or of the items of an array. */
export interface ValueType {
  readonly type: string
  readonly linkType?: string | undefined
  /** The type of the items of an array. */
  readonly items?: ValueType | undefined
  readonly validations?: readonly FieldValidation[] | undefined
}

export type FieldValidation = Readonly<Record<string, unknown>>

/** A field, also in the types of the official client. */
interface LinkField {
  readonly validations?: readonly object[] | undefined
  readonly items?: { readonly validations?: readonly object[] | undefined } | undefined
}

/** Returns the ids of the content types that a link field allows, each once; `undefined` if it allows all. */
export function getLinkedContentTypes({ items, validations }: LinkField): readonly string[] | undefined {
  const allowed = (items ? items.validations : validations)?.find((rule) => 'linkContentType' in rule)?.linkContentType
  const types = [allowed].flat().filter((id) => typeof id === 'string')
  return types.length > 0 ? [...new Set(types)] : undefined
}

/** Formats the type of a field or of its items, for example `Array of Link to Entry`. */
export function formatFieldType({ type, linkType, items }: ValueType): string {
  if (type === 'Array') return `Array of ${items ? formatFieldType(items) : 'nothing'}`
  return type === 'Link' ? `Link to ${linkType ?? 'nothing'}` : type
}
