import { type Checks, type Held, isWithin, NO_FAULT, spoken } from './checks.ts'
import { nodesOf } from './rich-text.ts'

/** Rules that look at the value itself. */
export const valueChecks: Checks<'size' | 'range' | 'dateRange' | 'in' | 'regexp' | 'prohibitRegexp' | 'unique'> = {
  size: (held, rule) => {
    const size = sizeOf(held)
    if (size === undefined || isWithin(size, rule)) return NO_FAULT
    return [{ ...rule, details: `Size must be ${spoken(rule)}.` }]
  },
  range: ({ value }, rule) => {
    if (typeof value !== 'number' || isWithin(value, rule)) return NO_FAULT
    return [{ ...rule, details: `Value must be ${spoken(rule)}.` }]
  },
  dateRange: ({ value }, { min, max }) => {
    if (typeof value !== 'string') return NO_FAULT
    const moment = Date.parse(value)
    const within = isWithin(moment, { min: time(min), max: time(max) })
    return within ? NO_FAULT : [{ min, max, details: `The date must be ${spoken({ min, max })}.` }]
  },
  in: ({ value }, rule) => {
    if (rule.some((word) => word === value)) return NO_FAULT
    return [{ expected: rule, details: 'Value must be one of expected values.' }]
  },
  regexp: ({ value }, { pattern, flags }) => {
    if (typeof value !== 'string' || new RegExp(pattern, flags ?? '').test(value)) return NO_FAULT
    return [{ details: `Does not match /${pattern}/${flags ?? ''}` }]
  },
  prohibitRegexp: ({ value }, { pattern, flags }) => {
    if (typeof value !== 'string' || !new RegExp(pattern, flags ?? '').test(value)) return NO_FAULT
    return [{ details: `Matches /${pattern}/${flags ?? ''}` }]
  },
  unique: (held, rule) => {
    const conflicting = rule ? sameValue(held) : []
    if (conflicting.length === 0) return NO_FAULT
    return [{ conflicting, details: 'Same field value present in other entry' }]
  },
}

/** Characters, items, properties, or the characters of a rich text. */
function sizeOf({ value, field, path }: Held): number | undefined {
  if (typeof value === 'string' || Array.isArray(value)) return value.length
  if (typeof value !== 'object' || value === null) return undefined
  if (field.type !== 'RichText') return Object.keys(value).length
  return nodesOf(value, path).reduce((sum, { text }) => sum + text.length, 0)
}

/** Published entries of the same type that hold the same value in the same field and locale. */
const sameValue = ({ value, field, locale, entryId, type, store }: Held) =>
  store.entries
    .all()
    .filter(({ id, contentType, published }) => {
      const isOther = contentType === type.id && id !== entryId
      return isOther && published?.fields[field.id]?.[locale] === value
    })
    .map(({ id }) => ({ sys: { type: 'Link', linkType: 'Entry', id } }))

const time = (date: string | null | undefined) => (date == null ? null : Date.parse(date))
