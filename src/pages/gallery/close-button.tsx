import type { MouseEvent } from 'react'
import { IconButton, useController } from 'yet-another-react-lightbox'
import { Icon } from '#src/components/icon.tsx'

/** Closes the dialog, but not as the second click of a double click on the thumbnail. A key presses it at any time. */
export function CloseButton({ isTooEarly }: { readonly isTooEarly: () => boolean }) {
  const { close } = useController()
  const onClick = ({ detail: clicks }: MouseEvent) => {
    if (clicks === 0 || !isTooEarly()) close()
  }
  return <IconButton label="Close" icon={CloseIcon} onClick={onClick} />
}

const CloseIcon = () => <Icon name="close" />
