import { isLink, type Link } from '#cms/local/content-source.ts'
import type { ContentTypeDefinition, FieldDefinition } from '#cms/local/content-type.ts'
import { type Flaw, invalid, RestError } from '#cms/local/rest-error.ts'
import type { FieldValues, Store } from '#cms/local/store/store.ts'
import { LOCALE } from '#cms/model/locale.ts'
import { flawsOf } from './validations.ts'

/** Throws where an entry may not be published: a value that its model refuses, or a link to nothing. */
export function checkPublishable({ fields }: ContentTypeDefinition, values: FieldValues, store: Store): void {
  const flaws = fields.flatMap((field) => fieldFlaws(field, values[field.id]?.[LOCALE], store))
  if (flaws.length > 0) throw invalid(flaws)
  const unresolved = fields.flatMap((field) => unresolvedLinks(field, values[field.id]?.[LOCALE], store))
  if (unresolved.length > 0) throw new RestError('UnresolvedLinks', 'Validation error', { errors: unresolved })
}

function fieldFlaws(field: FieldDefinition, value: unknown, store: Store): readonly Flaw[] {
  const { id, required, validations = [], items } = field
  if (value === undefined) {
    return required
      ? [{ name: 'required', path: ['fields', id], details: `The property "${id}" is required here` }]
      : []
  }
  const path = ['fields', id, LOCALE]
  const own = flawsOf(value, validations, path, store)
  if (!Array.isArray(value) || !items?.validations) return own
  const inside = items.validations
  return [...own, ...value.flatMap((item, index) => flawsOf(item, inside, [...path, index], store))]
}

function unresolvedLinks({ id }: FieldDefinition, value: unknown, store: Store): readonly Flaw[] {
  const path = ['fields', id, LOCALE]
  if (isLink(value)) return isThere(value, store) ? [] : [notResolvable(value, path)]
  if (!Array.isArray(value)) return []
  return value.flatMap((item, index) =>
    isLink(item) && !isThere(item, store) ? [notResolvable(item, [...path, index])] : [],
  )
}

const isThere = ({ sys }: Link, { entries, assets }: Store) =>
  (sys.linkType === 'Entry' ? entries : assets).get(sys.id) !== undefined

const notResolvable = ({ sys }: Link, path: readonly (string | number)[]): Flaw => ({
  name: 'notResolvable',
  link: sys,
  path,
})
