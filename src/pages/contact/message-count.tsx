import { css } from 'linaria'
import { type Control, useWatch } from 'react-hook-form'
import { type ContactMessage, countCharacters, MAX_FIELD_LENGTHS } from '#server/api/contract.ts'
import { color } from '#src/theme/tokens.ts'

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
