import { findRuleViolations, type RuleViolation } from 'contentful-local/validation'
import type { ContentIssue, Severity } from '#cms/check/check-rule.ts'
import type { CheckedContent } from '#cms/check/checked-content.ts'
import { createFieldIssue, type FieldInfo, formatLength, getFieldInfos, isEmptyValue } from '#cms/check/fields.ts'
import { getFieldKind } from '#cms/model/field-kinds.ts'

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
        findProblems(field, entry.fields[field.id]).map(([severity, text]) =>
          createFieldIssue(field.field.kind === 'altText' ? 'altText' : 'text', severity, { entry, field }, text),
        ),
      ),
  )

function findProblems(field: FieldInfo, value: unknown): readonly Problem[] {
  const { type, kind } = field.field
  const { matches, mismatch } = getFieldKind(kind)
  if (!matches(value)) return [['error', mismatch]]
  if (type === 'Array') return [] // list-length.ts reports the number of elements
  const lines: readonly Problem[] =
    type === 'Symbol' && typeof value === 'string' && /[\r\n]/.test(value)
      ? [['warning', 'has several lines but only one is shown: write it on one line']]
      : []
  return [
    ...lines,
    ...findRuleViolations(field.validations, { value }).flatMap((violation) => toProblem(violation, value, field)),
  ]
}

function toProblem(
  { name, min, max, expected, customMessage }: RuleViolation,
  value: unknown,
  { field: { kind } }: FieldInfo,
): readonly Problem[] {
  const text = String(value)
  if (name === 'range') return [['error', `is ${value}: enter a number from ${min} to ${max}`]]
  if (name === 'in')
    return [['error', `is ${quote(text)}: choose one of ${[expected].flat().map(String).map(quote).join(', ')}`]]
  if (name === 'size') {
    if (typeof max === 'number' && text.length > max)
      return [['warning', `has ${formatLength(text.length)}, more than the maximum of ${max}: shorten it`]]
    // alt-texts.ts reports short alternative texts.
    if (kind === 'altText') return []
    return [['warning', `has ${formatLength(text.length)}, fewer than the minimum of ${min}: write more`]]
  }
  // external-links.ts reports invalid URLs.
  return kind === 'url' ? [] : [['error', `is ${quote(text)}. ${customMessage ?? 'Correct its form'}`]]
}

/** Quotes a text, truncated to 60 characters. */
const quote = (text: string) => `“${text.length > 60 ? `${text.slice(0, 59)}…` : text}”`
