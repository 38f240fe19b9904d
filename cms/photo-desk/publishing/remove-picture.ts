import type { CMAClient } from '@contentful/app-sdk'
import type { AssetProps } from 'contentful-management'
import { parseLink } from '#cms/links.ts'
import type { DeskClient } from '#cms/photo-desk/space/desk-client.ts'
import { hasStatus, toRequestError } from '#cms/photo-desk/space/request-error.ts'
import {
  getPublicationState,
  type PublicationState,
  type SpaceChange,
  type SpaceEntry,
  type SpacePicture,
} from '#cms/photo-desk/space/space-pictures.ts'
import { getListedEntryIds } from '#cms/pictures/page-list.ts'
import type { PictureType } from '#cms/pictures/picture-type.ts'
import { LOCALE } from '#shared/constants.ts'

/** `unpublish`: visitors do not see it any more. `archive`, `delete`: the page does not list it either. */
export type RemovalKind = 'unpublish' | 'archive' | 'delete'

interface RemovalOptions {
  readonly client: DeskClient
  readonly pictureType: PictureType
  readonly page: SpaceEntry
  readonly picture: SpacePicture
  /** Whether other entries link to the asset, which is then kept as it is. */
  readonly isAssetShared: boolean
  /** Called after each step. */
  readonly onChange: (change: SpaceChange) => void
}

/** A step with what is done after it, for example `is unpublished`. */
type Step = readonly [done: string, run: () => Promise<void>]

/**
 * Unpublishes, archives or deletes a picture with its asset. The page’s list comes first, so that it never links to a
 * deleted entry. Throws an error that names the steps that are done.
 */
export async function removePicture(kind: RemovalKind, options: RemovalOptions): Promise<void> {
  const done: string[] = []
  for (const [text, run] of createSteps(kind, options))
    try {
      await run()
      done.push(text)
    } catch (error) {
      const { message } = toRequestError(error)
      const { name } = options.pictureType
      throw new Error(done.length > 0 ? `The ${name} ${done.join(' and ')}, but then: ${message}` : message)
    }
}

function createSteps(kind: RemovalKind, options: RemovalOptions): readonly Step[] {
  const { client, pictureType, page, picture, isAssetShared, onChange } = options
  const entryId = picture.entry.sys.id
  const isListed = getListedEntryIds(page, pictureType.page).includes(entryId)
  const listStep: Step = [
    `is no longer in the ${pictureType.page.name}`,
    async () => onChange({ page: await removeFromPageList(client, pictureType, page, entryId) }),
  ]
  return [
    ...(isListed && kind !== 'unpublish' ? [listStep] : []),
    ...createResourceSteps(kind, getRemovableEntry(picture.entry), options),
    ...(picture.asset && !isAssetShared ? createResourceSteps(kind, getRemovableAsset(picture.asset), options) : []),
  ]
}

/** An entry or asset with the requests that remove it. */
interface Removable<Resource> {
  readonly resource: Resource
  /** What is said after each step; the text continues the name of the picture. */
  readonly doneTexts: Readonly<Record<RemovalKind, string>>
  readonly get: (cma: CMAClient) => Promise<Resource>
  readonly unpublish: (cma: CMAClient) => Promise<Resource>
  readonly archive: (cma: CMAClient) => Promise<Resource>
  readonly delete: (cma: CMAClient) => Promise<unknown>
  readonly toChange: (resource: Resource) => SpaceChange
  readonly deletion: SpaceChange
}

function getRemovableEntry(entry: SpaceEntry): Removable<SpaceEntry> {
  const params = { entryId: entry.sys.id }
  return {
    resource: entry,
    doneTexts: { unpublish: 'is unpublished', archive: 'is archived', delete: 'is deleted' },
    get: (cma) => cma.entry.get(params),
    unpublish: (cma) => cma.entry.unpublish(params),
    archive: (cma) => cma.entry.archive(params),
    delete: (cma) => cma.entry.delete(params),
    toChange: (changed) => ({ entries: [changed] }),
    deletion: { deletedEntryIds: [params.entryId] },
  }
}

