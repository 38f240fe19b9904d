import { Flex, Select, Text } from '@contentful/f36-components'
import { WarningIcon } from '@contentful/f36-icons'
import { type ClipboardEvent, type KeyboardEvent, useRef } from 'react'
import type { DeskPicture } from '#cms/photo-desk/state/pictures/picture.ts'
import { findTextProblems, type TextColumn } from '#cms/photo-desk/state/pictures/text-columns.ts'
import { parseQuotedCell } from '#cms/photo-desk/state/texts/pasted-cells.ts'
import { useWorkspace } from '#cms/photo-desk/state/workspace/picture-workspace.ts'
import { capitalize } from '#shared/capitalize.ts'
import { ParagraphInput } from './paragraph-input.tsx'
import './text-cell.css'

interface TextCellProps {
  readonly id: string
  readonly row: DeskPicture
  readonly column: TextColumn
  readonly onPaste?: (event: ClipboardEvent<HTMLElement>) => void
  /** Moves the focus by a number of texts. */
  readonly onLeave: (count: number) => void
  readonly onOpen?: () => void
}

/** In Safari the key that ends the composition of Japanese, for example, comes after its end, and has this code. */
const COMPOSITION_KEY = 229

/** A text of a picture, or a choice of the allowed values. It is saved while the editor types. */
export function TextCell({ id, row, column, onPaste, onLeave, onOpen }: TextCellProps) {
  const { edits, pictureType } = useWorkspace()
  const text = row.values[column.field] ?? ''
  const textBefore = useRef(text)
  const problem = findTextProblems(pictureType, row.values).get(column.field)
  const isInvalid = problem !== undefined && text !== ''
  const isArchived = row.state === 'archived' // Contentful refuses changes of archived entries
  const hint = problem ?? row.advice?.get(column.field)

  const change = (value: string) => edits.change(row.id, { [column.field]: value || null }, row.name)

  function handleKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.nativeEvent.isComposing || event.nativeEvent.keyCode === COMPOSITION_KEY) {
      event.stopPropagation() // a dialog stays open
      if (event.key === 'Tab') event.preventDefault()
      return
    }
    if (event.key === 'Escape' && text !== textBefore.current) {
      event.stopPropagation() // a dialog stays open
      change(textBefore.current)
    }
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (event.altKey) return onOpen?.()
    textBefore.current = text
    if (row.edit) void edits.save(row.id)
    onLeave(event.shiftKey ? -1 : 1)
  }
  const props = {
    id,
    value: text,
    isInvalid,
    isRequired: column.isRequired,
    willBlurOnEsc: false,
    ...(onOpen && { 'aria-keyshortcuts': 'Alt+Enter' }),
    onKeyDown: handleKeyDown,
    onPaste: (event: ClipboardEvent<HTMLElement>) => {
      onPaste?.(event)
      const cell = parseQuotedCell(event.clipboardData.getData('text/plain'))
      if (event.defaultPrevented || cell === undefined) return
      event.preventDefault()
      document.execCommand('insertText', false, cell) // the browser can undo it, as a paste of its own
    },
    onFocus: () => {
      textBefore.current = text
    },
  }
  return (
    <Flex className="text-cell" flexDirection="column" gap="spacing2Xs">
      <Text as="label" className="text-label" fontWeight="fontWeightDemiBold" htmlFor={id}>
        {column.label} <span className="desk-hidden">of {row.name}</span>
      </Text>
      {column.choices.length > 0 ? (
        <Select {...props} isDisabled={isArchived} onChange={({ target }) => change(target.value)}>
          <Select.Option value="">Choose …</Select.Option>
          {[...new Set([...column.choices, ...(text ? [text] : [])])].map((choice) => (
            <Select.Option key={choice} value={choice}>
              {choice}
            </Select.Option>
          ))}
        </Select>
      ) : (
        <ParagraphInput {...props} isReadOnly={isArchived} onChange={change} />
      )}
      {/* Forma describes a control by the element with this id. */}
      <Text
        as="div"
        id={`${id}-${isInvalid ? 'validation' : 'helptext'}`}
        className="text-message"
        fontSize="fontSizeS"
        fontColor={isInvalid ? 'red700' : 'colorWarning'}
      >
        {hint && (
          <>
            <WarningIcon size="tiny" color="currentColor" aria-hidden="true" /> {capitalize(hint)}
          </>
        )}
      </Text>
    </Flex>
  )
}
