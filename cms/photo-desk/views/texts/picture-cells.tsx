import { Flex, Text } from '@contentful/f36-components'
import { MagnifyingGlassIcon } from '@contentful/f36-icons'
import type { ClipboardEvent } from 'react'
import { Conflict, RowStatus } from '#cms/photo-desk/components/row-status.tsx'
import { TextCell } from '#cms/photo-desk/components/text-cell.tsx'
import { Thumbnail } from '#cms/photo-desk/components/thumbnail.tsx'
import type { DeskPicture } from '#cms/photo-desk/state/pictures/picture.ts'
import type { TextColumn } from '#cms/photo-desk/state/pictures/text-columns.ts'

const getCellId = (rowId: string, field: string) => `text-${rowId}-${field}`

export const focusCell = (rowId: string, field: string) => document.getElementById(getCellId(rowId, field))?.focus()

interface PictureCellsProps {
  readonly row: DeskPicture
  readonly columns: readonly TextColumn[]
  readonly onLeave: (field: string, rows: number) => void
  readonly onPaste: (event: ClipboardEvent<HTMLElement>, column: TextColumn) => void
  readonly onOpen: () => void
}

export function PictureCells({ row, columns, ...handlers }: PictureCellsProps) {
  return (
    <>
      <Flex as="th" scope="row" gap="spacingXs">
        <button
          type="button"
          className="texts-open"
          tabIndex={-1} // Tab goes to the next text, from which Alt+Enter does the same
          aria-label={`Large picture of ${row.name}`}
          onClick={handlers.onOpen}
        >
          <Thumbnail picture={row} />
          <MagnifyingGlassIcon size="tiny" aria-hidden="true" />
        </button>
        <Text title={row.name} isWordBreak>
          {row.name}
        </Text>
      </Flex>
      {columns.map((column) => (
        <td key={column.field}>
          <TextCell
            id={getCellId(row.id, column.field)}
            row={row}
            column={column}
            onPaste={(event) => handlers.onPaste(event, column)}
            onLeave={(rows) => handlers.onLeave(column.field, rows)}
            onOpen={handlers.onOpen}
          />
        </td>
      ))}
      <td className="texts-state">
        <RowStatus row={row} />
      </td>
      {row.edit?.status === 'conflict' && (
        <td className="texts-wide">
          <Conflict row={row} onChoose={(field) => focusCell(row.id, field)} />
        </td>
      )}
    </>
  )
}
