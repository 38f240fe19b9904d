import { Modal, type ModalProps } from '@contentful/f36-components'
import { type ReactElement, type ReactNode, useId } from 'react'

interface TitledModalProps extends Pick<ModalProps, 'size' | 'onClose'> {
  readonly title: string
  readonly children: ReactNode
}

/** An open modal that has its title as accessible name, which a modal of Forma 36 does not have by itself. */
export function TitledModal({ title, children, onClose, ...props }: TitledModalProps) {
  const titleId = useId()
  return (
    <Modal
      {...props}
      isShown
      onClose={onClose}
      aria={{ labelledby: titleId }}
      overlayProps={{ className: 'dialog-overlay' }}
    >
      {/* A function, so that the buttons stay in sight when the content scrolls. */}
      {() => (
        <>
          <Modal.Header title={title} onClose={onClose}>
            <span id={titleId} hidden>
              {title}
            </span>
          </Modal.Header>
          {children}
        </>
      )}
    </Modal>
  )
}

interface DialogProps {
  readonly title: string
  readonly size?: 'small' | 'medium' | 'large'
  readonly onClose: () => void
  /** While something runs, Escape, the overlay and the close button do nothing. */
  readonly isBusy?: boolean
  /** The buttons; the last one is the main action. */
  readonly actions: ReactElement[]
  readonly children: ReactNode
}

/** An open dialog with buttons. */
export const Dialog = ({ title, size = 'medium', onClose, isBusy = false, actions, children }: DialogProps) => (
  <TitledModal title={title} size={size} onClose={() => !isBusy && onClose()}>
    <Modal.Content className="dialog-content">{children}</Modal.Content>
    <Modal.Controls>{actions}</Modal.Controls>
  </TitledModal>
)
