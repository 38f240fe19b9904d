import { BadInput } from '#cms/sync/bad-input.ts'
import type { HeldEntry } from '#cms/sync/entries.ts'
import type { Ask } from './ask-texts.ts'
import { hasOthersChanges } from './page-list.ts'
import type { PageList } from './picture-kind.ts'
import { listedIn } from './read-pictures.ts'
import type { New } from './sort-out.ts'

/** Whether what an editor has not published of the page may be published with it. Throws `BadInput` where the answer is no, or nobody is there. */
export async function mayPublish(
  page: HeldEntry,
  added: readonly New[],
  list: PageList,
  ask: Ask | undefined,
): Promise<boolean> {
  const waiting = new Set(added.filter(({ isWaiting }) => isWaiting).map(({ id }) => id))
  if (!hasOthersChanges(page, list, waiting)) return false
  const what = `The page ${page.sys.id} has changes that an editor has not published, and they would be published too`
  if (!ask) throw new BadInput(`${what}: publish or discard them in the CMS, or run this with --draft`)
  const answer = await ask(`${what}.\nGo on? (y/N) `)
  if (!/^y(es)?$/i.test(answer.trim())) throw new BadInput('Nothing was written.')
  return true
}

/** Throws `BadInput` where the page's list would be longer than the model lets it be. */
export function expectRoom(page: HeldEntry, added: readonly New[], list: PageList): void {
  const before = listedIn(page, list).length
  const more = added.filter(({ isWaiting }) => !isWaiting).length
  if (before + more <= list.most) return
  throw new BadInput(
    `The ${list.name} holds ${before} and may hold ${list.most}, so ${more} more are too many: add fewer, or take some out of it`,
  )
}
