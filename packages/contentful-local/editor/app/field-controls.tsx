import type { HTMLAttributes } from 'react'
import type { EditorField } from './api/content-types.ts'
import type { EntityEditor } from './use-entity-editor.ts'

export interface FieldControlProps {
  readonly field: EditorField
  /** `null`: no value. */
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  /** Id, label and description of the focusable element: an input, or a group. */
  readonly attributes: HTMLAttributes<HTMLElement> & { readonly id: string }
  readonly editor: EntityEditor
}

type Validation = NonNullable<EditorField['validations']>[number]

/** Returns a validation of a field, or of the items of a list. */
export const getValidation = <Name extends keyof Validation>(
  { validations }: Pick<EditorField, 'validations'>,
  name: Name,
) => validations?.find((validation) => validation[name] != null)?.[name]

/** What `size` counts. */
const getUnit = ({ type, items }: EditorField) => {
  if (type !== 'Array') return 'characters'
  if (items?.type === 'Symbol') return 'lines'
  return items?.linkType === 'Asset' ? 'files' : 'entries'
}

/** `at most 60 characters`, `5 to 160 characters`. A minimum of 1 is what `required` says. */
function describeSize(field: EditorField, min: number | null | undefined, max: number | null | undefined) {
  const isLimitedBelow = min != null && min > 1
  if (max == null) return isLimitedBelow && `at least ${min} ${getUnit(field)}`
  return `${isLimitedBelow ? `${min} to` : 'at most'} ${max} ${getUnit(field)}`
}

/**
 * Describes a field: its help text, then its validations as a sentence. A help text explains a pattern better than the
 * message of its validation.
 */
export function describeField(field: EditorField, helpText: string | null | undefined): string {
  const rules = (field.validations ?? []).flatMap(({ size, range, regexp, unique, assetFileSize, message }) => [
    size && describeSize(field, size.min, size.max),
    range?.min != null && `at least ${range.min}`,
    range?.max != null && `at most ${range.max}`,
    regexp && !helpText && (message ?? `Of the form ${regexp.pattern}`),
    unique && 'no other entry may have the same',
    assetFileSize?.max != null && `at most ${assetFileSize.max / 1_000_000} MB`,
  ])
  const sentence = rules.filter((rule) => typeof rule === 'string').join(', ')
  return [helpText, sentence && `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`].filter(Boolean).join(' ')
}

/** Share of a maximum from which on the count is shown. */
const NEAR_LIMIT = 0.8

/** Counts characters or entries against the maximum of the field, when the value is near it. */
export function SizeCounter({ field, count }: { readonly field: EditorField; readonly count: number }) {
  const max = getValidation(field, 'size')?.max
  if (max == null || count === 0 || count < NEAR_LIMIT * max) return null
  return <span className={count > max ? 'problem' : 'hint'}>{`${count} of ${max} ${getUnit(field)}`}</span>
}

/** Inputs for the formats of Contentful's date control. A date with a time zone has no input of browsers. */
const DATE_INPUTS: Readonly<Record<string, string>> = { dateonly: 'date', time: 'datetime-local' }

/** An input for a text, a number or a date, or a text area. An empty text removes the value. */
export function InputControl({ field: { type }, field, value, onChange, attributes, editor }: FieldControlProps) {
  const isNumber = type === 'Number' || type === 'Integer'
  const props = {
    ...attributes,
    value: typeof value === 'string' || typeof value === 'number' ? value : '',
    onChange: ({ target: { value: text } }: { readonly target: { readonly value: string } }) =>
      onChange(isNumber && text !== '' ? Number(text) : text || null),
  }
  if (isNumber) return <input type="number" step={type === 'Integer' ? 1 : 'any'} {...props} />
  if (type === 'Date') {
    const format = editor.type.controls?.find(({ fieldId }) => fieldId === field.id)?.settings?.format
    return <input type={DATE_INPUTS[String(format)] ?? 'text'} placeholder="2026-12-31T12:00+00:00" {...props} />
  }
  return (
    <>
      {type === 'Text' ? <textarea rows={6} {...props} /> : <input type="text" {...props} />}
      <SizeCounter field={field} count={String(props.value).length} />
    </>
  )
}

/** A text area for a list of texts, one on each line. */
export function LinesControl({ field, value, onChange, attributes }: FieldControlProps) {
  const lines: readonly unknown[] = Array.isArray(value) ? value : []
  const setLines = (changed: readonly unknown[]) => onChange(changed.length > 0 ? changed : null)
  return (
    <>
      <textarea
        rows={6}
        placeholder="One on each line"
        {...attributes}
        value={lines.join('\n')}
        onChange={({ target }) => setLines(target.value === '' ? [] : target.value.split('\n'))}
        onBlur={() => setLines(lines.filter((line) => line !== ''))}
      />
      <SizeCounter field={field} count={lines.length} />
    </>
  )
}

/** A select with the allowed values of the field, or with yes and no. */
export function SelectControl({ field, value, onChange, attributes }: FieldControlProps) {
  const allowed = (getValidation(field, 'in') ?? []).map((item) => [String(item), item] as const)
  const values = new Map<string, unknown>(field.type === 'Boolean' ? Object.entries({ Yes: true, No: false }) : allowed)
  const names = [...values.keys()]
  const selected = names.find((name) => values.get(name) === value) ?? ''
  return (
    <select {...attributes} value={selected} onChange={({ target }) => onChange(values.get(target.value) ?? null)}>
      {(!field.required || selected === '') && <option value="">–</option>}
      {names.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </select>
  )
}

/** Shows the JSON of a value of an unsupported type. */
export const ReadOnlyControl = ({ value, attributes }: FieldControlProps) => (
  <pre {...attributes}>{value === null ? 'Empty' : JSON.stringify(value, null, 2)}</pre>
)
