import { Button, FormControl, Modal, Note, TextInput } from '@contentful/f36-components'
import { useStore } from 'zustand'
import { useDesk, useLibrary } from '#cms/photo-desk/space/desk.ts'
import { getText } from '#cms/photo-desk/space/library.ts'
import { validatePictureTexts } from '#cms/pictures/picture-texts.ts'

interface EditTextsDialogProps {
  readonly entryId: string
  readonly onClose: () => void
}

/** The texts of one picture. They are saved as a draft while the editor types. */
export function EditTextsDialog({ entryId, onClose }: EditTextsDialogProps) {
  const { edits, pictureType } = useDesk()
  const entry = useLibrary().entries.get(entryId)
  const edit = useStore(edits.store, (state) => state.get(entryId))
  if (!entry) return null
  const fields = Object.entries(pictureType.columns).filter(([, { field }]) => field !== 'focalPoint')
  const getValue = (field: string) =>
    edit && field in edit.values ? (edit.values[field] ?? '') : getText(entry, field)
  const problems = validatePictureTexts(
    pictureType,
    Object.fromEntries(fields.map(([, { field }]) => [field, getValue(field) || null])),
  )
  return (
    <Modal isShown onClose={onClose} title={`Texts of the ${pictureType.name}`} size="medium">
      {fields.map(([column, { field, isRequired, hint }]) => (
        <FormControl key={field} isRequired={isRequired} marginBottom="spacingM">
          <FormControl.Label>{COLUMN_NAMES[column] ?? column}</FormControl.Label>
          <TextInput
            value={getValue(field)}
            onChange={({ target }) => edits.change(entryId, { [field]: target.value || null })}
          />
          <FormControl.HelpText>{hint}</FormControl.HelpText>
        </FormControl>
      ))}
      {[...problems, ...(edit?.error ? [edit.error] : [])].map((problem) => (
        <Note key={problem} variant="negative" role="alert">
          {problem}
        </Note>
      ))}
      {edit?.status === 'conflict' && (
        <Note variant="warning" role="alert">
          Somebody else has changed this text too. Choose one of both in the Texts tab.
        </Note>
      )}
      <Modal.Controls>
        <p role="status">{edit ? 'Not saved yet' : 'Saved as a draft'}</p>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </Modal.Controls>
    </Modal>
  )
}

const COLUMN_NAMES: Readonly<Record<string, string>> = {
  alt: 'Alternative text',
  caption: 'Caption',
  name: 'Name',
  kind: 'Kind',
  link: 'Link',
}
