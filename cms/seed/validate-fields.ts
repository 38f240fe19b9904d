import { findRuleViolations, parseValidations, type RuleViolation } from 'contentful-local/validation'
import type { ContentType, Field } from '#cms/model/field-definitions.ts'
import { getFieldKind } from '#cms/model/field-kinds.ts'
import { model } from '#cms/model/model.gen.ts'
import type { SeedEntry, SeedValue } from './seed-types.ts'

/** Validates the fields of an entry: names, types and validations. Returns one line per problem. */
export function validateEntryFields({ type, fields: values }: SeedEntry): readonly string[] {
  const { id, fields }: ContentType = model[type]
  const knownNames = Object.keys(fields)
  const unknownNames = Object.keys(values).filter((name) => !knownNames.includes(name))
  return [
    ...unknownNames.map(
      (name) => `${name} is not a field of ${id}: remove it, or spell it as one of ${knownNames.join(', ')}`,
    ),
    ...Object.entries(fields).flatMap(([name, field]) =>
      validateValue(field, values[name]).map((problem) => `${name} ${problem}`),
    ),
  ]
}

function validateValue(field: Field, value: SeedValue | undefined): readonly string[] {
  if (value === undefined) return field.required ? [`is missing: write ${describeType(field)}`] : []
  if (value === null) return field.required ? [`is required, but null: write ${describeType(field)}`] : []
  if (!getFieldKind(field.kind).matches(value)) return [`is ${formatValue(value)}: write ${describeType(field)}`]
  if (hasSeveralLines(field, value)) return [`is ${formatValue(value)}: write it on one line`]
  const lines = Array.isArray(value) && !field.link ? value : []
  return [
    ...findProblems(field.validations, value),
    ...lines.flatMap((line) => findProblems(field.itemValidations, line)),
  ]
}

const findProblems = (validations: Field['itemValidations'], value: NonNullable<SeedValue>) =>
  findRuleViolations(parseValidations(validations), { value }).map((violation) => describeViolation(violation, value))

/** What the seed must have as the value of a field. */
function describeType({ kind, link }: Field): string {
  const { seedValue } = getFieldKind(kind)
  return link?.to === 'Entry' ? seedValue.replace(/entry|entries/, link.types.join(' or ')) : seedValue
}

/** A line of text, alone or in a list, must not have line breaks. */
const hasSeveralLines = ({ type, link }: Field, value: NonNullable<SeedValue>) =>
  type !== 'Text' && !link && /[\r\n]/.test(String(value))

function describeViolation(violation: RuleViolation, value: NonNullable<SeedValue>): string {
  const { name, min, max, expected, customMessage, details } = violation
  const choices = [expected].flat().map((choice) => JSON.stringify(choice))
  if (name === 'size' && typeof value === 'string')
    return `has ${formatCount(value.length, 'character')}: write ${min} to ${max}`
  if (name === 'size' && Array.isArray(value))
    return `has ${formatCount(value.length, 'item')}: give it ${min} to ${max}`
  if (name === 'range') return `is ${value}: write a number from ${min} to ${max}`
  if (name === 'in') return `is ${formatValue(value)}: write one of ${choices.join(', ')}`
  return `is ${formatValue(value)}. ${customMessage ?? details}`
}

const formatCount = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** Formats a value on one line of limited length. */
const formatValue = (value: SeedValue) => {
  const json = JSON.stringify(value)
  return json.length > 60 ? `${json.slice(0, 59)}…` : json
}
