import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { AssetProps } from 'contentful-management'
import { addHashToFileName, isSameFileName } from '#cms/seed/asset-file-name.ts'
import { parseApiError } from '#cms/sync/contentful/api-error.ts'
import { retryTruncatedResponse } from '#cms/sync/contentful/retry-request.ts'
import type { SpaceClient } from '#cms/sync/contentful/space-client.ts'
import { LOCALE } from '#shared/constants.ts'
import {
  getWithdrawalReason,
  needsPublishing,
  type OverwriteOptions,
  type ResourceDiff,
  type ResourceType,
  UNPUBLISHED_DRAFT_NOTE,
} from './resource-type.ts'

/** A picture or film as it should stand in the space. */
export interface DesiredAsset {
  readonly id: string
  readonly title: string
  /** Where the file is on this machine. */
  readonly path: string
  /** With a hash of the content, so that the space itself says which file it holds. */
  readonly fileName: string
  /** The name under which an editor uploaded the same file, where it was pulled from a space. */
  readonly originalName: string | undefined
  readonly contentType: string
  /** bytes */
  readonly size: number
}

/** Contentful processes a large picture in a few seconds: looked for so often, after so many ms each. */
const LOOKS = 40
const LOOK_EVERY = 1_500

/** Assets: upload, create, process, publish. */
export function createAssetResourceType(
  { client: { asset, upload, raw }, path }: SpaceClient,
  { force }: OverwriteOptions,
): ResourceType<DesiredAsset, AssetProps> {
  const uploaded = new Set<string>()

  /** A stream would be sent empty when it is repeated (docs/contentful.md, Traps): so the whole file at once. */
  async function uploadedFile({ id, path, fileName, contentType }: DesiredAsset) {
    const content = await readFile(path)
    if (!isSameFileName(addHashToFileName(basename(path), content), fileName))
      throw new Error(`${path} has changed since the command began: run it again`)
    const file = new Uint8Array(content).buffer
    const created: { readonly sys: { readonly id: string } } = await upload.create({}, { file })
    uploaded.add(id)
    const uploadFrom = { sys: { type: 'Link', linkType: 'Upload', id: created.sys.id } }
    return { [LOCALE]: { fileName, contentType, uploadFrom } }
  }

  async function update(wanted: DesiredAsset, held: AssetProps, names: ReadonlySet<string>) {
    const file = names.has('file') ? { ...held.fields.file, ...(await uploadedFile(wanted)) } : held.fields.file
    const title = names.has('title') ? { ...held.fields.title, [LOCALE]: wanted.title } : held.fields.title
    return asset.update({ assetId: wanted.id }, { ...held, fields: { ...held.fields, title, file } })
  }

  /** The client's own function for this never comes back when a look at the asset fails. */
  async function process({ sys }: AssetProps) {
    const headers = { 'X-Contentful-Version': sys.version }
    await raw.put(`${path}/assets/${sys.id}/files/${LOCALE}/process`, null, { headers })
  }

  async function processedFile(assetId: string) {
    for (let looks = 0; looks < LOOKS; looks += 1) {
      if (looks > 0) await setTimeout(LOOK_EVERY)
      const held = await retryTruncatedResponse(() => asset.get({ assetId }))
      if (held.fields.file[LOCALE]?.url) return held
    }
    throw new NotProcessed()
  }

  /** An upload of an earlier run may be gone: Contentful keeps it for a day. Then the file is uploaded again. */
  async function processed(wanted: DesiredAsset, held: AssetProps) {
    try {
      await process(held)
      return await processedFile(wanted.id)
    } catch (error) {
      if (uploaded.has(wanted.id) || !isUseless(error)) throw error
      return update(wanted, await asset.get({ assetId: wanted.id }), new Set(['file']))
    }
  }

  function compare(wanted: DesiredAsset, held: AssetProps | undefined): ResourceDiff {
    const title = { field: 'title', held: held?.fields.title?.[LOCALE], wanted: wanted.title }
    const file = { field: 'file', held: held?.fields.file?.[LOCALE]?.fileName, wanted: wanted.fileName }
    if (!held) return { changes: [title, file], preserved: [] }
    const isFileSame = holdsFile(held, wanted)
    const differing = [...(title.held === title.wanted ? [] : [title]), ...(isFileSame ? [] : [file])]
    const preserved = differing.filter(
      (change) => !force && (change === file ? isUploadedByEditor(held) : isTitleEdited(held)),
    )
    return {
      changes: differing.filter((change) => !preserved.includes(change)),
      preserved,
      note: noteOn(held, preserved),
    }
  }

  function noteOn({ sys }: AssetProps, kept: ResourceDiff['preserved']): string | undefined {
    if (force) return undefined
    // Before it was first published, another title is an earlier seed's.
    const isEditors = kept.some(({ field }) => field === 'file' || sys.firstPublishedAt !== undefined)
    return getWithdrawalReason(sys) ?? (isEditors && needsPublishing(sys) ? UNPUBLISHED_DRAFT_NOTE : undefined)
  }

  return {
    name: 'asset',
    read: (id) => asset.get({ assetId: id }),
    dependsOn: () => [],
    compare,

    nextStep(wanted, held) {
      const at = { assetId: wanted.id }
      if (!held) {
        const title = { [LOCALE]: wanted.title }
        return {
          action: 'create',
          run: async () => asset.createWithId(at, { fields: { title, file: await uploadedFile(wanted) } }),
        }
      }
      const { changes, note } = compare(wanted, held)
      if (held.sys.archivedVersion !== undefined)
        return force ? { action: 'unarchive', run: () => asset.unarchive(at) } : null
      if (changes.length > 0) {
        const names = new Set(changes.map(({ field }) => field))
        return { action: 'update', run: () => update(wanted, held, names) }
      }
      if (holdsFile(held, wanted) && !held.fields.file[LOCALE]?.url)
        return { action: 'process', run: () => processed(wanted, held) }
      if (note) return null
      if (needsPublishing(held.sys)) return { action: 'publish', run: () => asset.publish(at, held) }
      return null
    },
  }
}

/** Under the name that a seeding gives it; or under an editor's own, which a pull has noted. */
function holdsFile({ fields }: AssetProps, { fileName, originalName, size }: DesiredAsset): boolean {
  const file = fields.file?.[LOCALE]
  if (!file) return false
  return isSameFileName(file.fileName, fileName) || (file.fileName === originalName && file.details?.size === size)
}

/** A seeding gives a file a name with a hash (seed/file-name.ts). Without one, an editor has uploaded it, or taken it out. */
export const isUploadedByEditor = ({ fields }: AssetProps) =>
  !/\.[0-9a-f]{8}\.\w+$/.test(fields.file?.[LOCALE]?.fileName ?? '')

/** Assets have no room for marks. What was published once only, as the first seeding did, nobody has touched. */
export const isTitleEdited = ({ sys }: AssetProps) => (sys.publishedCounter ?? 0) > 1 || needsPublishing(sys)

/** Contentful cannot make a file of this upload. */
const isUseless = (error: unknown) =>
  error instanceof NotProcessed || [400, 404, 422].includes(parseApiError(error).status)

class NotProcessed extends Error {
  constructor() {
    super(`Contentful has not made a file of the upload within ${(LOOKS * LOOK_EVERY) / 1_000} s`)
  }
}
