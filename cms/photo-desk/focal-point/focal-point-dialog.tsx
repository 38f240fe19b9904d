import { Button, Modal, Note } from '@contentful/f36-components'
import { useState } from 'react'
import { TitledModal } from '#cms/photo-desk/dialog.tsx'
import { useWorkspace } from '#cms/photo-desk/space/picture-workspace.ts'
import { FOCAL_POINT_FIELD } from '#cms/photo-desk/texts/text-columns.ts'
import { changeCells, usePictureRows } from '#cms/photo-desk/texts/use-picture-rows.ts'
import { type FocalPoint, formatFocalPoint, getSharePosition, MIDDLE, parseFocalPoint } from './focal-point.ts'
import { FocalPointPicker } from './focal-point-picker.tsx'
import './focal-point.css'

interface FocalPointDialogProps {
  /** The id of the photograph’s entry, or of the file that is being added. */
  readonly pictureId: string
  readonly onClose: () => void
}

/** Sets the focal point of a photograph, and shows how the site cuts it. */
export function FocalPointDialog({ pictureId, onClose }: FocalPointDialogProps) {
  const workspace = useWorkspace()
  const row = usePictureRows().find(({ id, uploadId }) => id === pictureId || uploadId === pictureId)
  const saved = row?.values[FOCAL_POINT_FIELD] ?? null
  const [focalPoint, setFocalPoint] = useState(() => parseFocalPoint(saved))
  const pictureUrl = row?.pictureUrl

  function save() {
    const text = formatFocalPoint(focalPoint)
    const value = text === formatFocalPoint(MIDDLE) ? null : text // without a value the site shows the middle
    if (row && value !== saved) changeCells(workspace, [row], [{ rowId: row.id, field: FOCAL_POINT_FIELD, value }])
    onClose()
  }
  return (
    <TitledModal size="1000px" title={`Focal point of ${row?.name ?? 'the photograph'}`} onClose={onClose}>
      <Modal.Content>
        {pictureUrl ? (
          <div className="focal-point">
            <FocalPointPicker pictureUrl={pictureUrl} value={focalPoint} onChange={setFocalPoint} />
            <Crops pictureUrl={pictureUrl} value={focalPoint} />
          </div>
        ) : (
          <Note variant="warning">The photograph has no picture yet. Try again when its file is added.</Note>
        )}
      </Modal.Content>
      <Modal.Controls>
        <Button onClick={() => setFocalPoint(MIDDLE)}>Reset to the middle</Button>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" isDisabled={!pictureUrl} onClick={save}>
          Save
        </Button>
      </Modal.Controls>
    </TitledModal>
  )
}

/** Where the site cuts photographs. `isSnapped`: around the nearest of nine areas. */
const CROPS = [
  { id: 'desktop', name: 'Desktop, gallery', isSnapped: false },
  { id: 'phone', name: 'Phone, gallery', isSnapped: false },
  { id: 'narrow', name: 'Phone, narrow', isSnapped: false },
  { id: 'share', name: 'Shared link', isSnapped: true },
] as const

function Crops({ pictureUrl, value }: { readonly pictureUrl: string; readonly value: FocalPoint }) {
  return (
    <section className="focal-point-crops" aria-label="How the site cuts the photograph">
      {CROPS.map(({ id, name, isSnapped }) => (
        <figure key={id} data-crop={id}>
          <img
            src={pictureUrl}
            alt=""
            style={{ objectPosition: formatFocalPoint(isSnapped ? getSharePosition(value) : value) }}
          />
          <figcaption>{name}</figcaption>
        </figure>
      ))}
    </section>
  )
}
