import type { Control, Editing } from './control.ts'
import { element } from './dom.ts'
import { mostOf, wordsOf } from './hints.ts'

/** One line or several, with a count where there is a limit. An empty text is no value. */
export function textControl({ id, field, value, set }: Editing): Control {
  const given = value()
  const text = typeof given === 'string' ? given : ''
  const target =
    field.type === 'Text'
      ? element('textarea', { id, rows: 6 }, text)
      : element('input', { id, type: 'text', value: text })
  const most = mostOf(field)
  const count = element('span', { class: 'count' })
  const showCount = () => {
    count.textContent = most === undefined ? '' : `${target.value.length} of ${most} characters`
    count.classList.toggle('over', most !== undefined && target.value.length > most)
  }
  showCount()
  target.addEventListener('input', () => {
    set(target.value === '' ? undefined : target.value)
    showCount()
  })
  return { target, body: element('div', {}, target, count) }
}

export function numberControl({ id, field, value, set }: Editing): Control {
  const given = value()
  const step = field.type === 'Integer' ? 1 : 'any'
  const target = element('input', { id, type: 'number', step, value: typeof given === 'number' ? given : '' })
  target.addEventListener('input', () => set(Number.isNaN(target.valueAsNumber) ? undefined : target.valueAsNumber))
  return { target, body: target }
}

/** One of the words that the field takes; yes or no. */
export function choiceControl({ id, field, value, set }: Editing): Control {
  const choices =
    field.type === 'Boolean' ? BOOLEANS : (wordsOf(field) ?? []).map((word) => ({ label: String(word), value: word }))
  const now = choices.findIndex((choice) => choice.value === value())
  const empty = element('option', { value: '', selected: now === -1 }, '–')
  const target = element(
    'select',
    { id },
    ...(field.required && now !== -1 ? [] : [empty]),
    ...choices.map(({ label }, index) => element('option', { value: index, selected: index === now }, label)),
  )
  target.addEventListener('change', () => set(target.value === '' ? undefined : choices[Number(target.value)]?.value))
  return { target, body: target }
}

const BOOLEANS = [
  { label: 'Yes', value: true },
  { label: 'No', value: false },
]

/** Values of kinds that this model does not use are shown, and stay as they are. */
export function shownControl({ id, value }: Editing): Control {
  const target = element('pre', { id, role: 'group', tabindex: 0 }, JSON.stringify(value(), null, 2) ?? 'Empty')
  return { target, body: target }
}
