import { useEffect, useRef } from 'react'
import { ActionButton } from './action-button.tsx'
import type { ContentItem } from './api-schemas.ts'
import type { SearchOptions } from './content-library.ts'
import { ContentList } from './content-list.tsx'

interface ContentPickerProps extends SearchOptions {
  readonly onChoose: (item: ContentItem) => void
  readonly onClose: () => void
}

/** A dialog to choose an entry or asset. */
export function ContentPicker({ parameters, onChoose, onClose, ...options }: ContentPickerProps) {
  const dialogRef = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    dialogRef.current?.showModal()
    dialogRef.current?.querySelector('input')?.focus()
  }, [])
  const close = () => dialogRef.current?.close() // returns the focus, then `onClose` removes the dialog
  const choose = (item: ContentItem) => {
    onChoose(item)
    close()
  }
  return (
    <dialog ref={dialogRef} aria-labelledby="picker" onClose={onClose}>
      <div className="row top">
        <h2 id="picker">{options.collection === 'assets' ? 'Choose a file' : 'Choose an entry'}</h2>
        <ActionButton onClick={close}>Cancel</ActionButton>
      </div>
      <ContentList {...options} parameters={{ 'sys.archivedAt[exists]': 'false', ...parameters }} onChoose={choose} />
    </dialog>
  )
}
