import { type ButtonProps, Button as FormaButton } from '@contentful/f36-components'
import type { Ref } from 'react'

interface Props extends ButtonProps {
  readonly ref?: Ref<HTMLButtonElement>
}

/**
 * A button of Forma 36 that keeps the focus while it can do nothing. One with the attribute `disabled` loses it, and the
 * keyboard starts at the top of the page again.
 */
export const Button = ({ size = 'small', isDisabled = false, onClick, ...props }: Props) => (
  <FormaButton
    {...props}
    size={size}
    aria-disabled={isDisabled}
    // Prevented too, because a button can submit a form.
    onClick={(event) => (isDisabled ? event.preventDefault() : onClick?.(event))}
  />
)
