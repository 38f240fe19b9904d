import { css } from 'linaria'
import { type Control, useWatch } from 'react-hook-form'
import { type ContactMessage, lengthOf, longest } from '#server/contract.ts'
import { color } from '#src/theme/tokens.ts'

/** How much of the message's room is used, once that matters: to cut a text, one wants to know by how much. */
export function CharacterCount({ control }: { readonly control: Control<ContactMessage> }) {
  const length = lengthOf((useWatch({ control, name: 'message' }) ?? '').trim())
  if (length < longest.message * 0.9) return null
  return (
    <span className={count} data-over={length > longest.message}>
      {digits.format(length)} / {digits.format(longest.message)}
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
