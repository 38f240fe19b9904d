import { type ComponentProps, type MouseEvent, useRef } from 'react'

/** A button. Clicks are ignored while the promise of `onClick` is pending; the button keeps the focus. */
export function ActionButton({ onClick, ...props }: ComponentProps<'button'>) {
  const isBusy = useRef(false)
  const run = async (event: MouseEvent<HTMLButtonElement>) => {
    if (isBusy.current) return
    isBusy.current = true
    try {
      await onClick?.(event)
    } finally {
      isBusy.current = false
    }
  }
  return <button type="button" onClick={run} {...props} />
}
