import type { Control, EditorInterfaceProps } from 'contentful-management'
import { toEditorControls } from '#cms/model/content-type-payload.ts'
import type { PhotoDeskField } from './read-photo-desk.ts'

type Widget = Pick<Control, 'fieldId' | 'widgetNamespace' | 'widgetId'>

/** Whether an app is the control of a field. `appDefinitionId`: `undefined` if the app does not exist. */
export const isAppControl = (
  editorInterface: EditorInterfaceProps | undefined,
  fieldId: string,
  appDefinitionId: string | undefined,
): boolean =>
  appDefinitionId !== undefined &&
  editorInterface?.controls?.some(
    (control) =>
      control.fieldId === fieldId && control.widgetNamespace === 'app' && control.widgetId === appDefinitionId,
  ) === true

/** Returns the editor interface with another widget for one field. The settings of the control, such as its help text, stay. */
export function withWidget(editorInterface: EditorInterfaceProps, widget: Widget): EditorInterfaceProps {
  const { controls = [] } = editorInterface
  const hasControl = controls.some(({ fieldId }) => fieldId === widget.fieldId)
  return {
    ...editorInterface,
    controls: hasControl
      ? controls.map((control) => (control.fieldId === widget.fieldId ? { ...control, ...widget } : control))
      : [...controls, widget],
  }
}

/** Returns the widget that a seeding selects for a field. */
export function getDefaultWidget({ contentType, fieldId }: PhotoDeskField): Widget {
  const control = toEditorControls(contentType).find((other) => other.fieldId === fieldId)
  if (!control) throw new Error(`The content type ${contentType.id} has no field ${fieldId}`)
  return { fieldId, widgetNamespace: control.widgetNamespace, widgetId: control.widgetId }
}
