import type { EditorContentType, EditorField } from './api-schemas.ts'
import { createElement } from './dom.ts'
import { getAllowedValues, getMaxLength } from './field-hints.ts'
import type { ItemEditor } from './item-editor.ts'

/** Properties of a field control. */
export interface FieldControlProps {
  readonly field: EditorField
  /** Id of the focusable element; ids of its label and hints start with it. */
  readonly id: string
  readonly getValue: () => unknown
  /** `undefined` removes the value. */
  readonly setValue: (value: unknown) => void
  readonly item: ItemEditor
  readonly contentTypes: ReadonlyMap<string, EditorContentType>
}

/** The elements that show and change a field value. */
export interface FieldControl {
  readonly element: HTMLElement
  /** The labelled element: an input or a group. */
  readonly focusTarget: HTMLElement
}

/** An input or text area, with a character count if the field has a limit. An empty text removes the value. */
export function createTextControl({ id, field, getValue, setValue }: FieldControlProps): FieldControl {
  const value = getValue()
  const text = typeof value === 'string' ? value : ''
  const focusTarget =
    field.type === 'Text'
      ? createElement('textarea', { id, rows: 6 }, text)
      : createElement('input', { id, type: 'text', value: text })
  const maxLength = getMaxLength(field)
  const count = createElement('span', { class: 'count' })
  const showCount = () => {
    count.textContent = maxLength === undefined ? '' : `${focusTarget.value.length} of ${maxLength} characters`
    count.classList.toggle('over', maxLength !== undefined && focusTarget.value.length > maxLength)
  }
  showCount()
  focusTarget.addEventListener('input', () => {
    setValue(focusTarget.value === '' ? undefined : focusTarget.value)
    showCount()
  })
  return { focusTarget, element: createElement('div', {}, focusTarget, count) }
}

/** A number input. */
export function createNumberControl({ id, field, getValue, setValue }: FieldControlProps): FieldControl {
  const value = getValue()
  const step = field.type === 'Integer' ? 1 : 'any'
  const focusTarget = createElement('input', {
    id,
    type: 'number',
    step,
    value: typeof value === 'number' ? value : '',
  })
  focusTarget.addEventListener('input', () =>
    setValue(Number.isNaN(focusTarget.valueAsNumber) ? undefined : focusTarget.valueAsNumber),
  )
  return { focusTarget, element: focusTarget }
}

/** A select with the allowed values of the field, or with yes and no. */
export function createSelectControl({ id, field, getValue, setValue }: FieldControlProps): FieldControl {
  const options =
    field.type === 'Boolean'
      ? BOOLEANS
      : (getAllowedValues(field) ?? []).map((value) => ({ label: String(value), value }))
  const selectedIndex = options.findIndex((option) => option.value === getValue())
  const emptyOption = createElement('option', { value: '', selected: selectedIndex === -1 }, '–')
  const focusTarget = createElement(
    'select',
    { id },
    ...(field.required && selectedIndex !== -1 ? [] : [emptyOption]),
    ...options.map(({ label }, index) =>
      createElement('option', { value: index, selected: index === selectedIndex }, label),
    ),
  )
  focusTarget.addEventListener('change', () =>
    setValue(focusTarget.value === '' ? undefined : options[Number(focusTarget.value)]?.value),
  )
  return { focusTarget, element: focusTarget }
}

const BOOLEANS = [
  { label: 'Yes', value: true },
  { label: 'No', value: false },
]

/** Shows the JSON of a value of an unsupported type. */
export function createReadOnlyControl({ id, getValue }: FieldControlProps): FieldControl {
  const focusTarget = createElement(
    'pre',
    { id, role: 'group', tabindex: 0 },
    JSON.stringify(getValue(), null, 2) ?? 'Empty',
  )
  return { focusTarget, element: focusTarget }
}
