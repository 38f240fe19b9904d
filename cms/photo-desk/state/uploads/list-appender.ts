import PQueue from 'p-queue'
import { updatePageList } from '#cms/photo-desk/client/page-list.ts'
import type { SpaceAccess } from '#cms/photo-desk/client/space-pictures.ts'
import { wait } from '#shared/wait.ts'

/** ms; pictures that are finished within it are appended with one update. */
const COLLECT_MS = 400

/**
 * Creates a function that appends an entry to the list of the page, together with others that come at the same time. The
 * page is read again before each update, so that changes of other editors stay. `order` is the place in the queue: an
 * entry stands before appended ones that were added after it but uploaded faster.
 */
export function createListAppender(space: SpaceAccess) {
  const updates = new PQueue({ concurrency: 1 })
  const orders = new Map<string, number>()
  let batch: { readonly entryIds: string[]; readonly saved: Promise<unknown> } | undefined

  function insert(ids: readonly string[], id: string): readonly string[] {
    const isLater = (other: string) => (orders.get(other) ?? 0) > (orders.get(id) ?? 0)
    return ids.toSpliced(ids.findLastIndex((other) => !isLater(other)) + 1, 0, id)
  }

  function startBatch() {
    const entryIds: string[] = []
    const saved = updates.add(async () => {
      await wait(COLLECT_MS)
      batch = undefined
      await updatePageList(space, (ids) => entryIds.filter((id) => !ids.includes(id)).reduce(insert, ids))
    })
    return { entryIds, saved }
  }

  return async (entryId: string, order: number): Promise<void> => {
    orders.set(entryId, order)
    batch ??= startBatch()
    batch.entryIds.push(entryId)
    await batch.saved
  }
}
