import type { EditorContentType, EditorField } from './api-schemas.ts'
import { createElement } from './dom.ts'
import { getAllowedValues, getMaxLength } from './field-hints.ts'
import type { ItemEditor } from './item-editor.ts'

/** One field while it is edited. */
export interface FieldControlProps {
  readonly field: EditorField
  /** The id of the element that takes the focus; its label and hints are named after it. */
  readonly id: string
  readonly getValue: () => unknown
  /** `undefined` takes the value away. */
  readonly setValue: (value: unknown) => void
  readonly item: ItemEditor
  readonly contentTypes: ReadonlyMap<string, EditorContentType>
}

/** How a field's value is shown and changed. */
export interface FieldControl {
  readonly element: HTMLElement
  /** What its label names: an input, or the group of several. */
  readonly focusTarget: HTMLElement
}

/** One line or several, with a count where there is a limit. An empty text is no value. */
export function createTextControl({ id, field, getValue, setValue }: FieldControlProps): FieldControl {
  const given = getValue()
  const text = typeof given === 'string' ? given : ''
  const focusTarget =
    field.type === 'Text'
      ? createElement('textarea', { id, rows: 6 }, text)
      : createElement('input', { id, type: 'text', value: text })
  const most = getMaxLength(field)
  const count = createElement('span', { class: 'count' })
  const showCount = () => {
    count.textContent = most === undefined ? '' : `${focusTarget.value.length} of ${most} characters`
    count.classList.toggle('over', most !== undefined && focusTarget.value.length > most)
  }
  showCount()
  focusTarget.addEventListener('input', () => {
    setValue(focusTarget.value === '' ? undefined : focusTarget.value)
    showCount()
  })
  return { focusTarget, element: createElement('div', {}, focusTarget, count) }
}

export function createNumberControl({ id, field, getValue, setValue }: FieldControlProps): FieldControl {
  const given = getValue()
  const step = field.type === 'Integer' ? 1 : 'any'
  const focusTarget = createElement('input', {
    id,
    type: 'number',
    step,
    value: typeof given === 'number' ? given : '',
  })
  focusTarget.addEventListener('input', () =>
    setValue(Number.isNaN(focusTarget.valueAsNumber) ? undefined : focusTarget.valueAsNumber),
  )
  return { focusTarget, element: focusTarget }
}

/** One of the words that the field takes; yes or no. */
export function createSelectControl({ id, field, getValue, setValue }: FieldControlProps): FieldControl {
  const choices =
    field.type === 'Boolean'
      ? BOOLEANS
      : (getAllowedValues(field) ?? []).map((word) => ({ label: String(word), value: word }))
  const now = choices.findIndex((choice) => choice.value === getValue())
  const empty = createElement('option', { value: '', selected: now === -1 }, '–')
  const focusTarget = createElement(
    'select',
    { id },
    ...(field.required && now !== -1 ? [] : [empty]),
    ...choices.map(({ label }, index) => createElement('option', { value: index, selected: index === now }, label)),
  )
  focusTarget.addEventListener('change', () =>
    setValue(focusTarget.value === '' ? undefined : choices[Number(focusTarget.value)]?.value),
  )
  return { focusTarget, element: focusTarget }
}

const BOOLEANS = [
  { label: 'Yes', value: true },
  { label: 'No', value: false },
]

/** Values of kinds that this model does not use are shown, and stay as they are. */
export function createReadOnlyControl({ id, getValue }: FieldControlProps): FieldControl {
  const focusTarget = createElement(
    'pre',
    { id, role: 'group', tabindex: 0 },
    JSON.stringify(getValue(), null, 2) ?? 'Empty',
  )
  return { focusTarget, element: focusTarget }
}
