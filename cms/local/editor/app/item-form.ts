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
  /** Shows each error at its field. Returns the errors of other fields. */
  readonly showErrors: (errors: readonly ApiErrorDetail[]) => readonly ApiErrorDetail[]
}

/** Creates a form with all visible fields of a content type. `help`: help texts by field id. */
export function createItemForm(
  type: EditorContentType,
  help: ReadonlyMap<string, string>,
  item: ItemEditor,
  contentTypes: FieldControlProps['contentTypes'],
): ItemForm {
  const visibleFields = type.fields.filter(({ omitted }) => !omitted)
  const rows = new Map(
    visibleFields.map((field) => [field.id, createFieldRow(field, help.get(field.id), item, contentTypes)]),
  )
  return {
    fieldset: createElement('fieldset', { class: 'form' }, ...[...rows.values()].map(({ row }) => row)),
    focusField: (field) => rows.get(field)?.target.focus(),
    showErrors: (errors) => {
      const errorsByField = Map.groupBy(errors, ({ path }) => String(path?.[0] === 'fields' ? path[1] : ''))
      for (const [id, { show }] of rows) show((errorsByField.get(id) ?? []).map(formatErrorDetail))
      const [firstInvalid] = [...rows.keys()].filter((id) => errorsByField.has(id))
      if (firstInvalid) rows.get(firstInvalid)?.target.focus()
      return [...errorsByField].flatMap(([id, fieldErrors]) => (rows.has(id) ? [] : fieldErrors))
    },
  }
}

function createFieldRow(
  field: EditorField,
  help: string | undefined,
  item: ItemEditor,
  contentTypes: FieldControlProps['contentTypes'],
) {
  const id = `field-${field.id}`
  const props: FieldControlProps = {
    field,
    id,
    item,
    contentTypes,
    getValue: () => getFieldValue(item.getFields(), field.id),
    setValue: (value) => item.setField(field.id, value),
  }
  const { focusTarget, element: body } = getControl(field)(props)
  const error = createElement('p', { id: `${id}-error`, class: 'problem', hidden: true })
  const hintTexts = [help ?? [], getFieldHints(field).join('; ')].flat().filter(Boolean)
  const hint = createElement('p', { id: `${id}-hint`, class: 'hint' }, hintTexts.join(' · '))
  const isGroup = focusTarget.getAttribute('role') === 'group'
  const nameAttributes = { id: `${id}-name`, class: 'name' }
  const name = isGroup
    ? createElement('span', nameAttributes, field.name)
    : createElement('label', { ...nameAttributes, for: id }, field.name)
  if (field.required) name.append(createElement('span', { class: 'required' }, ' required'))
  if (isGroup) focusTarget.setAttribute('aria-labelledby', name.id)
  focusTarget.setAttribute('aria-describedby', `${error.id} ${hint.id}`)
  const show = (messages: readonly string[]) => {
    error.textContent = messages.join(' ')
    error.hidden = messages.length === 0
    if (!isGroup) focusTarget.setAttribute('aria-invalid', String(messages.length > 0))
  }
  return { row: createElement('div', { class: 'field' }, name, body, error, hint), target: focusTarget, show }
}

function getControl(field: EditorField): (props: FieldControlProps) => FieldControl {
  if (field.type === 'Boolean' || getAllowedValues(field)) return createSelectControl
  if (field.type === 'Symbol' || field.type === 'Text') return createTextControl
  if (field.type === 'Number' || field.type === 'Integer') return createNumberControl
  if (field.type === 'Link' || field.items?.type === 'Link') return createLinkControl
  return field.type === 'File' ? createFileControl : createReadOnlyControl
}

/** Formats an error with the message of the content model, if it has one. */
export const formatErrorDetail = ({ name, path, details, customMessage }: ApiErrorDetail): string => {
  const index = path?.[3]
  const prefix = typeof index === 'number' ? `Place ${index + 1}: ` : ''
  if (name === 'notResolvable') return `${prefix}What is linked here is not there any more.`
  if (name === 'required') return `${prefix}This must not be empty.`
  return `${prefix}${customMessage ?? details ?? name}`
}
