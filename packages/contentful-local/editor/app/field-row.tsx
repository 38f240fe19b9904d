import { type EditorField, getFieldValue } from './api/content-types.ts'
import { AppField } from './app-field.tsx'
import { FileControl } from './asset-upload.tsx'
import { ActionButton } from './components/action-button.tsx'
import {
  type FieldControlProps,
  getValidation,
  InputControl,
  LinesControl,
  ReadOnlyControl,
  SelectControl,
  SizeCounter,
} from './field-controls.tsx'
import { LinkControl } from './link-control.tsx'
import { isEqual } from './use-entity-editor.ts'

/** Id of the focusable element of a field. */
export const getControlId = (fieldId: string): string => `field-${fieldId}`

export const focusField = (fieldId: string | null | undefined): void =>
  document.getElementById(getControlId(fieldId ?? ''))?.focus()

interface FieldRowProps extends Pick<FieldControlProps, 'field' | 'editor'> {
  /** Why the value of the field is refused. */
  readonly error: string | undefined
}

/** Name, control, error and hints of one field. If another editor has changed it too, also the value of that editor. */
export function FieldRow({ field, editor, error }: FieldRowProps) {
  const value = editor.values[field.id]
  const onChange = (changed: unknown) => editor.setValue(field.id, changed)
  const Control = getControl(field)
  const isGroup = Control === LinkControl || Control === FileControl // they have no single input
  const appearance = editor.type.controls?.find(({ fieldId }) => fieldId === field.id)
  const id = getControlId(field.id)
  const attributes = {
    id,
    'aria-describedby': `${id}-error ${id}-hint`,
    ...(isGroup
      ? { role: 'group', tabIndex: -1, 'aria-labelledby': `${id}-name` }
      : { 'aria-invalid': error !== undefined }),
  }
  const control = <Control field={field} value={value} onChange={onChange} attributes={attributes} editor={editor} />
  const savedValue = getFieldValue(editor.entity.fields, field.id) ?? null
  const isContested = editor.contested.includes(field.id) && !isEqual(value, savedValue)
  return (
    <div className="field">
      <label id={`${id}-name`} htmlFor={isGroup ? undefined : id} className="name">
        {field.name}
        {field.required && <span className="hint"> required</span>}
      </label>
      {appearance?.widgetNamespace === 'app' ? (
        <AppField field={field} editor={editor} attributes={attributes} control={appearance}>
          {control}
        </AppField>
      ) : (
        control
      )}
      {isContested && (
        <div className="other">
          <p id={`${id}-other-name`} className="name">
            What somebody else has saved here
          </p>
          <fieldset disabled>
            <Control
              field={field}
              value={savedValue}
              onChange={onChange}
              attributes={{
                ...attributes,
                id: `${id}-other`,
                'aria-describedby': `${id}-name`,
                'aria-labelledby': `${id}-other-name`,
              }}
              editor={editor}
            />
          </fieldset>
          <ActionButton
            aria-describedby={`${id}-name`}
            onClick={() => {
              onChange(savedValue)
              focusField(field.id) // the button is gone now
            }}
          >
            Use this instead of mine
          </ActionButton>
        </div>
      )}
      <p id={`${id}-error`} className="problem" hidden={!error}>
        {error}
      </p>
      <div id={`${id}-hint`} className="row">
        {!error && appearance?.widgetNamespace !== 'app' && <SizeCounter field={field} value={value} />}
        <p className="hint">{appearance?.settings?.helpText?.toString()}</p>
      </div>
    </div>
  )
}

function getControl(field: EditorField) {
  if (field.type === 'Boolean' || getValidation(field, 'in')) return SelectControl
  if (['Symbol', 'Text', 'Number', 'Integer', 'Date'].includes(field.type)) return InputControl
  if (field.items?.type === 'Symbol') return LinesControl
  if (field.type === 'Link' || field.items?.type === 'Link') return LinkControl
  return field.type === 'File' ? FileControl : ReadOnlyControl
}
