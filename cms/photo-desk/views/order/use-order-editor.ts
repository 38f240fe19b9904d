import { useMemo, useState } from 'react'
import { describeMove, moveEntries, type PictureOrder } from '#cms/photo-desk/state/order/move-entries.ts'
import type { OrderEdit } from '#cms/photo-desk/state/order/order-edits.ts'
import { EMPTY_SELECTION, limitSelection } from '#cms/photo-desk/state/order/selection.ts'
import { groupPictures, listShownPictures } from '#cms/photo-desk/state/order/shown-pictures.ts'
import { NO_FILTER } from '#cms/photo-desk/state/pictures/picture-filter.ts'
import { usePictures, useWorkspace } from '#cms/photo-desk/state/workspace/picture-workspace.ts'

/** The order that is edited as the parts of the view need it, and what changes it. */
export type OrderEditor = ReturnType<typeof useOrderEditor>

/** Arranges the pictures of the list and of the filter, and selects some of them. */
export function useOrderEditor(edit: OrderEdit) {
  const { order: edits, pictureType } = useWorkspace()
  const pictures = usePictures()
  const [filter, setFilter] = useState(NO_FILTER)
  const group = useMemo(() => {
    const getKind = (id: string) => pictures.get(id)?.values.kind ?? ''
    return (ids: PictureOrder) => groupPictures(ids, pictureType.name === 'logo' ? getKind : undefined)
  }, [pictures, pictureType])
  /** Returns an order as visitors see it. */
  const arrange = (ids: PictureOrder): PictureOrder => group(ids).flatMap((grouped) => grouped.ids)
  const order = useMemo(() => group(edit.order).flatMap(({ ids }) => ids), [group, edit.order])
  const shown = useMemo(
    () => listShownPictures(pictures, pictureType, order, filter),
    [pictures, pictureType, order, filter],
  )

  const [storedSelection, select] = useState(EMPTY_SELECTION)
  const selection = useMemo(() => limitSelection(storedSelection, shown.shownIds), [storedSelection, shown])
  const selectedInList: ReadonlySet<string> = new Set(shown.listedIds.filter((id) => selection.ids.has(id)))

  const [announcement, setAnnouncement] = useState({ text: '', id: '' })
  /** Says where pictures are in an order, and brings the first of them into view. */
  const announce = (action: string, moved: PictureOrder, ids: ReadonlySet<string>) =>
    setAnnouncement({ text: describeMove(action, moved, ids), id: moved.find((id) => ids.has(id)) ?? '' })
  const change = (ids: PictureOrder) => edits.change(arrange(ids))
  const move = (action: string, ids: PictureOrder, movedIds: ReadonlySet<string>) => {
    change(ids)
    announce(action, arrange(ids), movedIds)
  }
  return {
    pictures,
    filter,
    setFilter,
    /** All pictures of the list, as visitors see them. */
    order,
    shown,
    group,
    arrange,
    selection,
    select,
    selectedInList,
    /** What was moved last, for the live region, and the first picture of it. */
    announcement,
    announce,
    /** The pictures that move with one: all selected ones if it is selected. */
    listMoved: (id: string): ReadonlySet<string> => (selectedInList.has(id) ? selectedInList : new Set([id])),
    change,
    /** Changes the order, and says where the moved pictures are. */
    move,
    /** Moves the selected pictures to an index. */
    moveSelected: (index: number) => move('Moved to', moveEntries(order, selectedInList, index), selectedInList),
    /** Removes the selected pictures, or else one. */
    remove: (id: string | undefined) => {
      const isRemoved = (other: string) => (selectedInList.size > 0 ? selectedInList.has(other) : other === id)
      change(order.filter((other) => !isRemoved(other)))
    },
  }
}
