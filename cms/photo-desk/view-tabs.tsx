import { Tabs } from '@contentful/f36-components'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useStore } from 'zustand'
import { createSpacePicturesQuery } from './client/space-pictures.ts'
import { hasUnsavedOrder } from './state/order/order-edits.ts'
import { isDraftOrChanged, isUnpublished, listPictures } from './state/pictures/picture.ts'
import { matchesState } from './state/pictures/picture-filter.ts'
import { listPictureRows } from './state/texts/picture-rows.ts'
import { FINISHED_STATUSES } from './state/uploads/upload.ts'
import { useWorkspace, type ViewId } from './state/workspace/picture-workspace.ts'

interface ViewTabsProps {
  readonly views: readonly { readonly id: ViewId; readonly name: string }[]
}

/** The tabs of the views, with what is left to do in each. */
export function ViewTabs({ views }: ViewTabsProps) {
  const tasks = useTasks()
  return (
    <Tabs.List variant="horizontal-divider" className="desk-tabs" aria-label="Views">
      {views.map(({ id, name }) => {
        const { mark, description } = tasks[id]
        return (
          <Tabs.Tab key={id} panelId={id} data-view={id}>
            {mark ? `${name} ${mark}` : name}
            {mark && <span className="desk-hidden"> {description}</span>}
          </Tabs.Tab>
        )
      })}
    </Tabs.List>
  )
}

/** Moves the focus to the tab of a view. */
export const focusTab = (id: ViewId) => document.querySelector<HTMLElement>(`[data-view="${id}"]`)?.focus()

/** The number of tasks, which is not shown if there are none, and what it means, for users of screen readers. */
const createTask = (count: number, description: string) => ({ mark: count > 0 ? `(${count})` : '', description })

/** Returns what is left to do in each view. What concerns the pictures of the space is known once a view has fetched it. */
function useTasks() {
  const { client, pictureType, uploads: queue, edits, order } = useWorkspace()
  const { data: spacePictures } = useQuery({ ...createSpacePicturesQuery(client, pictureType), enabled: false })
  const uploads = useStore(queue.store)
  const unsavedTexts = useStore(edits.store)
  const orderEdit = useStore(order.store)
  const missing = useMemo(() => {
    const rows = spacePictures ? listPictureRows({ spacePictures, uploads, edits: unsavedTexts, pictureType }) : []
    return rows.filter((row) => matchesState(row, 'missing', pictureType)).length
  }, [spacePictures, uploads, unsavedTexts, pictureType])
  const unpublished = useMemo(() => {
    if (!spacePictures) return 0
    const pictures = [...listPictures(spacePictures, pictureType).values()]
    return pictures.filter(isUnpublished).length + Number(isDraftOrChanged(spacePictures.page))
  }, [spacePictures, pictureType])
  const unfinished = uploads.filter(({ status }) => !FINISHED_STATUSES.has(status)).length
  return {
    add: createTask(unfinished, 'not finished'),
    texts: createTask(missing, 'without texts'),
    order: { mark: orderEdit && hasUnsavedOrder(orderEdit) ? '•' : '', description: 'not saved' },
    publish: createTask(unpublished, 'not published'),
  }
}
