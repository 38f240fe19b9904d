import { Button } from '@contentful/f36-components'
import { Dialog } from '#cms/photo-desk/dialog.tsx'
import { useWorkspace } from '#cms/photo-desk/space/picture-workspace.ts'
import { RowStatus } from '#cms/photo-desk/texts/row-status.tsx'
import { getCellId, TextCell } from '#cms/photo-desk/texts/text-cell.tsx'
import { FOCAL_POINT_FIELD, findTextProblems, listTextColumns } from '#cms/photo-desk/texts/text-columns.ts'
import { changeCells, usePictureRows } from '#cms/photo-desk/texts/use-picture-rows.ts'
import { Thumbnail } from '#cms/photo-desk/thumbnail.tsx'
import { ReplaceFileButton } from '#cms/photo-desk/uploads/replace-file-button.tsx'

interface PictureDialogProps {
  /** The id of the picture’s entry, or of the file that is being added. */
  readonly pictureId: string
  readonly onClose: () => void
}

/** The texts of one picture. They are saved as a draft while the editor types. */
export function PictureDialog({ pictureId, onClose }: PictureDialogProps) {
  const workspace = useWorkspace()
  const { pictureType } = workspace
  const row = usePictureRows().find(({ id, uploadId }) => id === pictureId || uploadId === pictureId)
  if (!row) return null
  const columns = listTextColumns(pictureType)
  const problems = findTextProblems(pictureType, row.values)
  const focusColumn = (index: number) =>
    document.getElementById(getCellId(row.id, columns[index]?.field ?? ''))?.focus()
  return (
    <Dialog
      title={`Texts of ${row.name}`}
      onClose={onClose}
      actions={[
        <Button key="done" variant="primary" onClick={onClose}>
          Done
        </Button>,
      ]}
    >
      <Thumbnail url={row.thumbnailUrl} pictureType={pictureType} focalPoint={row.values[FOCAL_POINT_FIELD]} />
      {row.uploadId === undefined && <ReplaceFileButton entryId={row.id} title={row.name} />}
      {columns.map((column, index) => (
        <div key={column.field} className="order-text">
          <TextCell
            row={row}
            column={column}
            problem={problems.get(column.field)}
            onChange={(text) =>
              changeCells(workspace, [row], [{ rowId: row.id, field: column.field, value: text || null }])
            }
            onPaste={() => {}}
            onLeave={(count) => focusColumn(index + count)}
            onFocus={() => {}}
          />
        </div>
      ))}
      <RowStatus row={row} />
    </Dialog>
  )
}
