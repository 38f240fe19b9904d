import { Modal, type ModalProps } from '@contentful/f36-components'
import { type ReactElement, type ReactNode, useId } from 'react'

interface TitledModalProps extends Pick<ModalProps, 'size' | 'onClose' | 'children'> {
  readonly title: string
}

/** An open modal that has its title as accessible name, which a modal of Forma 36 does not have by itself. */
export function TitledModal({ title, ...props }: TitledModalProps) {
  const titleId = useId()
  const name = (
    <span id={titleId} hidden>
      {title}
    </span>
  )
  return <Modal {...props} isShown title={title} aria={{ labelledby: titleId }} modalHeaderProps={{ children: name }} />
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
