import { Note } from '@contentful/f36-components'
import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { PictureDialog } from '#cms/photo-desk/components/picture-dialog.tsx'
import { PictureFilterBar } from '#cms/photo-desk/components/picture-filter-bar.tsx'
import { describeMove, moveEntries, type PictureOrder } from '#cms/photo-desk/state/order/move-entries.ts'
import type { OrderEdit } from '#cms/photo-desk/state/order/order-edits.ts'
import { NO_FILTER } from '#cms/photo-desk/state/pictures/picture-filter.ts'
import { usePictures, useSpacePictures, useWorkspace } from '#cms/photo-desk/state/workspace/picture-workspace.ts'
import { OrderGrid } from './order-grid.tsx'
import './order-view.css'
import { groupPictures } from '#cms/photo-desk/state/order/picture-groups.ts'
import { EMPTY_SELECTION, limitSelection, selectAll, toggleSelected } from '#cms/photo-desk/state/order/selection.ts'
import { listShownPictures } from '#cms/photo-desk/state/order/shown-pictures.ts'
import { PositionDialog } from './position-dialog.tsx'
import { ResolveConflictDialog } from './resolve-conflict-dialog.tsx'
import { SaveBar } from './save-bar.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { UnlistedPictures } from './unlisted-pictures.tsx'

/** The view to arrange the pictures of the page. Nothing is written until the editor saves. */
export function OrderView() {
  const { order } = useWorkspace()
  const { page } = useSpacePictures()
  useEffect(() => order.setPage(page), [order, page])
  const edit = useStore(order.store)
  return edit && <OrderEditor edit={edit} />
}

const FILTER_STATES = ['all', 'missing', 'unpublished'] as const

function OrderEditor({ edit }: { readonly edit: OrderEdit }) {
  const { order: edits, pictureType } = useWorkspace()
  const pictures = usePictures()
  const { name, page } = pictureType
  const [filter, setFilter] = useState(NO_FILTER)
  const [openPictureId, setOpenPictureId] = useState<string>()
  const [isChoosingPosition, setIsChoosingPosition] = useState(false)

  const group = useMemo(() => {
    const getKind = (id: string) => pictures.get(id)?.values.kind ?? ''
    return (ids: PictureOrder) => groupPictures(ids, name === 'logo' ? getKind : undefined)
  }, [pictures, name])
  const arrange = (ids: PictureOrder): PictureOrder => group(ids).flatMap((grouped) => grouped.ids)
  const order = useMemo(() => group(edit.order).flatMap(({ ids }) => ids), [group, edit.order])
  const shown = useMemo(
    () => listShownPictures(pictures, pictureType, order, filter),
    [pictures, pictureType, order, filter],
  )
  const groups = useMemo(() => group(shown.listedIds), [group, shown])

  const [storedSelection, setSelection] = useState(EMPTY_SELECTION)
  const selection = useMemo(() => limitSelection(storedSelection, shown.shownIds), [storedSelection, shown])
  const selectedInList = new Set(shown.listedIds.filter((id) => selection.ids.has(id)))

  const [announcement, announce] = useState('')
  const moveSelected = (index: number) => {
    const moved = arrange(moveEntries(order, selectedInList, index))
    edits.change(moved)
    announce(describeMove('Moved to', moved, selectedInList))
  }
  const remove = (ids: ReadonlySet<string>) => edits.change(order.filter((id) => !ids.has(id)))
  return (
    <div className="order-view desk-view">
      <p role="status" className="desk-hidden">
        {announcement}
      </p>
      <PictureFilterBar filter={filter} onChange={setFilter} states={FILTER_STATES} pictures={[...pictures.values()]} />
      <SelectionBar
        {...{ shown, selection }}
        isListed={selectedInList.size > 0}
        onSelect={setSelection}
        onMove={moveSelected}
        onMoveToPosition={() => setIsChoosingPosition(true)}
        onRemove={() => remove(selectedInList)}
      />
      {order.length === 0 && (
        <Note>
          The {page.name} is empty. Add a {name} below, or upload some in the Add tab.
        </Note>
      )}
      {shown.isFiltered && shown.shownIds.length === 0 && <Note>No {name} matches the search.</Note>}
      <OrderGrid
        order={order}
        groups={groups}
        arrange={arrange}
        isMovable={!shown.isFiltered}
        selection={selection}
        onSelect={setSelection}
        onSelectAll={() => setSelection(selectAll(shown.allIds))}
        onMove={edits.change}
        onRemove={(id) => remove(selectedInList.size > 0 ? selectedInList : new Set([id]))}
        onOpen={setOpenPictureId}
      />
      <UnlistedPictures
        pictures={shown.unlisted}
        selectedIds={selection.ids}
        isFull={order.length >= page.maxItems}
        onToggle={(id) => setSelection(toggleSelected(selection, id))}
        onOpen={setOpenPictureId}
        onAdd={(id) => edits.change(arrange([...order, id]))}
      />
      <SaveBar {...{ edit, arrange }} />
      {isChoosingPosition && (
        <PositionDialog
          count={order.length}
          selectedCount={selectedInList.size}
          onMove={(position) => {
            moveSelected(position - 1)
            setIsChoosingPosition(false)
          }}
          onClose={() => setIsChoosingPosition(false)}
        />
      )}
      {openPictureId !== undefined && (
        <PictureDialog
          pictureId={openPictureId}
          pictureIds={shown.shownIds}
          onClose={() => setOpenPictureId(undefined)}
        />
      )}
      {edit.conflict && (
        <ResolveConflictDialog conflict={edit.conflict} onChoose={(choice) => void edits.resolveConflict(choice)} />
      )}
    </div>
  )
}
