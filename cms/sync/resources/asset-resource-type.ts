import { readFile, stat } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AssetProps } from 'contentful-management'
import { getWithdrawalReason, needsPublishing } from '#cms/publish-state.ts'
import { addHashToFileName, getAssetFileName, isSameFileName } from '#cms/seed/asset-file-name.ts'
import type { MediaCache } from '#cms/seed/media-cache.ts'
import type { SeedAsset } from '#cms/seed/seed-types.ts'
import { parseApiError } from '#cms/sync/contentful/api-error.ts'
import type { SpaceClient } from '#cms/sync/contentful/space-client.ts'
import { LOCALE } from '#shared/constants.ts'
import { MEDIA_TYPES } from '#shared/media-types.ts'
import { type ResourceDiff, type ResourceType, UNPUBLISHED_DRAFT_NOTE } from './resource-type.ts'

/** The desired state of a picture or video. */
export interface DesiredAsset {
  readonly id: string
  readonly title: string
  /** Path of the local file. */
  readonly path: string
  /** Contains a hash of the content, which identifies the uploaded file in the space. */
  readonly fileName: string
  /** The file name in the space from which an editor’s upload was pulled. */
  readonly originalName: string | undefined
  readonly contentType: string
  /** bytes */
  readonly size: number
}

/** Converts an asset of the seed to the desired asset of a space. Reads the file. */
export async function toDesiredAsset(
  { id, file, title, originalName }: SeedAsset,
  mediaFolder: string,
  cache?: MediaCache,
): Promise<DesiredAsset> {
  const path = join(mediaFolder, file)
  const mediaType = MEDIA_TYPES[extname(file)]
  if (!mediaType) throw new Error(`The validated seed contains ${file}, whose MIME type is unknown`)
  const fileName = await getAssetFileName(path, cache)
  const { size } = await stat(path)
  return { id, title, path, fileName, originalName, contentType: mediaType.contentType, size }
}

/** Contentful processes a large picture in a few seconds. */
const MAX_POLLS = 40
const POLL_INTERVAL_MS = 1_500

