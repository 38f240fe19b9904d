import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { ActionButton } from './action-button.tsx'

interface DialogProps {
  readonly heading: string
  readonly role?: 'alertdialog'
  /** Called when *Escape* closes it. Removes it. */
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A modal dialog. The element of the class `start`, or else the first control, gets the focus. Removing it returns the focus. */
export function Dialog({ heading, role, onClose, children }: DialogProps) {
  const dialogRef = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = dialogRef.current
    dialog?.showModal()
    dialog?.querySelector<HTMLElement>('.start')?.focus()
    return () => dialog?.close() // before the element is removed, or the browser would not return the focus
  }, [])
  return (
    <dialog ref={dialogRef} role={role} aria-labelledby="dialog-heading" onClose={onClose}>
      <h2 id="dialog-heading">{heading}</h2>
      {children}
    </dialog>
  )
}

export interface Question {
  readonly heading: string
  readonly text: ReactNode
  /** Name of the action. Absent if it cannot be done. */
  readonly actionName?: string | undefined
  /** The first call counts. */
  readonly answer: (isConfirmed: boolean) => void
}

/** Asks before something is done that cannot easily be taken back. It starts at the button that does nothing. */
export const QuestionDialog = ({ heading, text, actionName, answer }: Question) => (
  <Dialog heading={heading} role="alertdialog" onClose={() => answer(false)}>
    {text}
    <p className="row">
      <ActionButton className="start" onClick={() => answer(false)}>
        {actionName ? 'Cancel' : 'Close'}
      </ActionButton>
      {actionName && (
        <ActionButton className="danger" onClick={() => answer(true)}>
          {actionName}
        </ActionButton>
      )}
    </p>
  </Dialog>
)
