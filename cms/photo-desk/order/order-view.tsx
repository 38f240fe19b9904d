import { Note } from '@contentful/f36-components'
import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { FocalPointDialog } from '#cms/photo-desk/focal-point/focal-point-dialog.tsx'
import { PictureDialog } from '#cms/photo-desk/picture/picture-dialog.tsx'
import { useSpacePictures, useWorkspace } from '#cms/photo-desk/space/picture-workspace.ts'
import { getText, listPictures } from '#cms/photo-desk/space/space-pictures.ts'
import { groupPictures } from './grid-layout.ts'
import { moveEntries, type PictureOrder } from './move-entries.ts'
import type { OrderEdit, OrderEdits } from './order-edits.ts'
import { OrderGrid } from './order-grid.tsx'
import './order-view.css'
import { describeMove } from './picture-move.ts'
import { PositionDialog } from './position-dialog.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { ResolveConflictDialog } from './resolve-conflict-dialog.tsx'
import { SaveBar } from './save-bar.tsx'
import { EMPTY_SELECTION, limitSelection, selectAll } from './selection.ts'
import { SelectionBar } from './selection-bar.tsx'
import { UnlistedPictures } from './unlisted-pictures.tsx'
import type { PictureEdit } from './use-tile-handlers.ts'

/** The view to arrange the pictures of the page. Nothing is written until the editor saves. */
export function OrderView() {
  const { order } = useWorkspace()
  const { page } = useSpacePictures()
  useEffect(() => order.setPage(page), [order, page])
  const edit = useStore(order.store)
  return edit && <OrderEditor edit={edit} />
}

/** An open dialog. */
type OrderDialog =
  | { readonly kind: 'position' }
  | { readonly kind: 'remove'; readonly ids: ReadonlySet<string> }
  | { readonly kind: PictureEdit; readonly entryId: string }

function OrderEditor({ edit }: { readonly edit: OrderEdit }) {
  const { order: edits, pictureType } = useWorkspace()
  const spacePictures = useSpacePictures()
  const [storedSelection, setSelection] = useState(EMPTY_SELECTION)
  const [dialog, setDialog] = useState<OrderDialog>()
  const [announcement, announce] = useState('')
  useOrderKeys(edits)

  const { name, page } = pictureType
  const { entries } = spacePictures
  const group = useMemo(() => {
    const getKind = (id: string) => {
      const entry = entries.get(id)
      return entry ? getText(entry, 'kind') : ''
    }
    return (ids: PictureOrder) => groupPictures(ids, name === 'logo' ? getKind : undefined)
  }, [entries, name])
  const arrange = (ids: PictureOrder): PictureOrder => group(ids).flatMap((pictures) => pictures.ids)
  const { history } = edit
  const order = useMemo(() => group(history.order).flatMap(({ ids }) => ids), [group, history.order])
  const selection = useMemo(() => limitSelection(storedSelection, order), [storedSelection, order])

  const moveSelected = (index: number) => {
    const moved = arrange(moveEntries(order, selection.ids, index))
    edits.change(moved)
    announce(describeMove('Moved to', moved, selection.ids))
  }
  const listed = new Set(order)
  const { listed: savedPictures, unlisted: savedOthers } = listPictures(spacePictures, pictureType)
  const unlisted = [...savedPictures, ...savedOthers].filter(({ entry }) => !listed.has(entry.sys.id))
  const closeDialog = () => setDialog(undefined)

  return (
    <div className="order-view">
      <p role="status" className="desk-hidden">
        {announcement}
      </p>
      <SelectionBar
        pictureName={name}
        count={order.length}
        selectedCount={selection.ids.size}
        onSelectAll={() => setSelection(selectAll(order))}
        onClear={() => setSelection(EMPTY_SELECTION)}
        onMoveToTop={() => moveSelected(0)}
        onMoveToEnd={() => moveSelected(order.length)}
        onMoveToPosition={() => setDialog({ kind: 'position' })}
        onRemove={() => setDialog({ kind: 'remove', ids: selection.ids })}
      />
      {order.length === 0 && (
        <Note>
          The {page.name} is empty. Add a {name} below, or upload some in the Add tab.
        </Note>
      )}
      <OrderGrid
        spacePictures={spacePictures}
        pictureType={pictureType}
        order={order}
        group={group}
        selection={selection}
        onSelect={setSelection}
        onMove={edits.change}
        onRemove={(ids) => setDialog({ kind: 'remove', ids })}
        onEdit={(entryId, kind) => setDialog({ kind, entryId })}
        announce={announce}
      />
      <UnlistedPictures
        pictures={unlisted}
        pictureType={pictureType}
        isFull={order.length >= page.maxItems}
        onAdd={(id) => {
          edits.change(arrange([...order, id]))
          announce(`Added at the end of the ${page.name}`)
        }}
      />
      <SaveBar edit={edit} edits={edits} arrange={arrange} />
      {dialog?.kind === 'position' && (
        <PositionDialog
          count={order.length}
          selectedCount={selection.ids.size}
          onMove={(position) => {
            moveSelected(position - 1)
            closeDialog()
          }}
          onClose={closeDialog}
        />
      )}
      {dialog?.kind === 'remove' && (
        <RemoveDialog
          count={dialog.ids.size}
          pictureType={pictureType}
          onRemove={() => {
            edits.change(order.filter((id) => !dialog.ids.has(id)))
            announce(`Removed from the ${page.name}`)
            closeDialog()
          }}
          onClose={closeDialog}
        />
      )}
      {dialog?.kind === 'focalPoint' && <FocalPointDialog pictureId={dialog.entryId} onClose={closeDialog} />}
      {dialog?.kind === 'texts' && <PictureDialog pictureId={dialog.entryId} onClose={closeDialog} />}
      {edit.conflict && (
        <ResolveConflictDialog
          conflict={edit.conflict}
          spacePictures={spacePictures}
          pictureType={pictureType}
          onChoose={(choice) => void edits.resolveConflict(choice)}
        />
      )}
    </div>
  )
}

/** Saves with Ctrl+S, undoes with Ctrl+Z, and redoes with Ctrl+Shift+Z and Ctrl+Y. On a Mac with Cmd. */
function useOrderKeys({ save, undo, redo }: OrderEdits): void {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (!event.ctrlKey && !event.metaKey) return
      const key = event.key.toLowerCase()
      if (key === 's') void save()
      else if (isTextInput(event.target))
        return // the browser undoes what is typed
      else if (key === 'z' && !event.shiftKey) undo()
      else if (key === 'y' || key === 'z') redo()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [save, undo, redo])
}

const isTextInput = (target: EventTarget | null) =>
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement ||
  (target instanceof HTMLInputElement && target.type !== 'checkbox')
