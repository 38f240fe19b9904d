import { Button, type ButtonProps, Note } from '@contentful/f36-components'
import { useId } from 'react'
import { Dialog, type DialogProps } from './dialog.tsx'

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

/** Asks before something is done. Enter in a field does it too. The browser says which field is invalid. */
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
          <Button isDisabled={isRunning} onClick={dialog.onClose}>
            {cancelLabel}
          </Button>
          <Button
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
        {error && (
          <div role="alert">
            <Note variant="negative">{error}</Note>
          </div>
        )}
      </form>
    </Dialog>
  )
}
