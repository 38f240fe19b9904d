import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findDuplicates } from '#cms/pictures/find-duplicates.ts'
import { getAwaitingIds, hasUnpublishedEdits } from '#cms/pictures/page-list.ts'
import { isVideoFile } from '#cms/pictures/picture-file.ts'
import type { PageList, PictureType } from '#cms/pictures/picture-type.ts'
import { createMemoryCache, type MediaCache } from '#cms/seed/media-cache.ts'
import { type AskUser, askYesNo } from '#cms/sync/ask-user.ts'
import { toFatalError } from '#cms/sync/contentful/api-error.ts'
import { createSpaceClient } from '#cms/sync/contentful/space-client.ts'
import type { ManagementConnection } from '#cms/sync/contentful/space-connections.ts'
import { createWebAppLinks } from '#cms/sync/contentful/web-app-links.ts'
import { type ProgressReporter, silentProgress } from '#cms/sync/progress/progress.ts'
import type { ActualEntry } from '#cms/sync/resources/entry-resource-type.ts'
import { UserError } from '#shared/user-error.ts'
import { askForMissingTexts } from './ask-for-missing-texts.ts'
import { assertListHasRoom, assertListHasRoomForFiles } from './assert-list-has-room.ts'
import { assertPublishable } from './assert-publishable.ts'
import { findPictureFiles } from './find-picture-files.ts'
import { getPictureOutcomes, type ImportSummary } from './import-summary.ts'
import { matchTextsToPictures } from './match-texts-to-pictures.ts'
import { createMissingMasters, isPreparedPicture, preparePictures } from './prepare-pictures.ts'
import { hashSpacePictures, readPictureAssets, readSpacePictures } from './read-space-pictures.ts'
import { type UploadResult, uploadPictures } from './upload-pictures.ts'

export interface ImportOptions {
  readonly connection: ManagementConnection
  readonly pictureType: PictureType
  /** Files and folders. */
  readonly paths: readonly string[]
  /** A CSV file; default: the CSV files beside the pictures. */
  readonly textsFile?: string
  /** Publishes nothing. */
  readonly draft?: boolean
  /** Imports pictures that the space already has once more. */
  readonly again?: boolean
  /** Caches perceptual hashes. Without it all pictures are read. */
  readonly cache?: MediaCache
  readonly progress?: ProgressReporter
  /** `undefined` without a terminal. */
  readonly ask?: AskUser
  /** Called once before the first write with a summary of it. Throws if the user declines. */
  readonly confirm?: (summary: string) => Promise<void>
}

/**
 * Imports pictures and appends them to the list of their page: masters, entries, publication. Skips unsuitable pictures
 * and duplicates, and imports the others. Throws `UserError`, before the first write if possible.
 */
export async function importPictures(options: ImportOptions): Promise<ImportSummary> {
  const {
    connection,
    pictureType,
    draft = false,
    again = false,
    progress = silentProgress,
    ask,
    confirm,
    cache = createMemoryCache(),
  } = options
  const startedAt = performance.now()
  const files = await findPictureFiles(options.paths)
  const textsByPath = await matchTextsToPictures(files, pictureType, options.textsFile)
  await using folder = await createTemporaryFolder()

  const space = createSpaceClient(connection)
  const throwReadError = (error: unknown): never => {
    throw toFatalError(error, connection, 'reading') ?? error
  }
  const spacePictures = await readSpacePictures(space, pictureType).catch(throwReadError)
  const { page: list } = pictureType
  if (!draft) await assertPublishable(space, spacePictures.page, pictureType).catch(throwReadError)
  const possibleCount = files.pictures.filter(({ path }) => !isVideoFile(path)).length
  assertListHasRoomForFiles(spacePictures, possibleCount, list, { again })
  let canPublishEdits =
    draft || (await confirmPagePublish(spacePictures.page, getAwaitingIds(spacePictures, list), list, ask))
  const prepareOptions = { pictureType, folder: folder.path, progress, cache }
  const prepared = await preparePictures(files.pictures, prepareOptions)
  const { pictures: hashedPictures, unreadable } = again
    ? { pictures: [], unreadable: [] }
    : await hashSpacePictures(
        spacePictures,
        await readPictureAssets(space, spacePictures, pictureType).catch(throwReadError),
        pictureType,
        { scheme: connection.insecure ? 'http' : 'https', cache },
      )
  await cache.save()
  const { newPictures, duplicates } = findDuplicates(prepared.filter(isPreparedPicture), {
    pictureType,
    spacePictures,
    hashedPictures,
    again,
    draft,
  })
  const withMasters = await createMissingMasters(
    newPictures,
    ({ isAwaitingPublish }) => !isAwaitingPublish,
    prepareOptions,
  )
  const suitable = withMasters.filter(isPreparedPicture)
  const rejected = [...prepared, ...withMasters].flatMap((picture) => (isPreparedPicture(picture) ? [] : [picture]))

  let uploadResult: UploadResult = { failures: new Map(), isPublished: false }
  const awaiting = suitable.filter(({ isAwaitingPublish }) => isAwaitingPublish)
  assertListHasRoom(spacePictures, suitable.length - awaiting.length, list)
  // Now it is known which of the pictures that await publication are among the files.
  if (suitable.length > 0)
    canPublishEdits ||= await confirmPagePublish(spacePictures.page, new Set(awaiting.map(({ id }) => id)), list, ask)
  const { complete, skipped } = await askForMissingTexts({ suitable, rejected }, textsByPath, pictureType, ask)
  if (complete.length > 0) {
    await confirm?.(`${complete.length} more in the ${list.name}, ${draft ? 'as drafts' : 'published'}.`)
    const fatal = (error: unknown) => toFatalError(error, connection, 'writing')
    uploadResult = await uploadPictures(complete, {
      space,
      pictureType,
      spacePictures,
      draft,
      canPublishEdits,
      progress,
      fatal,
    })
  }

  const links = createWebAppLinks(connection)
  const { waitsFor } = uploadResult
  return {
    pictures: getPictureOutcomes(files.pictures, { rejected, duplicates, skipped, complete, uploadResult }, links),
    page: { entry: spacePictures.page.sys.id, link: links.entry(spacePictures.page.sys.id) },
    ...(waitsFor && { waitsFor }),
    notes: unreadable,
    ...space.traffic,
    milliseconds: performance.now() - startedAt,
  }
}

async function createTemporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), 'pictures-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) }
}

/**
 * Asks whether an editor’s unpublished changes of the page may be published with the pictures. Returns `false` if there
 * are none, except that an import added `importedIds`. Throws `UserError` if the user declines, or if there is no terminal.
 */
async function confirmPagePublish(
  page: ActualEntry,
  importedIds: ReadonlySet<string>,
  list: PageList,
  ask: AskUser | undefined,
): Promise<boolean> {
  if (!hasUnpublishedEdits(page, list, importedIds)) return false
  const message = `The page ${page.sys.id} has unpublished changes of an editor, which would be published too`
  if (!ask) throw new UserError(`${message}: publish or discard them in the CMS, or run this with --draft`)
  if (!(await askYesNo(ask, `${message}.\nContinue?`))) throw new UserError('Nothing was written.')
  return true
}
