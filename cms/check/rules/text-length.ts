import type { ContentIssue, Severity } from '#cms/check/check-rule.ts'
import type { CheckedContent } from '#cms/check/checked-content.ts'
import { type FieldInfo, getFieldInfos, isEmptyValue } from '#cms/check/fields.ts'
import type { FieldRule as ModelRule } from '#cms/seed/field-rules.ts'

/** What is wrong with a text or a figure, and how much. */
type Trouble = readonly [severity: Severity, text: string]

/**
 * Texts and figures that the model would not take: too long or short, on several lines, not in their form.
 * Contentful refuses to publish them; an older model, or another client, may have let them in.
 */
export const checkTextLengths = ({ entries }: CheckedContent): readonly ContentIssue[] =>
  entries.flatMap((entry) =>
    getFieldInfos(entry.type)
      .filter(({ id, field }) => !field.link && !isEmptyValue(entry.fields[id]))
      // Their addresses are judged together (redirects.ts).
      .filter(({ field }) => entry.type !== 'redirect' || field.type !== 'Symbol')
      .flatMap((place) =>
        troubles(place, entry.fields[place.id]).map(
          ([severity, text]): ContentIssue => ({
            rule: place.isAltText ? 'altText' : 'text',
            severity,
            target: entry,
            field: place.id,
            text: `${place.name} ${text}`,
          }),
        ),
      ),
  )

function troubles(place: FieldInfo, value: unknown): readonly Trouble[] {
  const { type } = place.field
  if (type === 'Number' || type === 'Boolean') {
    const isRight = type === 'Number' ? Number.isFinite(value) : typeof value === 'boolean'
    if (!isRight)
      return [['broken', type === 'Number' ? 'is no number: write one' : 'is neither yes nor no: choose one']]
  } else if (typeof value !== 'string') return [['broken', 'is no text: write one']]
  const lines: readonly Trouble[] =
    type === 'Symbol' && typeof value === 'string' && /[\r\n]/.test(value)
      ? [['should', 'has several lines where there is place for one: write it on one line']]
      : []
  return [...lines, ...place.rules.flatMap((rule) => broken(rule, value, place))]
}

function broken({ size, range, in: words, regexp, message }: ModelRule, value: unknown, place: FieldInfo) {
  const found: Trouble[] = []
  if (size && typeof value === 'string') {
    if (value.length > size.max)
      found.push(['should', `has ${counted(value.length)}, and place for ${size.max}: shorten it`])
    // Alt texts have their own words for it.
    if (value.length < size.min && !place.isAltText)
      found.push(['should', `has ${counted(value.length)}, and needs at least ${size.min}: say more`])
  }
  if (range && typeof value === 'number' && (value < range.min || value > range.max))
    found.push(['broken', `is ${value}: write a number from ${range.min} to ${range.max}`])
  if (words && typeof value === 'string' && !words.includes(value))
    found.push(['broken', `is ${shown(value)}: choose one of ${words.map(shown).join(', ')}`])
  // Links to other sites have their own words for it.
  if (regexp && typeof value === 'string' && !place.isAddress)
    if (!new RegExp(regexp.pattern, regexp.flags ?? '').test(value))
      found.push(['broken', `is ${shown(value)}: ${message ?? 'write it in its form'}`])
  return found
}

const counted = (length: number) => `${length.toLocaleString('en-US')} character${length === 1 ? '' : 's'}`

/** Not longer than a line. */
const shown = (text: string) => `“${text.length > 60 ? `${text.slice(0, 59)}…` : text}”`
