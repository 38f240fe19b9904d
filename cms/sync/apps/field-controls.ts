import type { Control, EditorInterfaceProps } from 'contentful-management'
import { toEditorControls } from '#cms/model/content-type-payload.ts'
import type { ContentType } from '#cms/model/field-definitions.ts'

type Widget = Pick<Control, 'fieldId' | 'widgetNamespace' | 'widgetId'>

/** Whether an app is the control of a field. `appDefinitionId`: `undefined` if the app does not exist. */
export const isAppControl = (
  editorInterface: EditorInterfaceProps | undefined,
  fieldId: string,
  appDefinitionId: string | undefined,
): boolean =>
  editorInterface?.controls?.some(
    (control) =>
      control.fieldId === fieldId && control.widgetNamespace === 'app' && control.widgetId === appDefinitionId,
  ) === true

/** Returns controls with other widgets. The settings of a control, such as its help text, stay. */
export function withWidgets(controls: readonly Control[], widgets: readonly Widget[]): Control[] {
  const changed = controls.map((control) => ({
    ...control,
    ...widgets.find(({ fieldId }) => fieldId === control.fieldId),
  }))
  return [...changed, ...widgets.filter(({ fieldId }) => !controls.some((control) => control.fieldId === fieldId))]
}

/** Returns the widgets that a seed run selects for fields. */
export const getDefaultWidgets = (contentType: ContentType, fieldIds: readonly string[]): readonly Widget[] =>
  toEditorControls(contentType)
    .filter(({ fieldId }) => fieldIds.includes(fieldId))
    .map(({ fieldId, widgetNamespace, widgetId }) => ({ fieldId, widgetNamespace, widgetId }))
