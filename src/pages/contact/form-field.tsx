import { css } from 'linaria'
import { type ReactNode, useId } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import { type ContactMessage, cleanMessage, countCharacters, MAX_MESSAGE_LENGTH } from '#shared/contact-contract.ts'
import { color, duration, inkAlpha, size, space } from '#src/theme/tokens.ts'
import { noteStyle, rem } from '#src/theme/typography.ts'

/** Props that connect the control to its label and its error message. */
interface ControlProps {
  readonly id: string
  readonly className: string
  readonly 'aria-invalid': boolean
  readonly 'aria-describedby': string | undefined
}

interface FormFieldProps {
  readonly label: string
  /** The error message. */
  readonly error: string | undefined
  readonly span?: 'half' | 'whole'
  /** Shown beside the label. */
  readonly note?: ReactNode
  readonly children: (control: ControlProps) => ReactNode
}

/**
 * A label, a control and the error message (requirements §5). The message's line is always reserved to avoid layout
 * shifts. The error is announced politely, and is the description of the control.
 */
export function FormField({ label, error, span = 'whole', note, children }: FormFieldProps) {
  const id = useId()
  const errorId = `${id}-error`
  return (
    <div className={root} data-span={span}>
      <div className={labelRow}>
        <label className={labelText} htmlFor={id}>
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
      <p id={errorId} className={errorMessage} aria-live="polite">
        {error}
      </p>
    </div>
  )
}

/**
 * Scrolls until the whole field of a control is visible. On focus, browsers scroll to the control without its label and
 * error, to no more than the caret of a text area, and not at all to a control that already has the focus.
 */
export const scrollToField = (control: Element) =>
  control.closest(`.${root}`)?.scrollIntoView({ block: 'nearest', behavior: 'instant' })

const root = css`
  scroll-margin-block: ${space.xs}px ${space.md}px; /* the end margin is space for a second line of the error */
  display: flex;
  flex-direction: column;
  min-inline-size: 0;

  &[data-span='whole'] {
    grid-column: 1 / -1;
  }
`

const labelRow = css`
  ${noteStyle}
  display: flex;
  justify-content: space-between;
  padding-block-end: ${space.xs}px;
`

const labelText = css`
  font-weight: 600;
`

/** The scroll margin makes space for a label and an error of two lines each where the browser scrolls to the control. */
const control = css`
  scroll-margin-block: ${space.xl}px;
  min-block-size: ${size.field}px;
  border: 1px solid ${inkAlpha(48)}; /* the lowest opacity with a contrast of 3:1 */
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

  /* The padding compensates the wider border: the text does not move. */
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

/** Smaller on the narrowest phones, so that the longest message fits on one line. */
const errorMessage = css`
  ${noteStyle}
  font-size: min(${rem(15)}, 4.4vw);
  min-block-size: 1lh;
  margin-block-start: ${space.xs}px;
  color: ${color.clay};
`

/** The length of the message and its maximum. Appears at 90 % of the maximum. */
export function CharacterCount({ control }: { readonly control: Control<ContactMessage> }) {
  const length = countCharacters(cleanMessage(useWatch({ control, name: 'message' }) ?? ''))
  if (length < MAX_MESSAGE_LENGTH * 0.9) return null
  return (
    <span className={count} data-over={length > MAX_MESSAGE_LENGTH}>
      {`${numberFormat.format(length)} / ${numberFormat.format(MAX_MESSAGE_LENGTH)}`}
    </span>
  )
}

const numberFormat = new Intl.NumberFormat('en-US')

const count = css`
  color: ${color.inkSoft};
  font-variant-numeric: tabular-nums;

  &[data-over='true'] {
    color: ${color.clay};
  }
`