function getRemovableAsset(asset: AssetProps): Removable<AssetProps> {
  const params = { assetId: asset.sys.id }
  return {
    resource: asset,
    doneTexts: { unpublish: 'has an unpublished file', archive: 'has an archived file', delete: 'has no file' },
    get: (cma) => cma.asset.get(params),
    unpublish: (cma) => cma.asset.unpublish(params),
    archive: (cma) => cma.asset.archive(params),
    delete: (cma) => cma.asset.delete(params),
    toChange: (changed) => ({ assets: [changed] }),
    deletion: { deletedAssetIds: [params.assetId] },
  }
}

function createResourceSteps<Resource extends SpaceEntry | AssetProps>(
  kind: RemovalKind,
  removable: Removable<Resource>,
  { client, onChange }: RemovalOptions,
): readonly Step[] {
  const { resource, doneTexts, toChange, deletion } = removable
  const unpublish = async () => {
    const request = changeState(client, 'draft', { change: removable.unpublish, get: removable.get })
    const unpublished = await (kind === 'delete' ? ignoreMissing(request) : request)
    if (unpublished) onChange(toChange(unpublished))
  }
  const archive = async () => {
    const request = changeState(client, 'archived', { change: removable.archive, get: removable.get })
    onChange(toChange(await request))
  }
  const deleteResource = async () => {
    await ignoreMissing(client.send(removable.delete))
    onChange(deletion)
  }
  const steps: Step[] = []
  if (resource.sys.publishedVersion !== undefined) steps.push([doneTexts.unpublish, unpublish])
  if (kind === 'archive' && getPublicationState(resource) !== 'archived') steps.push([doneTexts.archive, archive])
  if (kind === 'delete') steps.push([doneTexts.delete, deleteResource])
  return steps
}

interface StateRequests<Resource> {
  readonly change: (cma: CMAClient) => Promise<Resource>
  readonly get: (cma: CMAClient) => Promise<Resource>
}

/** Unpublishes or archives a resource. It may be in this state already: the response to a first attempt can be lost. */
async function changeState<Resource extends SpaceEntry | AssetProps>(
  client: DeskClient,
  state: PublicationState,
  { change, get }: StateRequests<Resource>,
): Promise<Resource> {
  try {
    return await client.send(change)
  } catch (error) {
    if (!hasStatus(error, 400)) throw error
    const resource = await client.send(get)
    if (getPublicationState(resource) !== state) throw error
    return resource
  }
}

/** Somebody else, or the first attempt of a retried request, can have deleted the resource. */
async function ignoreMissing<Result>(request: Promise<Result>): Promise<Result | undefined> {
  try {
    return await request
  } catch (error) {
    if (!hasStatus(error, 404)) throw error
    return undefined
  }
}

/** Attempts to save the page when others save it at the same time. */
const MAX_ATTEMPTS = 4

/** Removes a link from the latest version of the page’s list, and returns the saved page. */
async function removeFromPageList(
  client: DeskClient,
  { page: { field } }: PictureType,
  page: SpaceEntry,
  entryId: string,
): Promise<SpaceEntry> {
  let current = page
  for (let attempts = 1; ; attempts += 1) {
    const links: unknown = current.fields[field]?.[LOCALE]
    const kept = Array.isArray(links) ? links.filter((link) => parseLink(link)?.id !== entryId) : []
    const fields = { ...current.fields, [field]: { ...current.fields[field], [LOCALE]: kept } }
    const draft = { ...current, fields }
    try {
      return await client.send((cma) => cma.entry.update({ entryId: page.sys.id }, draft))
    } catch (error) {
      if (!hasStatus(error, 409) || attempts === MAX_ATTEMPTS) throw error
      current = await client.send((cma) => cma.entry.get({ entryId: page.sys.id }))
    }
  }
}