/** Creates the resource type of assets: upload, create, process, publish. */
export function createAssetResourceType(
  { client: { asset, upload, raw }, path }: SpaceClient,
  force: boolean,
): ResourceType<DesiredAsset, AssetProps> {
  const uploadedIds = new Set<string>()

  /** Reads the whole file: a stream would be empty in a retry (docs/contentful.md, Traps). */
  async function uploadFile({ id, path, fileName, contentType }: DesiredAsset) {
    const content = await readFile(path)
    if (!isSameFileName(addHashToFileName(basename(path), content), fileName))
      throw new Error(`${path} has changed since the command began: run it again`)
    const file = new Uint8Array(content).buffer
    const created: { readonly sys: { readonly id: string } } = await upload.create({}, { file })
    uploadedIds.add(id)
    const uploadFrom = { sys: { type: 'Link', linkType: 'Upload', id: created.sys.id } }
    return { [LOCALE]: { fileName, contentType, uploadFrom } }
  }

  async function update(desired: DesiredAsset, actual: AssetProps, changedFields: ReadonlySet<string>) {
    const { fields } = actual
    const file = changedFields.has('file') ? { ...fields.file, ...(await uploadFile(desired)) } : fields.file
    const title = changedFields.has('title') ? { ...fields.title, [LOCALE]: desired.title } : fields.title
    return asset.update({ assetId: desired.id }, { ...actual, fields: { ...fields, title, file } })
  }

  /** The client’s own function never settles if one of its polls fails. */
  async function requestProcessing({ sys }: AssetProps) {
    const headers = { 'X-Contentful-Version': sys.version }
    await raw.put(`${path}/assets/${sys.id}/files/${LOCALE}/process`, null, { headers })
  }

  async function waitUntilProcessed(assetId: string) {
    for (let polls = 0; polls < MAX_POLLS; polls += 1) {
      if (polls > 0) await sleep(POLL_INTERVAL_MS)
      const actual = await asset.get({ assetId })
      if (actual.fields.file[LOCALE]?.url) return actual
    }
    throw new ProcessingTimeoutError()
  }

  /** Uploads the file again if the upload of an earlier run has expired: Contentful keeps it for a day. */
  async function processAsset(desired: DesiredAsset, actual: AssetProps) {
    try {
      await requestProcessing(actual)
      return await waitUntilProcessed(desired.id)
    } catch (error) {
      if (uploadedIds.has(desired.id) || !isProcessingError(error)) throw error
      return update(desired, await asset.get({ assetId: desired.id }), new Set(['file']))
    }
  }

  function compare(desired: DesiredAsset, actual: AssetProps | undefined): ResourceDiff {
    const title = { field: 'title', actual: actual?.fields.title?.[LOCALE], desired: desired.title }
    const file = { field: 'file', actual: actual?.fields.file?.[LOCALE]?.fileName, desired: desired.fileName }
    if (!actual) return { changes: [title, file], preserved: [] }
    const differences = [
      ...(title.actual === title.desired ? [] : [title]),
      ...(hasFile(actual, desired) ? [] : [file]),
    ]
    const preserved = differences.filter(
      (change) => !force && (change === file ? isUploadedByEditor(actual) : isTitleEdited(actual)),
    )
    return {
      changes: differences.filter((change) => !preserved.includes(change)),
      preserved,
      note: getNote(actual, preserved),
      withdrawal: force ? getWithdrawalReason(actual.sys) : undefined,
    }
  }

  function getNote({ sys }: AssetProps, preserved: ResourceDiff['preserved']): string | undefined {
    if (force) return undefined
    // Before the first publication, a different title is that of an earlier seed.
    const isEdited = preserved.some(({ field }) => field === 'file' || sys.firstPublishedAt !== undefined)
    return getWithdrawalReason(sys) ?? (isEdited && needsPublishing(sys) ? UNPUBLISHED_DRAFT_NOTE : undefined)
  }

  return {
    name: 'asset',
    read: (id) => asset.get({ assetId: id }),
    dependsOn: () => [],
    compare,

    nextStep(desired, actual) {
      const params = { assetId: desired.id }
      if (!actual) {
        const title = { [LOCALE]: desired.title }
        return {
          action: 'create',
          run: async () => asset.createWithId(params, { fields: { title, file: await uploadFile(desired) } }),
        }
      }
      const { changes, note } = compare(desired, actual)
      if (actual.sys.archivedVersion !== undefined)
        return force ? { action: 'unarchive', run: () => asset.unarchive(params) } : null
      if (changes.length > 0) {
        const changedFields = new Set(changes.map(({ field }) => field))
        return { action: 'update', run: () => update(desired, actual, changedFields) }
      }
      if (hasFile(actual, desired) && !actual.fields.file[LOCALE]?.url)
        return { action: 'process', run: () => processAsset(desired, actual) }
      if (note) return null
      if (needsPublishing(actual.sys)) return { action: 'publish', run: () => asset.publish(params, actual) }
      return null
    },
  }
}

/** Whether the asset has the desired file: under the name of a seed run, or under an editor’s own, which a pull stores. */
function hasFile({ fields }: AssetProps, { fileName, originalName, size }: DesiredAsset): boolean {
  const file = fields.file?.[LOCALE]
  if (!file) return false
  return isSameFileName(file.fileName, fileName) || (file.fileName === originalName && file.details?.size === size)
}

/**
 * Whether an editor has uploaded or removed the file. A seed run adds a hash to the file name
 * (cms/seed/asset-file-name.ts).
 */
export const isUploadedByEditor = ({ fields }: AssetProps) =>
  !/\.[0-9a-f]{8}\.\w+$/.test(fields.file?.[LOCALE]?.fileName ?? '')

/** Assets have no field for fingerprints. An asset that was published only once is as the first seed run left it. */
const isTitleEdited = ({ sys }: AssetProps) => (sys.publishedCounter ?? 0) > 1 || needsPublishing(sys)

/** Whether Contentful cannot process the upload. */
const isProcessingError = (error: unknown) =>
  error instanceof ProcessingTimeoutError || [400, 404, 422].includes(parseApiError(error).status)

class ProcessingTimeoutError extends Error {
  constructor() {
    super(`Contentful has not processed the upload within ${(MAX_POLLS * POLL_INTERVAL_MS) / 1_000} s`)
  }
}
