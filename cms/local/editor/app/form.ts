import type { Flaw } from './api.ts'
import type { Control, Editing } from './control.ts'
import { element } from './dom.ts'
import { fileControl } from './file-control.ts'
import { hintsOf, wordsOf } from './hints.ts'
import { linksControl } from './link-controls.ts'
import type { OpenItem } from './open-item.ts'
import { type ContentType, type Field, fieldValue } from './shapes.ts'
import { choiceControl, numberControl, shownControl, textControl } from './simple-controls.ts'

export interface Form {
  readonly body: HTMLFieldSetElement
  readonly focus: (field: string) => void
  /** Shows each flaw at its field; answers with those that are of no field here. */
  readonly showFlaws: (flaws: readonly Flaw[]) => readonly Flaw[]
}

/** A form for all fields of a content type that editors see. */
export function formOf(
  type: ContentType,
  help: ReadonlyMap<string, string>,
  open: OpenItem,
  types: Editing['types'],
): Form {
  const shown = type.fields.filter(({ omitted }) => !omitted)
  const rows = new Map(shown.map((field) => [field.id, rowOf(field, help.get(field.id), open, types)]))
  return {
    body: element('fieldset', { class: 'form' }, ...[...rows.values()].map(({ row }) => row)),
    focus: (field) => rows.get(field)?.target.focus(),
    showFlaws: (flaws) => {
      const byField = Map.groupBy(flaws, ({ path }) => String(path?.[0] === 'fields' ? path[1] : ''))
      for (const [id, { show }] of rows) show((byField.get(id) ?? []).map(spoken))
      const [faulty] = [...rows.keys()].filter((id) => byField.has(id))
      if (faulty) rows.get(faulty)?.target.focus()
      return [...byField].flatMap(([id, its]) => (rows.has(id) ? [] : its))
    },
  }
}

function rowOf(field: Field, help: string | undefined, open: OpenItem, types: Editing['types']) {
  const id = `field-${field.id}`
  const editing: Editing = {
    field,
    id,
    open,
    types,
    value: () => fieldValue(open.fields(), field.id),
    set: (value) => open.set(field.id, value),
  }
  const { target, body } = controlOf(field)(editing)
  const problem = element('p', { id: `${id}-problem`, class: 'problem', hidden: true })
  const words = [help ?? [], hintsOf(field).join('; ')].flat().filter(Boolean)
  const hint = element('p', { id: `${id}-hint`, class: 'hint' }, words.join(' · '))
  const isGroup = target.getAttribute('role') === 'group'
  const named = { id: `${id}-name`, class: 'name' }
  const name = isGroup ? element('span', named, field.name) : element('label', { ...named, for: id }, field.name)
  if (field.required) name.append(element('span', { class: 'required' }, ' required'))
  if (isGroup) target.setAttribute('aria-labelledby', name.id)
  target.setAttribute('aria-describedby', `${problem.id} ${hint.id}`)
  const show = (messages: readonly string[]) => {
    problem.textContent = messages.join(' ')
    problem.hidden = messages.length === 0
    if (!isGroup) target.setAttribute('aria-invalid', String(messages.length > 0))
  }
  return { row: element('div', { class: 'field' }, name, body, problem, hint), target, show }
}

function controlOf(field: Field): (editing: Editing) => Control {
  if (field.type === 'Boolean' || wordsOf(field)) return choiceControl
  if (field.type === 'Symbol' || field.type === 'Text') return textControl
  if (field.type === 'Number' || field.type === 'Integer') return numberControl
  if (field.type === 'Link' || field.items?.type === 'Link') return linksControl
  return field.type === 'File' ? fileControl : shownControl
}

/** In the editor's words where the model has some, else in the server's. */
export const spoken = ({ name, path, details, customMessage }: Flaw): string => {
  const index = path?.[3]
  const where = typeof index === 'number' ? `Place ${index + 1}: ` : ''
  if (name === 'notResolvable') return `${where}What is linked here is not there any more.`
  if (name === 'required') return `${where}This must not be empty.`
  return `${where}${customMessage ?? details ?? name}`
}
