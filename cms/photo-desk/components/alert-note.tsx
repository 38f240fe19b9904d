import { Note, type NoteProps } from '@contentful/f36-components'

/** A note that screen readers read at once. A note of Forma 36 is an article, which cannot have that role itself. */
export const AlertNote = (props: NoteProps) => (
  <div role="alert">
    <Note {...props} />
  </div>
)
