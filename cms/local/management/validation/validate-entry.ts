import type { ContentTypeDefinition, FieldDefinition } from '#cms/graphql/content-type-definition.ts'
import { listRichTextNodes, type RichTextNode } from '#cms/graphql/rich-text-nodes.ts'
import { type ContentLink, isLink } from '#cms/links.ts'
import { createValidationError, type ErrorDetail, RestError, type ValuePath } from '#cms/local/http/rest-error.ts'
import type { StoredResource } from '#cms/local/store/resource-table.ts'
import type { LocaleDefinition, Store, StoredContent } from '#cms/local/store/store.ts'
import { findRuleViolations, type ValueContext } from './find-rule-violations.ts'

/** Throws where an entry may not be published: a value that its model refuses, or a link to nothing. */
export function validateEntryForPublishing(
  type: ContentTypeDefinition,
  { id, draft }: StoredResource<StoredContent>,
  store: Store,
): void {
  const locales = store.locales.all().map((one) => one.draft)
  const held = type.fields.flatMap((field) =>
    locales
      .filter((one) => one.default || field.localized)
      .map(({ code }) => {
        const value = draft.fields[field.id]?.[code]
        return { value, path: ['fields', field.id, code], locale: code, field, entryId: id, type, store }
      }),
  )
  const required = type.fields.flatMap((field) => requiredFlaws(field, draft, locales))
  const flaws = [...required, ...held.filter(({ value }) => value !== undefined).flatMap(valueFlaws)]
  if (flaws.length > 0) throw createValidationError(flaws)
  const unresolved = held.flatMap(linksIn).filter((link) => !isThere(link, store))
  if (unresolved.length > 0) {
    const errors = unresolved.map(({ link, path }) => ({ name: 'notResolvable', link: link.sys, path }))
    throw new RestError('UnresolvedLinks', 'Validation error', { errors })
  }
}

/** In the default language always, in another one where the field is localized and the language is not optional. */
function requiredFlaws(
  { id, required, localized }: FieldDefinition,
  { fields }: StoredContent,
  locales: readonly LocaleDefinition[],
): readonly ErrorDetail[] {
  if (!required) return []
  const details = `The property "${id}" is required here`
  const values = fields[id]
  if (!values) return [{ name: 'required', path: ['fields', id], details }]
  return locales
    .filter((one) => one.default || (localized && !one.optional))
    .filter(({ code }) => values[code] === undefined)
    .map(({ code }) => ({ name: 'required', path: ['fields', id, code], details }))
}

function valueFlaws(held: ValueContext): readonly ErrorDetail[] {
  const { field, value, path } = held
  const own = findRuleViolations(held, field.validations ?? [])
  if (!Array.isArray(value) || !field.items?.validations) return own
  const inside = field.items.validations
  return [
    ...own,
    ...value.flatMap((item, index) => findRuleViolations({ ...held, value: item, path: [...path, index] }, inside)),
  ]
}

interface PlacedLink {
  readonly link: ContentLink
  readonly path: ValuePath
}

/** The links of a value: itself, those of an array, those of a rich text. */
function linksIn({ field: { type }, value, path }: ValueContext): readonly PlacedLink[] {
  if (type === 'RichText') return listRichTextNodes(value, path).flatMap(targetOf)
  if (type === 'Link' && isLink(value)) return [{ link: value, path }]
  if (type !== 'Array' || !Array.isArray(value)) return []
  return value.flatMap((item, index) => (isLink(item) ? [{ link: item, path: [...path, index] }] : []))
}

const targetOf = ({ target, path }: RichTextNode): readonly PlacedLink[] =>
  target ? [{ link: target, path: [...path, 'data', 'target'] }] : []

const isThere = ({ link: { sys } }: PlacedLink, { entries, assets }: Store) =>
  (sys.linkType === 'Entry' ? entries : assets).get(sys.id) !== undefined
