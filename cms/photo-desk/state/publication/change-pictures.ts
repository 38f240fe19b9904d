import type { CMAClient } from '@contentful/app-sdk'
import PQueue from 'p-queue'
import { repeatOnConflict } from '#cms/photo-desk/client/desk-client.ts'
import { getListedEntryIds, setListedEntryIds, updatePageList } from '#cms/photo-desk/client/page-list.ts'
import { hasStatus, toRequestError } from '#cms/photo-desk/client/request-error.ts'
import {
  type ChangedSpace,
  isEntry,
  isSameValue,
  type SpaceEntry,
  type SpaceResource,
  sendRequest,
  sendVersion,
} from '#cms/photo-desk/client/space-pictures.ts'
import { type PictureOrder, returnEntries } from '#cms/photo-desk/state/order/move-entries.ts'
import { isDraftOrChanged, isUnpublished, type SpacePicture } from '#cms/photo-desk/state/pictures/picture.ts'
import { getPublicationState } from '#cms/publish-state.ts'
import { compareVersions, type FieldDifference } from './field-differences.ts'

/** What is done with pictures. `takeDown`: visitors do not see it any more. `archive`, `delete`: the page does not list it either. */
export type PictureAction = 'publish' | 'takeDown' | 'archive' | 'restore' | 'delete'

/** Whether an action does something with a picture. */
export function canApply(action: PictureAction, picture: SpacePicture): boolean {
  const { entry, asset, state } = picture
  const applicable = {
    publish: isUnpublished(picture),
    takeDown: entry.sys.publishedVersion !== undefined,
    archive: state !== 'archived',
    restore: state === 'archived' || asset?.sys.archivedVersion !== undefined,
    delete: state === 'archived', // a way back comes first
  }
  return applicable[action]
}

export interface Progress {
  readonly done: number
  readonly total: number
}

/** Why a picture or the page is not changed, or not completely, and what to do. */
export interface Failure {
  readonly message: string
  /** What somebody else has changed since the editor has seen it. */
  readonly differences?: readonly FieldDifference[]
}

/** Failures by the id of the entry. */
export type Failures = ReadonlyMap<string, Failure>

/** Somebody else has changed a picture or the page since the editor has seen it. */
export class ConflictError extends Error {
  override readonly name = 'ConflictError'
  /** Without fields that the desk does not show, such as the title of a file. */
  readonly differences: readonly FieldDifference[]

  constructor(seen: SpaceResource, current: SpaceResource) {
    super('Somebody else has changed this. Look at what is there now. Publish publishes it')
    this.differences = compareVersions(seen, current)
  }
}

export interface ChangeOptions {
  /** Its pictures are updated after each step. */
  readonly space: ChangedSpace
  /** The version of the page that the editor has seen. */
  readonly page: SpaceEntry
  readonly pictures: readonly SpacePicture[]
  /** Assets to which other entries link: they are kept as they are. */
  readonly sharedAssetIds?: ReadonlySet<string> | undefined
  /** With it, pictures that the page does not list are put into its list: at their place in this order, or at the end. */
  readonly places?: PictureOrder | undefined
  /** Whether the page is published after the pictures. */
  readonly isPagePublished?: boolean
  readonly onProgress: (progress: Progress) => void
}

const MAX_CONCURRENT_PICTURES = 6

/**
 * Publishes, takes down, archives, restores or deletes pictures with their assets. The page’s list is shortened first,
 * pictures are put into it after they are restored, and the page is published last, so that it never links to what does not
 * exist. A picture that fails does not keep the others or the page from being changed: the site leaves out what is not
 * published. Throws if the list cannot be saved: then nothing is changed.
 */
export async function changePictures(action: PictureAction, options: ChangeOptions): Promise<Failures> {
  const { space, page, pictures, places, isPagePublished = false, onProgress } = options
  const ids = new Set(pictures.map(({ id }) => id))
  if (action === 'archive' || action === 'delete')
    await updatePageList(space, (listed) => listed.filter((id) => !ids.has(id)))
  const failures = new Map<string, Failure>()
  const total = pictures.length + Number(isPagePublished)
  let done = 0
  /** After the connection or the session has ended, the remaining pictures fail without a request. */
  let offline: Failure | undefined
  onProgress({ done, total })

  async function run({ sys: { id } }: SpaceEntry, change: () => Promise<void>): Promise<void> {
    try {
      if (!offline) await change()
      else failures.set(id, offline)
    } catch (error) {
      const failure = error instanceof ConflictError ? error : toRequestError(error)
      if ('status' in failure && (failure.status === 0 || failure.status === 401)) offline = failure
      failures.set(id, failure)
    }
    done += 1
    onProgress({ done, total })
  }

  const queue = new PQueue({ concurrency: MAX_CONCURRENT_PICTURES })
  await queue.addAll(pictures.map((picture) => () => run(picture.entry, () => changePicture(action, picture, options))))
  const changedIds = new Set([...ids].filter((id) => !failures.has(id)))
  if (isPagePublished) await run(page, () => publishPage(options, changedIds))
  else if (places)
    await putOnPage(space, changedIds, places).catch((error: unknown) => {
      const { message } = toRequestError(error)
      const { name } = space.pictureType.page
      for (const id of changedIds)
        failures.set(id, { message: `It is a draft again, and not back in the ${name}: ${message}` })
    })
  return failures
}

