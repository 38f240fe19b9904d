import PQueue from 'p-queue'
import { updatePageList } from '#cms/photo-desk/client/page-list.ts'
import type { PageList } from '#cms/photo-desk/client/picture-type.ts'
import type { SpaceAccess } from '#cms/photo-desk/client/space-pictures.ts'
import { wait } from '#shared/wait.ts'

/** ms; pictures that are finished within it are appended with one update. */
const COLLECT_MS = 400

/** Returns why the list has no place for `newCount` more pictures; `undefined` if it has. */
export const findListProblem = (listedCount: number, newCount: number, { name, maxItems }: PageList) =>
  listedCount + newCount > maxItems
    ? `does not fit: the ${name} has ${listedCount} of at most ${maxItems} pictures. Remove some of them, then retry`
    : undefined

/**
 * Creates a function that appends an entry to the list of the page, together with others that come at the same time. The
 * page is read again before each update, so that changes of other editors stay. `order` is the place in the queue: an
 * entry stands before appended ones that were added after it but uploaded faster.
 */
export function createListAppender(space: SpaceAccess) {
  const updates = new PQueue({ concurrency: 1 })
  const orders = new Map<string, number>()
  let batch: { readonly entryIds: string[]; readonly saved: Promise<void> } | undefined

  async function appendEntries(entryIds: readonly string[]): Promise<void> {
    await updatePageList(space, (listedIds) => {
      const newIds = entryIds.filter((id) => !listedIds.includes(id))
      const problem = findListProblem(listedIds.length, newIds.length, space.pictureType.page)
      if (problem) throw new Error(problem)
      return newIds.reduce(insert, listedIds)
    })
  }

  function insert(ids: readonly string[], id: string): readonly string[] {
    const isLater = (other: string) => (orders.get(other) ?? 0) > (orders.get(id) ?? 0)
    return ids.toSpliced(ids.findLastIndex((other) => !isLater(other)) + 1, 0, id)
  }

  function startBatch() {
    const entryIds: string[] = []
    const saved = updates.add(async () => {
      await wait(COLLECT_MS)
      batch = undefined
      await appendEntries(entryIds)
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
