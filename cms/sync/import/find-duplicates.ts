import { needsPublishing } from '#cms/sync/resources/resource-type.ts'
import { isSameImage } from './perceptual-hash.ts'
import type { PictureType } from './picture-type.ts'
import type { PreparedPicture } from './prepare-pictures.ts'
import { getListedEntryIds, type HashedPicture, type SpacePictures } from './read-space-pictures.ts'

/** A picture that is to be added, under this id; its asset has the same. */
export interface NewPicture extends PreparedPicture {
  readonly id: string
  /** An earlier run has brought it in, and it waits in the page’s list to be published: as it is, an editor may have changed it. */
  readonly isAwaitingPublish: boolean
}

/** A picture that is there already. */
export interface DuplicatePicture extends PreparedPicture {
  /** The entry that has it; `undefined` where it is another picture of this batch. */
  readonly entryId?: string
  /** Where it is, for people. */
  readonly where: string
}

interface Options {
  readonly kind: PictureType
  readonly held: SpacePictures
  /** Nothing, where pictures are added whether they are there or not. */
  readonly seen: readonly HashedPicture[]
  readonly again: boolean
  readonly draft: boolean
}

/** What is new, and what the space or the batch has already. */
export function findDuplicates(pictures: readonly PreparedPicture[], { kind, held, seen, again, draft }: Options) {
  const listed = getListedEntryIds(held.page, kind.page)
  const added: NewPicture[] = []
  const duplicates: DuplicatePicture[] = []

  for (const picture of pictures) {
    const id = freeId(picture)
    const isAwaitingPublish = waits(id)
    const isTwice = added.some((other) => other.id === id)
    const duplicate = again || (isAwaitingPublish && !draft && !isTwice) ? undefined : duplicateOf(picture, id)
    if (duplicate) duplicates.push({ ...picture, ...duplicate })
    else added.push({ ...picture, id, isAwaitingPublish })
  }
  return { added, duplicates }

  /** The id that its content has; added again, the first one that the page does not list. */
  function freeId({ hash }: PreparedPicture): string {
    const taken = new Set(added.map(({ id }) => id))
    for (let copy = 1; ; copy += 1) {
      const id = `${kind.idPrefix}-${hash}${copy > 1 ? `-${copy}` : ''}`
      if (!again || (!taken.has(id) && (waits(id) || !listed.includes(id)))) return id
    }
  }

  /** Whether it stands in the page’s list, and visitors have not seen it there: a run was killed, or left drafts. */
  function waits(id: string): boolean {
    const entry = held.entries.get(id)
    if (!entry || !listed.includes(id)) return false
    const { firstPublishedAt } = entry.sys
    const { sys } = held.page
    return firstPublishedAt === undefined || (needsPublishing(sys) && firstPublishedAt > (sys.publishedAt ?? ''))
  }

  function duplicateOf(
    { looks }: PreparedPicture,
    id: string,
  ): Pick<DuplicatePicture, 'entryId' | 'where'> | undefined {
    const twin = added.find((other) => other.id === id || isSameImage(other.looks, looks))
    if (twin) return { where: `it is the same picture as ${twin.name}` }
    // What an earlier run left unfinished is gone on with. It was never published, and is in no list.
    const own = held.entries.get(id)
    const isUnfinished = own && own.sys.firstPublishedAt === undefined && !listed.includes(id)
    const entryId = own ? id : seen.find((other) => isSameImage(other.looks, looks))?.entryId
    if (entryId === undefined || (isUnfinished && own.sys.archivedVersion === undefined)) return undefined
    return { entryId, where: `${placeOf(entryId)} as ${entryId}` }
  }

  function placeOf(id: string): string {
    const place = listed.indexOf(id)
    if (place >= 0) return `the ${kind.page.name} has it at place ${place + 1}`
    const isArchived = held.entries.get(id)?.sys.archivedVersion !== undefined
    return `the space has it ${isArchived ? 'in the archive' : `outside the ${kind.page.name}`}`
  }
}