/** Publishes exactly the version of the page that the editor has seen, with the pictures that are put into its list. */
async function publishPage({ space, page, places }: ChangeOptions, ids: ReadonlySet<string>): Promise<void> {
  if (!places) return publishResource(space, page)
  const list = space.pictureType.page
  const current = await putOnPage(space, ids, places)
  const seen = setListedEntryIds(page, list, returnEntries(getListedEntryIds(page, list), ids, places))
  if (!isSameValue(seen.fields, current.fields)) throw new ConflictError(seen, current)
  await publishResource(space, current)
}

/** Puts pictures into the list of the latest version of the page, which stays a draft. */
const putOnPage = (space: ChangedSpace, ids: ReadonlySet<string>, places: PictureOrder) =>
  updatePageList(space, (listedIds) => returnEntries(listedIds, ids, places))

/** Publishes the asset before the entry; changes the entry first otherwise, so that it never links to what is missing. */
async function changePicture(action: PictureAction, { entry, asset }: SpacePicture, options: ChangeOptions) {
  const { space, sharedAssetIds } = options
  const changedAssets = asset && !sharedAssetIds?.has(asset.sys.id) ? [asset] : []
  const resources = action === 'publish' ? [...changedAssets, entry] : [entry, ...changedAssets]
  for (const resource of resources) await changeResource(action, space, resource)
}

async function changeResource(action: PictureAction, space: ChangedSpace, resource: SpaceResource) {
  const state = getPublicationState(resource.sys)
  if (action === 'publish') return isDraftOrChanged(resource) ? publishResource(space, resource) : undefined
  if (action === 'delete') return deleteResource(space, resource)
  if (action === 'restore') return state === 'archived' ? changeState(space, resource, 'unarchive') : undefined
  if (resource.sys.publishedVersion !== undefined) await changeState(space, resource, 'unpublish')
  if (action === 'archive' && state !== 'archived') await changeState(space, resource, 'archive')
}

/**
 * Publishes exactly the version that the editor has seen. After a version conflict it reads the resource again: the same
 * field values are published, others are a `ConflictError`.
 */
async function publishResource(space: ChangedSpace, seen: SpaceResource): Promise<void> {
  let known: SpaceResource | undefined = seen
  await repeatOnConflict(async () => {
    const version = known ?? (await sendRequest(space, seen, 'get'))
    known = undefined
    if (!isSameValue(seen.fields, version.fields)) throw new ConflictError(seen, version)
    // The response to the first attempt can have been lost.
    if (version !== seen && getPublicationState(version.sys) === 'published') return
    await sendVersion(space, version, 'publish')
  })
}

/** The state that a request leaves. */
const STATES = { unpublish: 'draft', archive: 'archived', unarchive: 'draft' } as const

/** Unpublishes, archives or restores a resource. It may be so already: the response to a first attempt can be lost. */
async function changeState(space: ChangedSpace, resource: SpaceResource, step: keyof typeof STATES): Promise<void> {
  try {
    await sendRequest(space, resource, step)
  } catch (error) {
    if (!hasStatus(error, 400)) throw error
    const current = await sendRequest(space, resource, 'get')
    if (getPublicationState(current.sys) !== STATES[step]) throw error
  }
}

/** Unpublishes and deletes a resource. Somebody else, or the first attempt, can have deleted it already. */
async function deleteResource(space: ChangedSpace, resource: SpaceResource): Promise<void> {
  const { id, publishedVersion } = resource.sys
  const remove = (cma: CMAClient): Promise<unknown> =>
    isEntry(resource) ? cma.entry.delete({ entryId: id }) : cma.asset.delete({ assetId: id })
  try {
    if (publishedVersion !== undefined) await changeState(space, resource, 'unpublish')
    await space.client.send(remove)
  } catch (error) {
    if (!hasStatus(error, 404)) throw error
  }
  space.updateSpacePictures(isEntry(resource) ? { deletedEntryIds: [id] } : { deletedAssetIds: [id] })
}
