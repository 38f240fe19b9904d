import { createLink, parseLink } from '#cms/links.ts'
import type { DeskClient } from '#cms/photo-desk/space/desk-client.ts'
import { hasStatus } from '#cms/photo-desk/space/request-error.ts'
import type { SpaceEntry } from '#cms/photo-desk/space/space-pictures.ts'
import { getListedEntryIds } from '#cms/pictures/page-list.ts'
import type { PageList } from '#cms/pictures/picture-type.ts'
import { LOCALE } from '#shared/constants.ts'

/** ms; pictures that are finished within it are appended with one update. */
const COLLECT_MS = 400

/** Attempts to save when others save the page at the same time. */
const MAX_ATTEMPTS = 6

interface ListAppenderOptions {
  readonly client: DeskClient
  readonly list: PageList
  readonly fetchPageId: () => Promise<string>
  /** Called with the page as Contentful has returned it. */
  readonly onSaved: (page: SpaceEntry) => void
}

interface WaitingEntry {
  readonly entryId: string
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** Returns why the list has no place for `newCount` more pictures; `undefined` if it has. */
export function findListProblem(
  listedCount: number,
  newCount: number,
  { name, maxItems }: PageList,
): string | undefined {
  return listedCount + newCount > maxItems
    ? `does not fit: the ${name} has ${listedCount} of at most ${maxItems} pictures. Remove some of them, then retry`
    : undefined
}

/**
 * Creates a function that appends an entry to the list of the page, together with others that come at the same time. The
 * page is read again before each update, so that changes of other editors stay. `order` is the place in the queue: an
 * entry stands before appended ones that were added after it but uploaded faster.
 */
export function createListAppender({ client, list, fetchPageId, onSaved }: ListAppenderOptions) {
  let waiting: WaitingEntry[] = []
  let isRunning = false
  const orders = new Map<string, number>()

  async function run(): Promise<void> {
    isRunning = true
    while (waiting.length > 0) {
      await new Promise((resolve) => setTimeout(resolve, COLLECT_MS))
      const batch = waiting
      waiting = []
      try {
        await appendEntries(batch.map(({ entryId }) => entryId))
        for (const { resolve } of batch) resolve()
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    isRunning = false
  }

  async function appendEntries(entryIds: readonly string[]): Promise<void> {
    const entryId = await fetchPageId()
    for (let attempts = 1; ; attempts += 1) {
      const page = await client.send((cma) => cma.entry.get({ entryId }))
      const listedIds = getListedEntryIds(page, list)
      const newIds = entryIds.filter((id) => !listedIds.includes(id))
      if (newIds.length === 0) return onSaved(page)
      const problem = findListProblem(listedIds.length, newIds.length, list)
      if (problem) throw new Error(problem)
      try {
        return onSaved(await client.send((cma) => cma.entry.update({ entryId }, withLinks(page, list, newIds, orders))))
      } catch (error) {
        if (!hasStatus(error, 409) || attempts === MAX_ATTEMPTS) throw error
      }
    }
  }

  return (entryId: string, order: number): Promise<void> =>
    new Promise((resolve, reject) => {
      orders.set(entryId, order)
      waiting.push({ entryId, resolve, reject })
      if (!isRunning) void run()
    })
}

function withLinks(
  page: SpaceEntry,
  { field }: PageList,
  entryIds: readonly string[],
  orders: ReadonlyMap<string, number>,
): SpaceEntry {
  const links: unknown = page.fields[field]?.[LOCALE]
  const allLinks: unknown[] = Array.isArray(links) ? [...links] : []
  for (const id of entryIds) {
    const order = orders.get(id) ?? 0
    const isLater = (link: unknown) => (orders.get(parseLink(link)?.id ?? '') ?? 0) > order
    const index = allLinks.findLastIndex((link) => !isLater(link)) + 1
    allLinks.splice(index, 0, createLink('Entry', id))
  }
  return { ...page, fields: { ...page.fields, [field]: { ...page.fields[field], [LOCALE]: allLinks } } }
}
