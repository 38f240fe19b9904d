import { type ButtonProps, Modal, type ModalProps } from '@contentful/f36-components'
import { type ReactElement, type ReactNode, useId } from 'react'
import { AlertNote } from './alert-note.tsx'
import { Button } from './button.tsx'
import { focusFirstText } from './text-controls.ts'

interface DialogProps extends Pick<ModalProps, 'size'> {
  readonly title: string
  readonly onClose: () => void
  /** While something runs, Escape, the overlay and the close button do nothing. */
  readonly isBusy?: boolean
  /** The buttons; the last one is the main action. */
  readonly actions: ReactElement
  readonly children: ReactNode
}

/**
 * An open dialog that has its title as accessible name, which a modal of Forma 36 does not have by itself. The focus starts in
 * its first text. `autoFocus` is too early: a menu that closes takes the focus back.
 */
export function Dialog({ title, onClose, isBusy = false, actions, children, ...modal }: DialogProps) {
  const titleId = useId()
  const close = () => !isBusy && onClose()
  return (
    <Modal
      {...modal}
      isShown
      onAfterOpen={(opened) => focusFirstText(opened?.contentEl)}
      onClose={close}
      aria={{ labelledby: titleId }}
      overlayProps={{ className: 'dialog-overlay' }}
    >
      {/* A function, so that the buttons stay in sight when the content scrolls. */}
      {() => (
        <>
          <Modal.Header title={title} onClose={close}>
            <span id={titleId} hidden>
              {title}
            </span>
          </Modal.Header>
          <Modal.Content>{children}</Modal.Content>
          <Modal.Controls>{actions}</Modal.Controls>
        </>
      )}
    </Modal>
  )
}

interface ConfirmDialogProps extends Omit<DialogProps, 'isBusy' | 'actions'> {
  /** The label of what is done. */
  readonly action: string
  readonly variant: NonNullable<ButtonProps['variant']>
  readonly cancelLabel?: string
  readonly isDisabled?: boolean
  readonly isRunning?: boolean
  /** Why the last attempt has failed: a sentence. */
  readonly error?: string | undefined
  readonly onConfirm: () => void
}

/**
 * Asks before something is done. Enter in a field does it too. The browser says which field is invalid. Without a field, the
 * focus starts on the button that cancels.
 */
export function ConfirmDialog({
  action,
  variant,
  cancelLabel = 'Cancel',
  isDisabled = false,
  isRunning = false,
  error,
  onConfirm,
  children,
  ...dialog
}: ConfirmDialogProps) {
  const formId = useId()
  return (
    <Dialog
      {...dialog}
      isBusy={isRunning}
      actions={
        <>
          <Button size="medium" data-has-focus-first isDisabled={isRunning} onClick={dialog.onClose}>
            {cancelLabel}
          </Button>
          <Button
            size="medium"
            type="submit"
            form={formId}
            variant={variant}
            style={{ minInlineSize: 144 }} // with space for the spinner, so that no button moves
            isLoading={isRunning}
            isDisabled={isDisabled || isRunning}
          >
            {action}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault()
          onConfirm()
        }}
      >
        {children}
        {error && <AlertNote variant="negative">{error}</AlertNote>}
      </form>
    </Dialog>
  )
}
