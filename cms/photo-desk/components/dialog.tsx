import { Modal, type ModalProps } from '@contentful/f36-components'
import { type ReactElement, type ReactNode, useId } from 'react'

export interface DialogProps {
  readonly title: string
  readonly size?: NonNullable<ModalProps['size']>
  readonly onClose: () => void
  /** While something runs, Escape, the overlay and the close button do nothing. */
  readonly isBusy?: boolean
  /** The buttons; the last one is the main action. */
  readonly actions: ReactElement
  readonly children: ReactNode
}

/** An open dialog that has its title as accessible name, which a modal of Forma 36 does not have by itself. */
export function Dialog({ title, size = 'medium', onClose, isBusy = false, actions, children }: DialogProps) {
  const titleId = useId()
  const close = () => !isBusy && onClose()
  return (
    <Modal
      size={size}
      isShown
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
          <Modal.Content className="dialog-content">{children}</Modal.Content>
          <Modal.Controls>{actions}</Modal.Controls>
        </>
      )}
    </Modal>
  )
}
