import { type LinkTarget, parseLink } from '#cms/links.ts'
import { toContentTypePayload } from '#cms/model/content-type-payload.ts'
import { type ContentType, type Field, urlField } from '#cms/model/field-definitions.ts'
import { type Model, model } from '#cms/model/model.ts'
import { type FieldRule, getFieldRules } from '#cms/seed/field-rules.ts'
import type { CheckedEntry } from './checked-content.ts'

/** A field of a content type, as the rules of the report look at it. */
export interface FieldInfo {
  readonly id: string
  /** As editors read it. */
  readonly name: string
  readonly field: Field<unknown>
  /** What the model asks of it. */
  readonly rules: readonly FieldRule[]
  /** It says what a picture shows (model/fields.ts, altText). */
  readonly isAltText: boolean
  /** It leads to another site (model/fields.ts, link). */
  readonly isAddress: boolean
  readonly isPicture: boolean
}

/** The fields of a content type, in their order. */
export const getFieldInfos = (type: keyof Model): readonly FieldInfo[] => PLACES.get(type) ?? []

const formOf = (rules: readonly FieldRule[]) => rules.find(({ regexp }) => regexp)?.regexp?.pattern
const ADDRESS = formOf(getFieldRules(urlField({ help: '' })))

const PLACES: ReadonlyMap<string, readonly FieldInfo[]> = new Map(
  Object.values<ContentType>(model).map((type) => [type.id, fieldsOf(type)]),
)

function fieldsOf(type: ContentType): readonly FieldInfo[] {
  const names = new Map(toContentTypePayload(type).fields.map(({ id, name }) => [id, name]))
  return Object.entries(type.fields).map(([id, field]) => {
    const rules = getFieldRules(field)
    return {
      id,
      name: names.get(id) ?? id,
      field,
      rules,
      isAltText: /alt(Text)?$/i.test(id),
      isAddress: formOf(rules) === ADDRESS,
      isPicture: rules.some(({ linkMimetypeGroup: groups }) => groups?.includes('image')),
    }
  })
}

/** A link of an entry, and the field that holds it. */
export interface LinkField {
  readonly field: FieldInfo
  readonly link: LinkTarget
}

/** All that an entry links to, in the order of its fields. */
export const getFieldLinks = ({ type, fields }: Pick<CheckedEntry, 'type' | 'fields'>): readonly LinkField[] =>
  getFieldInfos(type).flatMap((place) => parseLinks(fields[place.id]).map((each) => ({ field: place, link: each })))

/** What a field links to; nothing where it holds no link. */
export const parseLinks = (value: unknown): readonly LinkTarget[] =>
  [value].flat().flatMap((each) => {
    const found = parseLink(each)
    return found ? [found] : []
  })

/** Whether there is nothing in a field that a reader would see. */
export const isEmptyValue = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
