import { findLinks } from '#local/shared/links.ts'
import { processedFileSchema } from '#local/shared/processed-file.ts'
import { runInLimitedTime } from '#local/shared/run-in-limited-time.ts'
import type { StoredEntity } from '#local/store/entity-table.ts'
import type { Store } from '#local/store/store.ts'
import type { CompiledContentType } from './compile-content-type.ts'
import { type CheckedValue, findRuleViolations, toRegExp } from './field-rules.ts'
import { createValidationError, type ErrorDetail } from './rest-error.ts'
import { parseValidations, type ValidationRules } from './validation-schema.ts'

/** Throws if an entry cannot be published: `InvalidEntry` for invalid values, `UnresolvedLinks` for broken links. */
export function validateForPublishing({ fields }: CompiledContentType, entry: StoredEntity, store: Store): void {
  const locales = store.locales.all().map(({ draft }) => draft)
  const all = fields.flatMap((field) =>
    locales
      .filter((locale) => locale.default || field.localized)
      .map((locale) => {
        const value = entry.draft.fields[field.id]?.[locale.code]
        return { field, locale, value, path: ['fields', field.id, locale.code] }
      }),
  )
  // A required field needs a value in the default locale; a localized one that has values also in each
  // locale that is not optional.
  const missing = all
    .filter(({ field, locale, value }) => {
      const needsValue = locale.default || (!locale.optional && entry.draft.fields[field.id])
      return field.required && value == null && needsValue
    })
    .map(({ field: { id }, path }) => ({
      name: 'required',
      path: entry.draft.fields[id] ? path : ['fields', id],
      details: `The property "${id}" is required here`,
    }))
  const values = all.filter(({ value }) => value != null)
  const checks = values.flatMap(({ field, locale, value, path }) => {
    const itemRules = parseValidations(field.items?.validations)
    const content = createCheckedContent(store, entry, field.id, locale.code)
    return [
      { validations: parseValidations(field.validations), value, path, type: field.type, content },
      ...(Array.isArray(value) ? value : []).map((item: unknown, index) => {
        return { validations: itemRules, value: item, path: [...path, index], content }
      }),
    ]
  })
  const slow = findSlowPattern(checks)
  const violations = slow
    ? [slow]
    : checks.flatMap(({ validations, ...checked }) => findRuleViolations(validations, checked))
  const errors = [...missing, ...violations]
  if (errors.length > 0) throw createValidationError(errors, 'InvalidEntry')
  const unresolved = values
    .flatMap(({ field, value, path }) => (field.type === 'Object' ? [] : findLinks(value, path)))
    .filter(({ sys }) => !(sys.linkType === 'Entry' ? store.entries : store.assets).get(sys.id))
    .map(({ sys, path }) => ({ name: 'notResolvable', link: sys, path }))
  if (unresolved.length > 0) throw createValidationError(unresolved, 'UnresolvedLinks')
}

interface Check extends CheckedValue {
  readonly validations: readonly ValidationRules[]
}

/** Processor time in ms for all patterns of an entry. They are written for such values, and need far less. */
const PATTERNS_LIMIT_MS = 50

/** Returns an error for the pattern at which the time for all patterns ends, such as `^(a+)+$` for many letters. */
function findSlowPattern(checks: readonly Check[]): ErrorDetail | undefined {
  const rules = checks.flatMap(({ validations, value, path = [] }) =>
    validations.flatMap(({ regexp, prohibitRegexp }) => [
      ...(regexp ? [{ name: 'regexp', path, value, pattern: toRegExp(regexp) }] : []),
      ...(prohibitRegexp ? [{ name: 'prohibitRegexp', path, value, pattern: toRegExp(prohibitRegexp) }] : []),
    ]),
  )
  let last = rules[0]
  const testAll = () => {
    for (last of rules) last.pattern.test(String(last.value))
  }
  if (!last || runInLimitedTime(testAll, PATTERNS_LIMIT_MS)) return undefined
  const { pattern, ...violation } = last
  return { ...violation, details: `The pattern ${pattern} takes too long for this value` }
}

/** The other content that rules depend on: files in the locale of the value, or else in the default locale. */
const createCheckedContent = (
  { entries, assets, getDefaultLocale }: Store,
  { id, contentType }: StoredEntity,
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
    return entries
      .iterate({ version: 'published', contentType: contentType ?? undefined, values, order: 'latest' })
      .filter((other) => other.id !== id && other.published?.fields[field]?.[locale] === value)
      .map((other) => other.id)
      .toArray()
  },
})
