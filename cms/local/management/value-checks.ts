import { listRichTextNodes } from './rich-text.ts'
import {
  formatRange,
  isWithinRange,
  NO_VIOLATIONS,
  type RuleChecks,
  type ValueContext,
} from './validation/find-rule-violations.ts'

/** Rules that look at the value itself. */
export const valueRuleChecks: RuleChecks<
  'size' | 'range' | 'dateRange' | 'in' | 'regexp' | 'prohibitRegexp' | 'unique'
> = {
  size: (held, rule) => {
    const size = sizeOf(held)
    if (size === undefined || isWithinRange(size, rule)) return NO_VIOLATIONS
    return [{ ...rule, details: `Size must be ${formatRange(rule)}.` }]
  },
  range: ({ value }, rule) => {
    if (typeof value !== 'number' || isWithinRange(value, rule)) return NO_VIOLATIONS
    return [{ ...rule, details: `Value must be ${formatRange(rule)}.` }]
  },
  dateRange: ({ value }, { min, max }) => {
    if (typeof value !== 'string') return NO_VIOLATIONS
    const moment = Date.parse(value)
    const within = isWithinRange(moment, { min: time(min), max: time(max) })
    return within ? NO_VIOLATIONS : [{ min, max, details: `The date must be ${formatRange({ min, max })}.` }]
  },
  in: ({ value }, rule) => {
    if (rule.some((word) => word === value)) return NO_VIOLATIONS
    return [{ expected: rule, details: 'Value must be one of expected values.' }]
  },
  regexp: ({ value }, { pattern, flags }) => {
    if (typeof value !== 'string' || new RegExp(pattern, flags ?? '').test(value)) return NO_VIOLATIONS
    return [{ details: `Does not match /${pattern}/${flags ?? ''}` }]
  },
  prohibitRegexp: ({ value }, { pattern, flags }) => {
    if (typeof value !== 'string' || !new RegExp(pattern, flags ?? '').test(value)) return NO_VIOLATIONS
    return [{ details: `Matches /${pattern}/${flags ?? ''}` }]
  },
  unique: (held, rule) => {
    const conflicting = rule ? sameValue(held) : []
    if (conflicting.length === 0) return NO_VIOLATIONS
    return [{ conflicting, details: 'Same field value present in other entry' }]
  },
}

/** Characters, items, properties, or the characters of a rich text. */
function sizeOf({ value, field, path }: ValueContext): number | undefined {
  if (typeof value === 'string' || Array.isArray(value)) return value.length
  if (typeof value !== 'object' || value === null) return undefined
  if (field.type !== 'RichText') return Object.keys(value).length
  return listRichTextNodes(value, path).reduce((sum, { text }) => sum + text.length, 0)
}

/** Published entries of the same type that hold the same value in the same field and locale. */
const sameValue = ({ value, field, locale, entryId, type, store }: ValueContext) =>
  store.entries
    .all()
    .filter(({ id, contentType, published }) => {
      const isOther = contentType === type.id && id !== entryId
      return isOther && published?.fields[field.id]?.[locale] === value
    })
    .map(({ id }) => ({ sys: { type: 'Link', linkType: 'Entry', id } }))

const time = (date: string | null | undefined) => (date == null ? null : Date.parse(date))
