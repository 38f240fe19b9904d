import type { ContentType, Field } from '#cms/model/field-definitions.ts'
import { model } from '#cms/model/model.ts'
import { type FieldRule, getFieldRules } from './field-rules.ts'
import type { SeedEntry, SeedValue } from './seed-types.ts'

/** What is wrong with an entry by itself: its fields, their kinds and their validations. */
export function validateEntryFields({ type, fields: values }: SeedEntry): readonly string[] {
  const { id, fields }: ContentType = model[type]
  const known = Object.keys(fields)
  const unknown = Object.keys(values).filter((name) => !known.includes(name))
  return [
    ...unknown.map((name) => `${name} is not a field of ${id}; remove it, or spell it as one of ${known.join(', ')}`),
    ...Object.entries(fields).flatMap(([name, field]) =>
      valueProblems(field, values[name]).map((problem) => `${name} ${problem}`),
    ),
  ]
}

function valueProblems(field: Field<unknown>, value: SeedValue | undefined): readonly string[] {
  if (value === undefined) return field.required ? [`is missing; write ${kindOf(field)}`] : []
  if (value === null) return field.required ? [`is required, but null; write ${kindOf(field)}`] : []
  if (!isOfKind(field, value)) return [`is ${shown(value)}; write ${kindOf(field)}`]
  if (field.type === 'Symbol' && typeof value === 'string' && /[\r\n]/.test(value))
    return [`is ${shown(value)}; write it on one line`]
  return getFieldRules(field).flatMap((rule) => brokenRules(rule, value))
}

function kindOf({ type, link }: Field<unknown>): string {
  if (type === 'Symbol') return 'one line of text in quotes'
  if (type === 'Text') return 'text in quotes'
  if (type === 'Number') return 'a number'
  if (type === 'Boolean') return 'true or false'
  const target = link?.to === 'Entry' ? link.types.join(' or ') : 'asset'
  return type === 'Array' ? `a list of ids, each of one ${target}` : `the id of one ${target}`
}

function isOfKind({ type }: Field<unknown>, value: NonNullable<SeedValue>): boolean {
  if (type === 'Number') return Number.isFinite(value)
  if (type === 'Boolean') return typeof value === 'boolean'
  if (type === 'Array') return Array.isArray(value) && value.every((id) => typeof id === 'string')
  return typeof value === 'string'
}

function brokenRules({ size, range, in: words, regexp, message }: FieldRule, value: NonNullable<SeedValue>) {
  const problems: string[] = []
  if (size && (typeof value === 'string' || Array.isArray(value)) && isOutside(size, value.length))
    problems.push(
      typeof value === 'string'
        ? `has ${counted(value.length, 'character')}; write ${size.min} to ${size.max}`
        : `has ${counted(value.length, 'link')}; give it ${size.min} to ${size.max}`,
    )
  if (range && typeof value === 'number' && isOutside(range, value))
    problems.push(`is ${value}; write a number from ${range.min} to ${range.max}`)
  if (words && typeof value === 'string' && !words.includes(value))
    problems.push(`is ${shown(value)}; write one of ${words.map(shown).join(', ')}`)
  if (regexp && typeof value === 'string' && !new RegExp(regexp.pattern, regexp.flags ?? '').test(value))
    problems.push(`is ${shown(value)}; ${message ?? `it must match ${regexp.pattern}`}`)
  return problems
}

const isOutside = ({ min, max }: { readonly min: number; readonly max: number }, value: number) =>
  value < min || value > max

const counted = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`

/** On one line whatever the value holds, and not longer than a line. */
const shown = (value: SeedValue) => {
  const text = JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}
