import type { ContentTypeDefinition, FieldDefinition } from '#local/graphql/content-type-definition.ts'
import { listRichTextNodes, type RichTextNode } from '#local/graphql/rich-text-nodes.ts'
import { createInvalidEntryError, type ErrorDetail, RestError, type ValuePath } from '#local/http/rest-error.ts'
import { type ContentLink, isLink } from '#local/links.ts'
import type { StoredResource } from '#local/store/resource-table.ts'
import type { LocaleDefinition, Store, StoredContent } from '#local/store/store.ts'
import { findRuleViolations, type ValueContext } from './find-rule-violations.ts'

/** Throws if an entry cannot be published: `InvalidEntry` for invalid values, `UnresolvedLinks` for broken links. */
export function validateEntryForPublishing(
  type: ContentTypeDefinition,
  { id, draft }: StoredResource<StoredContent>,
  store: Store,
): void {
  const locales = store.locales.all().map((locale) => locale.draft)
  const contexts = type.fields.flatMap((field) =>
    locales
      .filter((locale) => locale.default || field.localized)
      .map(({ code }) => {
        const value = draft.fields[field.id]?.[code]
        return { value, path: ['fields', field.id, code], locale: code, field, entryId: id, type, store }
      }),
  )
  const missing = type.fields.flatMap((field) => findMissingValues(field, draft, locales))
  const validationErrors = [...missing, ...contexts.filter(({ value }) => value !== undefined).flatMap(findValueErrors)]
  if (validationErrors.length > 0) throw createInvalidEntryError(validationErrors)
  const unresolved = contexts.flatMap(findLinks).filter((link) => !hasTarget(link, store))
  if (unresolved.length > 0) {
    const errors = unresolved.map(({ link, path }) => ({ name: 'notResolvable', link: link.sys, path }))
    throw new RestError('UnresolvedLinks', 'Validation error', { errors })
  }
}

/** A required field needs a value in the default locale; a localized one also in each locale that is not optional. */
function findMissingValues(
  { id, required, localized }: FieldDefinition,
  { fields }: StoredContent,
  locales: readonly LocaleDefinition[],
): readonly ErrorDetail[] {
  if (!required) return []
  const details = `The property "${id}" is required here`
  const values = fields[id]
  if (!values) return [{ name: 'required', path: ['fields', id], details }]
  return locales
    .filter((locale) => locale.default || (localized && !locale.optional))
    .filter(({ code }) => values[code] === undefined)
    .map(({ code }) => ({ name: 'required', path: ['fields', id, code], details }))
}

function findValueErrors(context: ValueContext): readonly ErrorDetail[] {
  const { field, value, path } = context
  const errors = findRuleViolations(context, field.validations ?? [])
  if (!Array.isArray(value) || !field.items?.validations) return errors
  const itemValidations = field.items.validations
  return [
    ...errors,
    ...value.flatMap((item, index) =>
      findRuleViolations({ ...context, value: item, path: [...path, index] }, itemValidations),
    ),
  ]
}

interface LinkOccurrence {
  readonly link: ContentLink
  readonly path: ValuePath
}

/** Finds the links of a Link, Array or RichText value. */
function findLinks({ field: { type }, value, path }: ValueContext): readonly LinkOccurrence[] {
  if (type === 'RichText') return listRichTextNodes(value, path).flatMap(toLinkOccurrences)
  if (type === 'Link' && isLink(value)) return [{ link: value, path }]
  if (type !== 'Array' || !Array.isArray(value)) return []
  return value.flatMap((item, index) => (isLink(item) ? [{ link: item, path: [...path, index] }] : []))
}

const toLinkOccurrences = ({ target, path }: RichTextNode): readonly LinkOccurrence[] =>
  target ? [{ link: target, path: [...path, 'data', 'target'] }] : []

const hasTarget = ({ link: { sys } }: LinkOccurrence, { entries, assets }: Store) =>
  (sys.linkType === 'Entry' ? entries : assets).get(sys.id) !== undefined
