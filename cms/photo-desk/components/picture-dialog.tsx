import { Flex, Note, Text, TextLink } from '@contentful/f36-components'
import { useId, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useStore } from 'zustand'
import { getPictureUrl } from '#cms/photo-desk/client/space-pictures.ts'
import type { DeskPicture } from '#cms/photo-desk/state/pictures/picture.ts'
import { FOCAL_POINT_FIELD, hasFocalPoint, listTextColumns } from '#cms/photo-desk/state/pictures/text-columns.ts'
import { findListedRow, isRowOf } from '#cms/photo-desk/state/texts/picture-rows.ts'
import { describeReplacement } from '#cms/photo-desk/state/uploads/upload-summary.ts'
import { type OpenedPicture, usePictureRows, useWorkspace } from '#cms/photo-desk/state/workspace/picture-workspace.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { FileButton } from './file-button.tsx'
import { FocalPointPicker } from './focal-point-picker.tsx'
import { Conflict, RowStatus } from './row-status.tsx'
import { SaveStatus } from './save-status.tsx'
import { TextCell } from './text-cell.tsx'
import { focusFirstText } from './text-controls.ts'
import { PictureUsages } from './usage-list.tsx'
import './picture-dialog.css'

/** The picture that is open, if any. */
export function PictureDialog() {
  const opened = useStore(useWorkspace().openedPicture)
  return opened && <LargePictureDialog {...opened} />
}

/** A large picture beside its texts, with its focal point. All changes are saved as a draft while they are made. */
function LargePictureDialog({ id, ids }: OpenedPicture) {
  const content = useRef<HTMLDivElement>(null)
  const { pictureType, openPicture, closePicture } = useWorkspace()
  const { name } = pictureType
  const rows = usePictureRows()
  const row = findListedRow(rows, id)
  const pictureIds = ids.filter((other) => findListedRow(rows, other))
  const index = row ? pictureIds.findIndex((other) => isRowOf(row, other)) : -1

  /** Shows the other picture; after the last one the first. The focus stays on the button. */
  const turn = (offset: number) => openPicture(pictureIds.at((index + offset) % pictureIds.length) ?? id, ids)
  function leaveTexts(offset: number) {
    const nextId = pictureIds[index + offset]
    if (nextId === undefined) return
    flushSync(() => openPicture(nextId, ids))
    focusFirstText(content.current)
  }
  return (
    <Dialog
      size="1120px"
      title={row?.name ?? `A removed ${name}`}
      onClose={closePicture}
      actions={
        <>
          {pictureIds.length > 1 && (
            <Flex alignItems="center" gap="spacingS">
              <Button onClick={() => turn(-1)}>Previous</Button>
              <Text role="status">
                {index + 1} of {pictureIds.length}
              </Text>
              <Button onClick={() => turn(1)}>Next</Button>
            </Flex>
          )}
          <Button variant="primary" onClick={closePicture}>
            Done
          </Button>
        </>
      }
    >
      {row ? (
        <div key={id} ref={content} className="picture-dialog">
          <PictureTexts row={row} onLeave={leaveTexts} />
          <LargePicture row={row} />
        </div>
      ) : (
        // It stays open: a dialog that closes by itself would lead the keys into another text.
        <Note>This {name} is not in the list any more. What you have written for it is kept under Texts.</Note>
      )}
    </Dialog>
  )
}

/** px; twice the width of the picture */
const PICTURE_WIDTH = 1_600

/** A file that is being added has only its thumbnail. */
const getLargeUrl = ({ asset, thumbnailUrl }: DeskPicture) => getPictureUrl(asset, PICTURE_WIDTH) ?? thumbnailUrl

interface PictureTextsProps {
  readonly row: DeskPicture
  /** Leaves the first text backwards, or the last one forwards. */
  readonly onLeave: (offset: number) => void
}

function PictureTexts({ row, onLeave }: PictureTextsProps) {
  const id = useId()
  const pictureUrl = getLargeUrl(row)
  const columns = listTextColumns(useWorkspace().pictureType)
  const isArchived = row.state === 'archived' // Contentful refuses changes of archived entries
  const focusText = (field: string) => document.getElementById(`${id}${field}`)?.focus()
  return (
    <Flex flexDirection="column" gap="spacingS">
      {pictureUrl && <img className="picture-dialog-preview" src={pictureUrl} alt="" />}
      {isArchived && <Note>This is archived: restore it under Publish to change it.</Note>}
      {columns.map((column, index) => (
        <TextCell
          key={column.field}
          id={`${id}${column.field}`}
          row={row}
          column={column}
          onLeave={(count) => {
            const next = columns[index + count]
            if (next) focusText(next.field)
            else onLeave(count)
          }}
        />
      ))}
      <RowStatus row={row} />
      <SaveStatus />
      <Conflict row={row} onChoose={focusText} />
      {!isArchived && <ReplaceFileButton row={row} />}
      {row.entry && <PictureUsages entry={row.entry} asset={row.asset} />}
    </Flex>
  )
}

/** The picture, and for a photograph that can be changed its focal point with the crops of the site. */
function LargePicture({ row }: { readonly row: DeskPicture }) {
  const { edits, pictureType } = useWorkspace()
  const pictureUrl = getLargeUrl(row)
  if (!pictureUrl)
    return <p className="picture-dialog-large">There is no picture: its file is missing, or is still being added.</p>
  if (!hasFocalPoint(pictureType) || row.state === 'archived')
    return <img className="picture-dialog-large" src={pictureUrl} alt="" />

  const change = (value: string | null) => edits.change(row.id, { [FOCAL_POINT_FIELD]: value }, row.name)
  return (
    <div className="picture-dialog-large focal-point-field">
      <FocalPointPicker pictureUrl={pictureUrl} value={row.values[FOCAL_POINT_FIELD]} onChange={change} />
    </div>
  )
}

/** Gives a picture another file, and tells what has become of it. Its place and texts stay. */
function ReplaceFileButton({ row: { entry, name } }: { readonly row: DeskPicture }) {
  const { uploads, openView } = useWorkspace()
  const entryId = entry?.sys.id
  const upload = useStore(uploads.store, (all) => all.findLast(({ replacedEntryId }) => replacedEntryId === entryId))
  if (entryId === undefined) return null
  return (
    <div>
      <FileButton
        aria-label={`Replace the file … ${name}`}
        inputLabel={`New file of ${name}`}
        onFiles={([file]) => file && uploads.replaceFile(entryId, file)}
      >
        Replace the file …
      </FileButton>
      <span role="status"> {upload && describeReplacement(upload)}</span>{' '}
      {upload && upload.status !== 'done' && (
        <TextLink as="button" onClick={() => openView('add')}>
          See Add
        </TextLink>
      )}
    </div>
  )
}
