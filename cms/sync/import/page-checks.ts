import type { ActualEntry } from '#cms/sync/resources/entry-resource-type.ts'
import { UserError } from '#shared/user-error.ts'
import type { AskUser } from './ask-for-missing-texts.ts'
import type { NewPicture } from './find-duplicates.ts'
import { hasUnpublishedEdits } from './page-list.ts'
import type { PageList } from './picture-type.ts'
import { getListedEntryIds } from './read-space-pictures.ts'

/** Whether what an editor has not published of the page may be published with it. Throws `UserError` where the answer is no, or nobody is there. */
export async function confirmPagePublish(
  page: ActualEntry,
  added: readonly NewPicture[],
  list: PageList,
  ask: AskUser | undefined,
): Promise<boolean> {
  const waiting = new Set(added.filter(({ isAwaitingPublish }) => isAwaitingPublish).map(({ id }) => id))
  if (!hasUnpublishedEdits(page, list, waiting)) return false
  const what = `The page ${page.sys.id} has changes that an editor has not published, and they would be published too`
  if (!ask) throw new UserError(`${what}: publish or discard them in the CMS, or run this with --draft`)
  const answer = await ask(`${what}.\nGo on? (y/N) `)
  if (!/^y(es)?$/i.test(answer.trim())) throw new UserError('Nothing was written.')
  return true
}

/** Throws `UserError` where the page's list would be longer than the model lets it be. */
export function assertListHasRoom(page: ActualEntry, added: readonly NewPicture[], list: PageList): void {
  const before = getListedEntryIds(page, list).length
  const more = added.filter(({ isAwaitingPublish }) => !isAwaitingPublish).length
  if (before + more <= list.maxItems) return
  throw new UserError(
    `The ${list.name} holds ${before} and may hold ${list.maxItems}, so ${more} more are too many: add fewer, or take some out of it`,
  )
}
