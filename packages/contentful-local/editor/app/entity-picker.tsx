import { useEffect, useRef } from 'react'
import type { Entity } from './api/api-types.ts'
import type { SearchOptions } from './api/entity-requests.ts'
import { ActionButton } from './components/action-button.tsx'
import { EntityList } from './entity-list.tsx'

interface EntityPickerProps extends SearchOptions {
  readonly onChoose: (entity: Entity) => void
  readonly onClose: () => void
}

/** A dialog to choose an entry or asset. */
export function EntityPicker({ parameters, onChoose, onClose, ...options }: EntityPickerProps) {
  const dialogRef = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    dialogRef.current?.showModal()
    dialogRef.current?.querySelector('input')?.focus()
  }, [])
  const close = () => dialogRef.current?.close() // returns the focus, then `onClose` removes the dialog
  const choose = (entity: Entity) => {
    onChoose(entity)
    close()
  }
  return (
    <dialog ref={dialogRef} aria-labelledby="picker" onClose={onClose}>
      <div className="row top">
        <h2 id="picker">{options.collection === 'assets' ? 'Choose a file' : 'Choose an entry'}</h2>
        <ActionButton onClick={close}>Cancel</ActionButton>
      </div>
      <EntityList {...options} parameters={{ 'sys.archivedAt[exists]': 'false', ...parameters }} onChoose={choose} />
    </dialog>
  )
}
