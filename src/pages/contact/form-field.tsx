import { css } from 'linaria'
import { type ReactNode, useId } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import { type ContactMessage, countCharacters, MAX_FIELD_LENGTHS } from '#server/api/contract.ts'
import { color, duration, inkAlpha, size, space } from '#src/theme/tokens.ts'
import { noteStyle } from '#src/theme/typography.ts'

/** What ties the control to its label and to what is wrong with it. */
interface ControlProps {
  readonly id: string
  readonly className: string
  readonly 'aria-invalid': boolean
  readonly 'aria-describedby': string | undefined
}

interface FormFieldProps {
  readonly label: string
  /** What is wrong with it. */
  readonly error: string | undefined
  readonly span?: 'half' | 'whole'
  /** Beside the label. */
  readonly note?: ReactNode
  readonly children: (control: ControlProps) => ReactNode
}

/**
 * A label, its control, and below it the line that is kept for an error (requirements §5): so nothing moves when one appears.
 * The error is announced politely and once; on submit the control that gets the focus is described by it.
 */
export function FormField({ label, error, span = 'whole', note, children }: FormFieldProps) {
  const id = useId()
  const errorId = `${id}-error`
  return (
    <div className={field} data-span={span}>
      <div className={head}>
        <label className={name} htmlFor={id}>
          {label}
        </label>
        {note}
      </div>
      {children({
        id,
        className: control,
        'aria-invalid': error !== undefined,
        'aria-describedby': error === undefined ? undefined : errorId,
      })}
      <p id={errorId} className={problem} aria-live="polite">
        {error}
      </p>
    </div>
  )
}

const field = css`
  display: flex;
  flex-direction: column;
  min-inline-size: 0;

  &[data-span='whole'] {
    grid-column: 1 / -1;
  }
`

const head = css`
  ${noteStyle}
  display: flex;
  justify-content: space-between;
  padding-block-end: ${space.xs}px;
`

const name = css`
  font-weight: 600;
`

const control = css`
  min-block-size: ${size.field}px;
  border: 1px solid ${inkAlpha(48)}; /* the least that stands out 3:1 from what is around it */
  border-radius: 0;
  padding: ${space.sm}px;
  background: ${color.paper};
  color: inherit;
  font: inherit;
  line-height: 1.5;
  appearance: none;
  transition: border-color ${duration.hover}ms;

  &::placeholder {
    color: ${color.inkSoft};
    opacity: 1;
  }

  &:hover {
    border-color: ${color.ink};
  }

  /* The bar lies inside: the text stays where it is. */
  &[aria-invalid='true'] {
    border-color: ${color.clay};
    border-inline-start-width: 4px;
    padding-inline-start: ${space.sm - 3}px;
  }

  textarea& {
    min-block-size: ${3 * size.field}px;
    resize: vertical;
  }
`

/** On the narrowest phones a little smaller, so that the longest one keeps to its line. */
const problem = css`
  ${noteStyle}
  font-size: min(15px, 4.4vw);
  min-block-size: 1lh;
  margin-block-start: ${space.xs}px;
  color: ${color.clay};
`

/** How much of the message's room is used, once that matters: to cut a text, one wants to know by how much. */
export function CharacterCount({ control }: { readonly control: Control<ContactMessage> }) {
  const length = countCharacters((useWatch({ control, name: 'message' }) ?? '').trim())
  if (length < MAX_FIELD_LENGTHS.message * 0.9) return null
  return (
    <span className={count} data-over={length > MAX_FIELD_LENGTHS.message}>
      {digits.format(length)} / {digits.format(MAX_FIELD_LENGTHS.message)}
    </span>
  )
}

const digits = new Intl.NumberFormat('en-US')

const count = css`
  color: ${color.inkSoft};
  font-variant-numeric: tabular-nums;

  &[data-over='true'] {
    color: ${color.clay};
  }
`
