import type { CMAClient } from '@contentful/app-sdk'
import type { AssetProps } from 'contentful-management'
import { parseLink } from '#cms/links.ts'
import type { DeskClient } from '#cms/photo-desk/space/desk-client.ts'
import {
  getPublicationState,
  type LibraryChange,
  type LibraryEntry,
  type LibraryPicture,
  type PublicationState,
} from '#cms/photo-desk/space/library.ts'
import { hasStatus, RequestError, toRequestError } from '#cms/photo-desk/space/request-error.ts'
import { getListedEntryIds } from '#cms/pictures/page-list.ts'
import type { PictureType } from '#cms/pictures/picture-type.ts'
import { LOCALE } from '#shared/constants.ts'

/** `unpublish`: visitors do not see it any more. `archive`, `delete`: the page does not list it either. */
export type RemovalKind = 'unpublish' | 'archive' | 'delete'

interface RemovalOptions {
  readonly client: DeskClient
  readonly pictureType: PictureType
  readonly page: LibraryEntry
  readonly picture: LibraryPicture
  /** Whether other entries link to the asset, which is then kept as it is. */
  readonly isAssetShared: boolean
  /** Called after each step. */
  readonly onChange: (change: LibraryChange) => void
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
    ...createEntrySteps(kind, options),
    ...(picture.asset && !isAssetShared ? createAssetSteps(kind, options, picture.asset) : []),
  ]
}

function createEntrySteps(
  kind: RemovalKind,
  { client, picture: { entry }, onChange }: RemovalOptions,
): readonly Step[] {
  const params = { entryId: entry.sys.id }
  const steps: Step[] = []
  if (entry.sys.publishedVersion !== undefined)
    steps.push([
      'is unpublished',
      async () => {
        const request = changeState(client, 'draft', {
          change: (cma) => cma.entry.unpublish(params),
          get: (cma) => cma.entry.get(params),
        })
        const unpublished = await (kind === 'delete' ? ignoreMissing(request) : request)
        if (unpublished) onChange({ entries: [unpublished] })
      },
    ])
  if (kind === 'archive')
    steps.push([
      'is archived',
      async () => {
        const archived = await changeState(client, 'archived', {
          change: (cma) => cma.entry.archive(params),
          get: (cma) => cma.entry.get(params),
        })
        onChange({ entries: [archived] })
      },
    ])
  if (kind === 'delete')
    steps.push([
      'is deleted',
      async () => {
        await ignoreMissing(client.send((cma) => cma.entry.delete(params)))
        onChange({ deletedEntryIds: [entry.sys.id] })
      },
    ])
  return steps
}

function createAssetSteps(kind: RemovalKind, { client, onChange }: RemovalOptions, asset: AssetProps): readonly Step[] {
  const params = { assetId: asset.sys.id }
  const steps: Step[] = []
  if (asset.sys.publishedVersion !== undefined)
    steps.push([
      'has an unpublished file',
      async () => {
        const request = changeState(client, 'draft', {
          change: (cma) => cma.asset.unpublish(params),
          get: (cma) => cma.asset.get(params),
        })
        const unpublished = await (kind === 'delete' ? ignoreMissing(request) : request)
        if (unpublished) onChange({ assets: [unpublished] })
      },
    ])
  if (kind === 'archive' && getPublicationState(asset) !== 'archived')
    steps.push([
      'has an archived file',
      async () => {
        const archived = await changeState(client, 'archived', {
          change: (cma) => cma.asset.archive(params),
          get: (cma) => cma.asset.get(params),
        })
        onChange({ assets: [archived] })
      },
    ])
  if (kind === 'delete')
    steps.push([
      'has no file',
      async () => {
        await ignoreMissing(client.send((cma) => cma.asset.delete(params)))
        onChange({ deletedAssetIds: [asset.sys.id] })
      },
    ])
  return steps
}

interface StateRequests<Resource> {
  readonly change: (cma: CMAClient) => Promise<Resource>
  readonly get: (cma: CMAClient) => Promise<Resource>
}

/** Unpublishes or archives a resource. It may be in this state already: the response to a first attempt can be lost. */
async function changeState<Resource extends LibraryEntry | AssetProps>(
  client: DeskClient,
  state: PublicationState,
  { change, get }: StateRequests<Resource>,
): Promise<Resource> {
  try {
    return await client.send(change)
  } catch (error) {
    if (!(error instanceof RequestError) || error.status !== 400) throw error
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
    if (!(error instanceof RequestError) || error.status !== 404) throw error
    return undefined
  }
}

/** Attempts to save the page when others save it at the same time. */
const MAX_ATTEMPTS = 4

/** Removes a link from the latest version of the page’s list, and returns the saved page. */
async function removeFromPageList(
  client: DeskClient,
  { page: { field } }: PictureType,
  page: LibraryEntry,
  entryId: string,
): Promise<LibraryEntry> {
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
