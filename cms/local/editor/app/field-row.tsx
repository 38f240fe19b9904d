import { useController } from 'react-hook-form'
import type { EditorField } from './api-schemas.ts'
import { FileControl } from './asset-upload.tsx'
import {
  getFieldHints,
  getRule,
  NumberControl,
  ReadOnlyControl,
  SelectControl,
  TextControl,
} from './field-controls.tsx'
import { LinkControl } from './link-control.tsx'
import type { FormValues, ItemEditor } from './use-item-editor.ts'

interface FieldRowProps {
  readonly field: EditorField
  /** Help text of the content model. */
  readonly help: string | undefined
  readonly editor: ItemEditor
}

/** Id of the focusable element of a field. */
const getControlId = (fieldId: string): string => `field-${fieldId}`

/** Focuses a field of the form. */
export const focusField = (fieldId: string): void => document.getElementById(getControlId(fieldId))?.focus()

/** Name, control, error and hints of one field. */
export function FieldRow({ field, help, editor }: FieldRowProps) {
  const {
    field: { value, onChange },
    fieldState: { error },
  } = useController<FormValues>({ name: field.id })
  const { Control, isGroup } = getControl(field)
  const id = getControlId(field.id)
  const hints = [help, getFieldHints(field).join('; ')].filter(Boolean).join(' · ')
  const name = (
    <>
      {field.name}
      {field.required && <span className="hint"> required</span>}
    </>
  )
  const attributes = {
    id,
    'aria-describedby': `${id}-error ${id}-hint`,
    ...(isGroup
      ? { role: 'group', tabIndex: -1, 'aria-labelledby': `${id}-name` }
      : { 'aria-invalid': error !== undefined }),
  }
  return (
    <div className="field">
      {isGroup ? (
        <span id={`${id}-name`} className="name">
          {name}
        </span>
      ) : (
        <label htmlFor={id} className="name">
          {name}
        </label>
      )}
      <Control field={field} value={value} onChange={onChange} attributes={attributes} editor={editor} />
      <p id={`${id}-error`} className="problem" hidden={!error}>
        {error?.message}
      </p>
      <p id={`${id}-hint`} className="hint">
        {hints}
      </p>
    </div>
  )
}

/** Returns the control for the type of a field. A group has no single input. */
function getControl(field: EditorField) {
  if (field.type === 'Boolean' || getRule(field, 'in')) return { Control: SelectControl, isGroup: false }
  if (field.type === 'Symbol' || field.type === 'Text') return { Control: TextControl, isGroup: false }
  if (field.type === 'Number' || field.type === 'Integer') return { Control: NumberControl, isGroup: false }
  if (field.type === 'Link' || field.items?.type === 'Link') return { Control: LinkControl, isGroup: true }
  return { Control: field.type === 'File' ? FileControl : ReadOnlyControl, isGroup: true }
}
