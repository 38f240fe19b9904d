import { Tabs } from '@contentful/f36-components'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useStore } from 'zustand'
import { createSpacePicturesQuery } from '#cms/photo-desk/client/space-pictures.ts'
import { hasUnsavedOrder } from '#cms/photo-desk/state/order/order-edits.ts'
import { matchesState } from '#cms/photo-desk/state/pictures/picture-filter.ts'
import {
  compareContent,
  createPublishedVersionsQuery,
  hasUnpublishedChanges,
} from '#cms/photo-desk/state/publication/compare-content.ts'
import { listPictureRows } from '#cms/photo-desk/state/texts/picture-rows.ts'
import { FINISHED_STATUSES } from '#cms/photo-desk/state/uploads/upload.ts'
import { useWorkspace, type ViewId } from '#cms/photo-desk/state/workspace/picture-workspace.ts'

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

/** The number of tasks, which is not shown if there are none, and what it means, for users of screen readers. */
const createTask = (count: number, description: string) => ({ mark: count > 0 ? `(${count})` : '', description })

/** Returns what is left to do in each view. What concerns the pictures of the space is known once a view has fetched it. */
function useTasks() {
  const { client, pictureType, uploads: queue, edits, order } = useWorkspace()
  const { data: spacePictures } = useQuery({ ...createSpacePicturesQuery(client, pictureType), enabled: false })
  // Fetched under Publish only. With it, what was changed back to the published version is not counted.
  const { data: published } = useQuery({
    ...createPublishedVersionsQuery(client, spacePictures, pictureType),
    enabled: false,
  })
  const uploads = useStore(queue.store)
  const unsavedTexts = useStore(edits.store)
  const orderEdit = useStore(order.store)
  const rows = spacePictures ? listPictureRows({ spacePictures, uploads, edits: unsavedTexts, pictureType }) : []
  const missing = rows.filter((row) => matchesState(row, 'missing', pictureType)).length
  const compared = useMemo(
    () => spacePictures && compareContent(spacePictures, pictureType, published),
    [spacePictures, pictureType, published],
  )
  const unpublished = compared?.pictures.filter(hasUnpublishedChanges).length ?? 0
  const unfinished = uploads.filter(({ status }) => !FINISHED_STATUSES.has(status)).length
  return {
    add: createTask(unfinished, 'not finished'),
    texts: createTask(missing, 'without texts'),
    order: { mark: hasUnsavedOrder(orderEdit) ? '•' : '', description: 'not saved' },
    publish:
      compared && hasUnpublishedChanges(compared.page)
        ? {
            mark: unpublished > 0 ? `(${unpublished})` : '•',
            description: `${unpublished > 0 ? 'and ' : ''}the ${pictureType.page.name} not published`,
          }
        : createTask(unpublished, 'not published'),
  }
}
