import { createInvalidEntryError, RestError, type ValuePath } from '#local/http/rest-error.ts'
import { type ContentLink, isLink } from '#local/links.ts'
import type { StoredContent } from '#local/store/content-table.ts'
import { processedFileSchema } from '#local/store/file-store.ts'
import type { StoredResource } from '#local/store/resource-table.ts'
import type { LocaleDefinition, Store } from '#local/store/store.ts'
import type { CompiledContentType, CompiledField } from './compile-content-type.ts'
import { type CheckedValue, findRuleViolations } from './field-rules.ts'
import { listRichTextNodes } from './rich-text-nodes.ts'
import { parseValidations } from './validation-schema.ts'

/** The value of a field in one locale; `null` or `undefined` if it has none. */
interface LocalizedValue {
  readonly field: CompiledField
  readonly locale: LocaleDefinition
  readonly value: unknown
  readonly path: ValuePath
}

/** Throws if an entry cannot be published: `InvalidEntry` for invalid values, `UnresolvedLinks` for broken links. */
export function validateForPublishing(
  { fields }: CompiledContentType,
  entry: StoredResource<StoredContent>,
  store: Store,
): void {
  const locales = store.locales.all().map(({ draft }) => draft)
  const all = fields.flatMap((field) =>
    locales
      .filter((locale) => locale.default || field.localized)
      .map((locale): LocalizedValue => {
        const value = entry.draft.fields[field.id]?.[locale.code]
        return { field, locale, value, path: ['fields', field.id, locale.code] }
      }),
  )
  // A required field needs a value in the default locale; a localized one also in each locale that is not optional.
  const missing = all
    .filter(({ field, locale, value }) => field.required && value == null && (locale.default || !locale.optional))
    .filter(({ field, locale }) => locale.default || entry.draft.fields[field.id])
    .map(({ field: { id }, path }) => ({
      name: 'required',
      path: entry.draft.fields[id] ? path : ['fields', id],
      details: `The property "${id}" is required here`,
    }))
  const values = all.filter(({ value }) => value != null)
  const violations = values.flatMap(({ field, locale, value, path }) => {
    const itemRules = parseValidations(field.items?.validations)
    const content = createCheckedContent(store, entry, field.id, locale.code)
    return [
      ...findRuleViolations(parseValidations(field.validations), { value, path, type: field.type, content }),
      ...(Array.isArray(value) ? value : []).flatMap((item, index) =>
        findRuleViolations(itemRules, { value: item, path: [...path, index], content }),
      ),
    ]
  })
  const errors = [...missing, ...violations]
  if (errors.length > 0) throw createInvalidEntryError(errors)
  const unresolved = values.flatMap(findLinks).filter(({ link: { sys } }) => {
    const targets = sys.linkType === 'Entry' ? store.entries : store.assets
    return targets.get(sys.id) === undefined
  })
  if (unresolved.length === 0) return
  throw new RestError('UnresolvedLinks', 'Validation error', {
    errors: unresolved.map(({ link, path }) => ({ name: 'notResolvable', link: link.sys, path })),
  })
}

/** The other content that rules depend on: files in the locale of the value, or else in the default locale. */
const createCheckedContent = (
  { entries, assets, getDefaultLocale }: Store,
  { id, contentType }: StoredResource<StoredContent>,
  field: string,
  locale: string,
): NonNullable<CheckedValue['content']> => ({
  getContentType: (entryId) => entries.get(entryId)?.contentType,
  getFile: (assetId) => {
    const files = assets.get(assetId)?.draft.fields.file
    return processedFileSchema.safeParse(files?.[locale] ?? files?.[getDefaultLocale()]).data
  },
  findEntriesWithValue: (value) => {
    const values = [{ linkTypes: [''], values: [value], field }] as const
    const contentTypes = contentType === null ? undefined : [contentType]
    return entries
      .getMany(entries.listIds({ version: 'published', contentTypes, values, order: 'latest' }))
      .filter((other) => other.id !== id && other.published?.fields[field]?.[locale] === value)
      .map((other) => other.id)
  },
})

/** Finds the links of a Link, Array or RichText value. */
function findLinks({ field: { type }, value, path }: LocalizedValue) {
  const toLink = (link: unknown, at: ValuePath): readonly { readonly link: ContentLink; readonly path: ValuePath }[] =>
    isLink(link) ? [{ link, path: at }] : []
  if (type === 'RichText')
    return listRichTextNodes(value, path).flatMap((node) => toLink(node.target, [...node.path, 'data', 'target']))
  if (type === 'Link') return toLink(value, path)
  return type === 'Array' && Array.isArray(value) ? value.flatMap((item, index) => toLink(item, [...path, index])) : []
}
