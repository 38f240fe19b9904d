import type { ContentIssue, Severity } from '#cms/check/check-rule.ts'
import type { CheckedContent } from '#cms/check/checked-content.ts'
import { type FieldInfo, getFieldInfos, isEmptyValue } from '#cms/check/fields.ts'
import type { FieldRule } from '#cms/seed/field-rules.ts'

/** A problem of a text or number. */
type Problem = readonly [severity: Severity, text: string]

/**
 * Reports texts and numbers that violate the validations of the model. Contentful rejects publishing them, but content of
 * an older model or of another client may have them.
 */
export const checkTextLengths = ({ entries }: CheckedContent): readonly ContentIssue[] =>
  entries.flatMap((entry) =>
    getFieldInfos(entry.type)
      .filter(({ id, field }) => !field.link && !isEmptyValue(entry.fields[id]))
      // redirects.ts checks the addresses of redirects.
      .filter(({ field }) => entry.type !== 'redirect' || field.type !== 'Symbol')
      .flatMap((field) =>
        findProblems(field, entry.fields[field.id]).map(
          ([severity, text]): ContentIssue => ({
            rule: field.isAltText ? 'altText' : 'text',
            severity,
            target: entry,
            field: field.id,
            text: `${field.name} ${text}`,
          }),
        ),
      ),
  )

function findProblems(field: FieldInfo, value: unknown): readonly Problem[] {
  const { type } = field.field
  if (type === 'Number' || type === 'Boolean') {
    const isValid = type === 'Number' ? Number.isFinite(value) : typeof value === 'boolean'
    if (!isValid)
      return [['error', type === 'Number' ? 'is not a number: enter one' : 'is neither yes nor no: choose one']]
  } else if (typeof value !== 'string') return [['error', 'is not a text: enter one']]
  const lines: readonly Problem[] =
    type === 'Symbol' && typeof value === 'string' && /[\r\n]/.test(value)
      ? [['warning', 'has several lines but only one is shown: write it on one line']]
      : []
  return [...lines, ...field.rules.flatMap((rule) => checkRule(rule, value, field))]
}

function checkRule({ size, range, in: allowedValues, regexp, message }: FieldRule, value: unknown, field: FieldInfo) {
  const problems: Problem[] = []
  if (size && typeof value === 'string') {
    if (value.length > size.max)
      problems.push(['warning', `has ${formatLength(value.length)}, more than the maximum of ${size.max}: shorten it`])
    // alt-texts.ts reports short alternative texts.
    if (value.length < size.min && !field.isAltText)
      problems.push(['warning', `has ${formatLength(value.length)}, fewer than the minimum of ${size.min}: write more`])
  }
  if (range && typeof value === 'number' && (value < range.min || value > range.max))
    problems.push(['error', `is ${value}: enter a number from ${range.min} to ${range.max}`])
  if (allowedValues && typeof value === 'string' && !allowedValues.includes(value))
    problems.push(['error', `is ${quote(value)}: choose one of ${allowedValues.map(quote).join(', ')}`])
  // external-links.ts reports invalid URLs.
  if (regexp && typeof value === 'string' && !field.isAddress)
    if (!new RegExp(regexp.pattern, regexp.flags ?? '').test(value))
      problems.push(['error', `is ${quote(value)}: ${message ?? 'correct the format'}`])
  return problems
}

const formatLength = (length: number) => `${length.toLocaleString('en-US')} character${length === 1 ? '' : 's'}`

/** Quotes a text, truncated to 60 characters. */
const quote = (text: string) => `“${text.length > 60 ? `${text.slice(0, 59)}…` : text}”`
