import type { OpenItem } from './open-item.ts'
import type { ContentType, Field } from './shapes.ts'

/** One field while it is edited. */
export interface Editing {
  readonly field: Field
  /** The id of the element that takes the focus; its label and hints are named after it. */
  readonly id: string
  readonly value: () => unknown
  /** `undefined` takes the value away. */
  readonly set: (value: unknown) => void
  readonly open: OpenItem
  readonly types: ReadonlyMap<string, ContentType>
}

/** How a field's value is shown and changed. */
export interface Control {
  readonly body: HTMLElement
  /** What its label names: an input, or the group of several. */
  readonly target: HTMLElement
}
