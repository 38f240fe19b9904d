import type { HTMLAttributes } from 'react'
import type { ValidationRules } from '#local/validation.ts'
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

/** Returns a validation of a field, or of the items of a list. */
export const getValidation = <Name extends keyof ValidationRules>(
  { validations }: Pick<EditorField, 'validations'>,
  name: Name,
) => validations?.find((validation) => validation[name] != null)?.[name]

/** What the size of a value counts. */
const getUnit = ({ type, items }: EditorField) => {
  if (type !== 'Array') return 'characters'
  return items?.type === 'Symbol' ? 'lines' : 'links'
}

/** Counts a value against the size that its field allows: `12 of 60 characters`. A minimum of 1 is what `required` says. */
export function SizeCounter({ field, value }: Pick<FieldControlProps, 'field' | 'value'>) {
  const { min, max } = getValidation(field, 'size') ?? {}
  const least = min != null && min > 1 ? min : undefined
  if (least === undefined && max == null) return null
  const count = typeof value === 'string' || Array.isArray(value) ? value.length : 0
  const allowed = max == null ? `at least ${least}` : [least, max].filter((limit) => limit != null).join(' to ')
  const isTooLong = max != null && count > max
  return <p className={isTooLong ? 'problem' : 'hint'}>{`${count} of ${allowed} ${getUnit(field)}`}</p>
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
  if (type === 'Text') return <textarea {...props} />
  const { max } = getValidation(field, 'size') ?? {}
  if ((max ?? MAX_SYMBOL_LENGTH) <= LONG_LENGTH) return <input type="text" {...props} />
  return (
    <textarea
      {...props}
      onChange={({ target }) => onChange(target.value.replaceAll(/\s*\n\s*/g, ' ') || null)}
      onKeyDown={(event) => event.key === 'Enter' && !event.nativeEvent.isComposing && event.preventDefault()}
    />
  )
}

/** Contentful's limit of a text without line breaks. */
const MAX_SYMBOL_LENGTH = 256

/** Above this many characters a text can be longer than the line of an input. */
const LONG_LENGTH = 80

/** A text area for a list of texts, one on each line. */
export function LinesControl({ value, onChange, attributes }: FieldControlProps) {
  const lines: readonly unknown[] = Array.isArray(value) ? value : []
  const setLines = (changed: readonly unknown[]) => onChange(changed.length > 0 ? changed : null)
  return (
    <textarea
      placeholder="One on each line"
      {...attributes}
      value={lines.join('\n')}
      onChange={({ target }) => setLines(target.value === '' ? [] : target.value.split('\n'))}
      onBlur={() => setLines(lines.filter((line) => line !== ''))}
    />
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
  <textarea {...attributes} readOnly value={value === null ? '' : JSON.stringify(value, null, 2)} />
)
