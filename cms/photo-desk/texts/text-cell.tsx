import { Select, Textarea } from '@contentful/f36-components'
import { WarningIcon } from '@contentful/f36-icons'
import { type ClipboardEvent, type KeyboardEvent, useRef } from 'react'
import type { PictureRow } from './picture-rows.ts'
import { describeLength, type TextColumn } from './text-columns.ts'

/** Returns the id of the element with the text of a cell. */
export const getCellId = (rowId: string, field: string) => `text-${rowId}-${field}`

interface TextCellProps {
  readonly row: PictureRow
  readonly column: TextColumn
  /** What is wrong with the text: a sentence. */
  readonly problem: string | undefined
  readonly onChange: (text: string) => void
  readonly onPaste: (event: ClipboardEvent<HTMLElement>) => void
  /** Moves the focus by a number of rows, and saves the text. */
  readonly onLeave: (rows: number) => void
  readonly onFocus: () => void
}

/** A cell of the table: a text, or a choice of the allowed values. */
export function TextCell({ row, column, problem, onChange, onPaste, onLeave, onFocus }: TextCellProps) {
  const text = row.values[column.field] ?? ''
  const textBefore = useRef(text)
  const id = getCellId(row.id, column.field)
  const isMissing = problem !== undefined && text === ''
  const isInvalid = problem !== undefined && text !== ''

  function handleKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape' && text !== textBefore.current) onChange(textBefore.current)
    if (event.key !== 'Enter') return
    event.preventDefault()
    onLeave(event.shiftKey ? -1 : 1)
  }
  const props = {
    id,
    value: text,
    isInvalid,
    isRequired: column.isRequired,
    willBlurOnEsc: false,
    onKeyDown: handleKeyDown,
    onFocus: () => {
      textBefore.current = text
      onFocus()
    },
  }
  return (
    <>
      <label className="texts-label" htmlFor={id}>
        {column.label} <span className="desk-hidden">of {row.name}</span>
      </label>
      {column.choices.length > 0 ? (
        <Select {...props} onChange={({ target }) => onChange(target.value)} onPaste={onPaste}>
          <Select.Option value="">Choose …</Select.Option>
          {[...new Set([...column.choices, ...(text ? [text] : [])])].map((choice) => (
            <Select.Option key={choice} value={choice}>
              {choice}
            </Select.Option>
          ))}
        </Select>
      ) : (
        <Textarea
          {...props}
          rows={1}
          resize="none"
          className="texts-input"
          onChange={({ target }) => onChange(target.value.replace(/[\r\n]+/g, ' '))}
          onBlur={() => text !== text.trim() && onChange(text.trim())}
          onPaste={onPaste}
        />
      )}
      {/* Forma describes a control by the element with this id. */}
      <div
        id={`${id}-${isInvalid ? 'validation' : 'helptext'}`}
        className="texts-message"
        data-problem={isMissing ? 'missing' : isInvalid ? 'invalid' : undefined}
      >
        {problem !== undefined && <WarningIcon size="tiny" aria-hidden="true" />}
        {problem ?? describeLength(text, column)}
      </div>
    </>
  )
}
