import { Modal, type ModalProps } from '@contentful/f36-components'
import { useId } from 'react'

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
