import type { EditorContentType, EditorField } from './api-schemas.ts'
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
