import { type ContentType, type Field, link } from '#cms/model/fields.ts'
import { type Model, model } from '#cms/model/model.ts'
import { contentTypePayload } from '#cms/model/payload.ts'
import { type Rule, rulesOf } from '#cms/seed/rules.ts'
import { type LinkTarget, parseLink } from '#cms/sync/pull/parse-link.ts'
import type { Entry } from './content.ts'

/** A field of a content type, as the rules of the report look at it. */
export interface Place {
  readonly id: string
  /** As editors read it. */
  readonly name: string
  readonly field: Field<unknown>
  /** What the model asks of it. */
  readonly rules: readonly Rule[]
  /** It says what a picture shows (model/fields.ts, altText). */
  readonly isAltText: boolean
  /** It leads to another site (model/fields.ts, link). */
  readonly isAddress: boolean
  readonly isPicture: boolean
}

/** The fields of a content type, in their order. */
export const placesOf = (type: keyof Model): readonly Place[] => PLACES.get(type) ?? []

const formOf = (rules: readonly Rule[]) => rules.find(({ regexp }) => regexp)?.regexp?.pattern
const ADDRESS = formOf(rulesOf(link({ help: '' })))

const PLACES: ReadonlyMap<string, readonly Place[]> = new Map(
  Object.values<ContentType>(model).map((type) => [type.id, fieldsOf(type)]),
)

function fieldsOf(type: ContentType): readonly Place[] {
  const names = new Map(contentTypePayload(type).fields.map(({ id, name }) => [id, name]))
  return Object.entries(type.fields).map(([id, field]) => {
    const rules = rulesOf(field)
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
export interface PlacedLink {
  readonly place: Place
  readonly link: LinkTarget
}

/** All that an entry links to, in the order of its fields. */
export const linksOf = ({ type, fields }: Pick<Entry, 'type' | 'fields'>): readonly PlacedLink[] =>
  placesOf(type).flatMap((place) => linksIn(fields[place.id]).map((each) => ({ place, link: each })))

/** What a field links to; nothing where it holds no link. */
export const linksIn = (value: unknown): readonly LinkTarget[] =>
  [value].flat().flatMap((each) => {
    const found = parseLink(each)
    return found ? [found] : []
  })

/** Whether there is nothing in a field that a reader would see. */
export const isEmpty = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
