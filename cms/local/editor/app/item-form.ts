import { type EditorContentType, type EditorField, getFieldValue } from './api-schemas.ts'
import { createElement } from './dom.ts'
import {
  createNumberControl,
  createReadOnlyControl,
  createSelectControl,
  createTextControl,
  type FieldControl,
  type FieldControlProps,
} from './field-controls.ts'
import { getAllowedValues, getFieldHints } from './field-hints.ts'
import { createFileControl } from './file-upload.ts'
import type { ItemEditor } from './item-editor.ts'
import { createLinkControl } from './link-control.ts'
import type { ApiErrorDetail } from './management-client.ts'

export interface ItemForm {
  readonly fieldset: HTMLFieldSetElement
  readonly focusField: (field: string) => void
  /** Shows each flaw at its field; answers with those that are of no field here. */
  readonly showErrors: (flaws: readonly ApiErrorDetail[]) => readonly ApiErrorDetail[]
}

/** A form for all fields of a content type that editors see. */
export function createItemForm(
  type: EditorContentType,
  help: ReadonlyMap<string, string>,
  open: ItemEditor,
  types: FieldControlProps['contentTypes'],
): ItemForm {
  const shown = type.fields.filter(({ omitted }) => !omitted)
  const rows = new Map(shown.map((field) => [field.id, rowOf(field, help.get(field.id), open, types)]))
  return {
    fieldset: createElement('fieldset', { class: 'form' }, ...[...rows.values()].map(({ row }) => row)),
    focusField: (field) => rows.get(field)?.target.focus(),
    showErrors: (flaws) => {
      const byField = Map.groupBy(flaws, ({ path }) => String(path?.[0] === 'fields' ? path[1] : ''))
      for (const [id, { show }] of rows) show((byField.get(id) ?? []).map(formatErrorDetail))
      const [faulty] = [...rows.keys()].filter((id) => byField.has(id))
      if (faulty) rows.get(faulty)?.target.focus()
      return [...byField].flatMap(([id, its]) => (rows.has(id) ? [] : its))
    },
  }
}

function rowOf(
  field: EditorField,
  help: string | undefined,
  item: ItemEditor,
  contentTypes: FieldControlProps['contentTypes'],
) {
  const id = `field-${field.id}`
  const editing: FieldControlProps = {
    field,
    id,
    item,
    contentTypes,
    getValue: () => getFieldValue(item.getFields(), field.id),
    setValue: (value) => item.setField(field.id, value),
  }
  const { focusTarget, element: body } = controlOf(field)(editing)
  const problem = createElement('p', { id: `${id}-problem`, class: 'problem', hidden: true })
  const words = [help ?? [], getFieldHints(field).join('; ')].flat().filter(Boolean)
  const hint = createElement('p', { id: `${id}-hint`, class: 'hint' }, words.join(' · '))
  const isGroup = focusTarget.getAttribute('role') === 'group'
  const named = { id: `${id}-name`, class: 'name' }
  const name = isGroup
    ? createElement('span', named, field.name)
    : createElement('label', { ...named, for: id }, field.name)
  if (field.required) name.append(createElement('span', { class: 'required' }, ' required'))
  if (isGroup) focusTarget.setAttribute('aria-labelledby', name.id)
  focusTarget.setAttribute('aria-describedby', `${problem.id} ${hint.id}`)
  const show = (messages: readonly string[]) => {
    problem.textContent = messages.join(' ')
    problem.hidden = messages.length === 0
    if (!isGroup) focusTarget.setAttribute('aria-invalid', String(messages.length > 0))
  }
  return { row: createElement('div', { class: 'field' }, name, body, problem, hint), target: focusTarget, show }
}

function controlOf(field: EditorField): (editing: FieldControlProps) => FieldControl {
  if (field.type === 'Boolean' || getAllowedValues(field)) return createSelectControl
  if (field.type === 'Symbol' || field.type === 'Text') return createTextControl
  if (field.type === 'Number' || field.type === 'Integer') return createNumberControl
  if (field.type === 'Link' || field.items?.type === 'Link') return createLinkControl
  return field.type === 'File' ? createFileControl : createReadOnlyControl
}

/** In the editor's words where the model has some, else in the server's. */
export const formatErrorDetail = ({ name, path, details, customMessage }: ApiErrorDetail): string => {
  const index = path?.[3]
  const where = typeof index === 'number' ? `Place ${index + 1}: ` : ''
  if (name === 'notResolvable') return `${where}What is linked here is not there any more.`
  if (name === 'required') return `${where}This must not be empty.`
  return `${where}${customMessage ?? details ?? name}`
}
