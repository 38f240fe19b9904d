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

interface SelectProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly options: readonly (readonly [value: string, name: string])[]
}

/** A labelled select. */
export const Select = ({ label, value, onChange, options }: SelectProps) => (
  <label>
    {label}
    <select value={value} onChange={({ target }) => onChange(target.value)}>
      {options.map(([option, name]) => (
        <option key={option} value={option}>
          {name}
        </option>
      ))}
    </select>
  </label>
)
