import { Button } from '@contentful/f36-components'
import { CrosshairSimpleIcon } from '@contentful/f36-icons'
import type { ClipboardEvent, Ref } from 'react'
import { useWorkspace } from '#cms/photo-desk/space/picture-workspace.ts'
import { Thumbnail } from '#cms/photo-desk/thumbnail.tsx'
import type { PictureRow } from './picture-rows.ts'
import { Conflict, RowStatus } from './row-status.tsx'
import { TextCell } from './text-cell.tsx'
import { FOCAL_POINT_FIELD, findTextProblems, hasFocalPoint, type TextColumn } from './text-columns.ts'
import { changeCells } from './use-picture-rows.ts'

interface TextsTableRowProps {
  readonly row: PictureRow
  readonly columns: readonly TextColumn[]
  readonly index: number
  /** px, from the top of the table’s body */
  readonly top: number
  readonly ref: Ref<HTMLTableRowElement>
  readonly onFocus: () => void
  readonly onLeave: (field: string, rows: number) => void
  readonly onPaste: (event: ClipboardEvent<HTMLElement>, field: string) => void
  readonly onOpenFocalPoint: () => void
}

/** A picture with its texts. */
export function TextsTableRow({ row, columns, index, top, ref, ...handlers }: TextsTableRowProps) {
  const workspace = useWorkspace()
  const { pictureType } = workspace
  const problems = findTextProblems(pictureType, row.values)
  const focalPoint = row.values[FOCAL_POINT_FIELD]
  return (
    <tr ref={ref} data-index={index} aria-rowindex={index + 2} style={{ transform: `translateY(${top}px)` }}>
      <th scope="row" className="texts-picture">
        <Thumbnail url={row.thumbnailUrl} pictureType={pictureType} focalPoint={focalPoint} />
        <span className="texts-name">
          <span title={row.name}>{row.name}</span>
          {hasFocalPoint(pictureType) && (
            <Button
              size="small"
              variant="transparent"
              startIcon={<CrosshairSimpleIcon />}
              aria-label={`Focal point of ${row.name}: ${focalPoint ?? 'middle'}`}
              onClick={handlers.onOpenFocalPoint}
              onFocus={handlers.onFocus}
            >
              Focal point
            </Button>
          )}
        </span>
      </th>
      {columns.map((column) => (
        <td key={column.field}>
          <TextCell
            row={row}
            column={column}
            problem={problems.get(column.field)}
            onChange={(text) =>
              changeCells(workspace, [row], [{ rowId: row.id, field: column.field, value: text || null }])
            }
            onPaste={(event) => handlers.onPaste(event, column.field)}
            onLeave={(rows) => handlers.onLeave(column.field, rows)}
            onFocus={handlers.onFocus}
          />
        </td>
      ))}
      <td className="texts-state">
        <RowStatus row={row} />
      </td>
      {row.edit?.status === 'conflict' && (
        <td className="texts-wide">
          <Conflict row={row} columns={columns} />
        </td>
      )}
    </tr>
  )
}
