import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryCache, type MediaCache } from '#cms/seed/media-cache.ts'
import { toFatalError } from '#cms/sync/contentful/api-error.ts'
import { createSpaceClient } from '#cms/sync/contentful/space-client.ts'
import type { ManagementConnection } from '#cms/sync/contentful/space-connections.ts'
import { createWebAppLinks } from '#cms/sync/contentful/web-app-links.ts'
import { type ProgressReporter, silentProgress } from '#cms/sync/progress/progress.ts'
import type { ActualEntry } from '#cms/sync/resources/entry-resource-type.ts'
import { UserError } from '#shared/user-error.ts'
import { type AskUser, askForMissingTexts } from './ask-for-missing-texts.ts'
import { findDuplicates, type NewPicture } from './find-duplicates.ts'
import { findPictureFiles } from './find-picture-files.ts'
import { getPictureOutcomes, type ImportSummary } from './import-summary.ts'
import { matchTextsToPictures } from './match-texts-to-pictures.ts'
import { hasUnpublishedEdits } from './page-list.ts'
import type { PageList, PictureType } from './picture-type.ts'
import { createMissingMasters, isPreparedPicture, preparePictures } from './prepare-pictures.ts'
import { getListedEntryIds, hashSpacePictures, readSpacePictures } from './read-space-pictures.ts'
import { type UploadResult, uploadPictures } from './upload-pictures.ts'

export interface ImportOptions {
  readonly connection: ManagementConnection
  readonly requestsPerSecond?: number
  readonly pictureType: PictureType
  /** Files and folders. */
  readonly paths: readonly string[]
  /** A CSV file; without it those beside the pictures. */
  readonly textsFile?: string
  /** Nothing is published. */
  readonly draft?: boolean
  /** Pictures that are there already are added once more. */
  readonly again?: boolean
  /** Of how pictures look; without it all of them are read. */
  readonly cache?: MediaCache
  readonly progress?: ProgressReporter
  /** Without it nobody is there to be asked. */
  readonly ask?: AskUser
  /** Asked once, before the first write, with what is to be done; throws where the answer is no. */
  readonly confirm?: (what: string) => Promise<void>
}

/**
 * Adds pictures at the end of their page's list: masters, entries, publication. A picture that is not fit or is there
 * already is left out, and the others go on. Throws `UserError`, before the first write where that can be known.
 */
export async function importPictures(task: ImportOptions): Promise<ImportSummary> {
  const {
    connection,
    pictureType,
    draft = false,
    again = false,
    progress = silentProgress,
    ask,
    confirm,
    cache = createMemoryCache(),
  } = task
  const started = performance.now()
  const found = await findPictureFiles(task.paths)
  const texts = await matchTextsToPictures(found, pictureType, task.textsFile)
  await using folder = await temporaryFolder()

  const space = createSpaceClient(connection, task.requestsPerSecond)
  const held = await readSpacePictures(space, pictureType).catch((error: unknown) => {
    throw toFatalError(error, connection, 'reading') ?? error
  })
  const preparation = { kind: pictureType, folder: folder.path, progress, cache }
  const made = await preparePictures(found.pictures, preparation)
  const { pictures: seen, unreadable } = again
    ? { pictures: [], unreadable: [] }
    : await hashSpacePictures(held, pictureType, { scheme: connection.insecure ? 'http' : 'https', cache })
  await cache.save()
  const { added: fresh, duplicates } = findDuplicates(made.filter(isPreparedPicture), {
    kind: pictureType,
    held,
    seen,
    again,
    draft,
  })
  const mastered = await createMissingMasters(fresh, ({ isAwaitingPublish }) => !isAwaitingPublish, preparation)
  const added = mastered.filter(isPreparedPicture)
  const refused = [...made, ...mastered].flatMap((picture) => (isPreparedPicture(picture) ? [] : [picture]))

  let broughtIn: UploadResult = { failures: new Map(), isPublished: false }
  const withOthersChanges =
    draft || added.length === 0 || (await confirmPagePublish(held.page, added, pictureType.page, ask))
  assertListHasRoom(held.page, added, pictureType.page)
  const { told, untold } = await askForMissingTexts(added, texts, pictureType, ask)
  if (told.length > 0) {
    await confirm?.(`${told.length} more in the ${pictureType.page.name}, ${draft ? 'as drafts' : 'published'}.`)
    const fatal = (error: unknown) => toFatalError(error, connection, 'writing')
    broughtIn = await uploadPictures(told, {
      space,
      kind: pictureType,
      held,
      draft,
      withOthersChanges,
      progress,
      fatal,
    })
  }

  const links = createWebAppLinks(connection)
  const { waitsFor } = broughtIn
  return {
    pictures: getPictureOutcomes(found.pictures, { refused, duplicates, untold, told, broughtIn }, links),
    page: { entry: held.page.sys.id, link: links.entry(held.page.sys.id) },
    ...(waitsFor && { waitsFor }),
    notes: unreadable,
    ...space.traffic,
    milliseconds: performance.now() - started,
  }
}

async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), 'pictures-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) }
}

/** Whether what an editor has not published of the page may be published with it. Throws `UserError` where the answer is no, or nobody is there. */
async function confirmPagePublish(
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
function assertListHasRoom(page: ActualEntry, added: readonly NewPicture[], list: PageList): void {
  const before = getListedEntryIds(page, list).length
  const more = added.filter(({ isAwaitingPublish }) => !isAwaitingPublish).length
  if (before + more <= list.maxItems) return
  throw new UserError(
    `The ${list.name} holds ${before} and may hold ${list.maxItems}, so ${more} more are too many: add fewer, or take some out of it`,
  )
}
