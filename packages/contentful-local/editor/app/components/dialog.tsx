import { type ReactNode, useEffect, useRef } from 'react'
import { ActionButton } from './action-button.tsx'

interface DialogProps {
  readonly heading: string
  readonly role?: 'alertdialog'
  /** Called when it is closed. Removes it. */
  readonly onClose: () => void
  /** `close` returns the focus to the element that had it before. The element of the class `start` gets the focus. */
  readonly children: (close: () => void) => ReactNode
}

/** A modal dialog. */
export function Dialog({ heading, role, onClose, children }: DialogProps) {
  const dialogRef = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    dialogRef.current?.showModal()
    dialogRef.current?.querySelector<HTMLElement>('[type="search"], .start')?.focus()
  }, [])
  return (
    <dialog ref={dialogRef} role={role} aria-labelledby="dialog-heading" onClose={onClose}>
      <h2 id="dialog-heading">{heading}</h2>
      {children(() => dialogRef.current?.close())}
    </dialog>
  )
}

/** A question whether to do something. */
export interface Question {
  readonly heading: string
  readonly text: ReactNode
  /** Name of the action. Absent if it cannot be done. */
  readonly actionName?: string | undefined
  /** The first call counts. */
  readonly answer: (isConfirmed: boolean) => void
}

/** Asks before something is done that cannot easily be taken back. It starts at the button that does nothing. */
export function QuestionDialog({ heading, text, actionName, answer }: Question) {
  return (
    <Dialog heading={heading} role="alertdialog" onClose={() => answer(false)}>
      {(close) => (
        <>
          {text}
          <p className="row">
            <ActionButton className="start" onClick={close}>
              {actionName ? 'Cancel' : 'Close'}
            </ActionButton>
            {actionName && (
              <ActionButton
                className="danger"
                onClick={() => {
                  answer(true)
                  close()
                }}
              >
                {actionName}
              </ActionButton>
            )}
          </p>
        </>
      )}
    </Dialog>
  )
}
