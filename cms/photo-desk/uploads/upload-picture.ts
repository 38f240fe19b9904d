import type { KeyValueMap } from 'contentful-management'
import { createLink } from '#cms/links.ts'
import type { DeskClient } from '#cms/photo-desk/space/desk-client.ts'
import { hasStatus } from '#cms/photo-desk/space/request-error.ts'
import {
  type EntryValues,
  isSameValue,
  type SpaceChange,
  type SpaceEntry,
} from '#cms/photo-desk/space/space-pictures.ts'
import type { PictureType } from '#cms/pictures/picture-type.ts'
import { LOCALE } from '#shared/constants.ts'
import { createAsset, processAsset, replaceAssetFile, sendFile } from './asset-requests.ts'
import type { PreparedFile, StoredUpload, UploadStep, UploadTarget } from './upload.ts'

/** An upload whose file is converted, and whose ids are decided. */
export interface ReadyUpload extends StoredUpload {
  readonly prepared: PreparedFile
  readonly target: UploadTarget
}

interface UploadPictureOptions {
  readonly client: DeskClient
  readonly pictureType: PictureType
  readonly signal: AbortSignal
  readonly getFile: () => Promise<Blob | undefined>
  /** Whether the original file is there to replace a converted one that the browser has lost. */
  readonly canConvertAgain: boolean
  /** Returns the upload as it is now: the editor may have typed texts meanwhile. */
  readonly getUpload: () => ReadyUpload
  /** Keeps a finished step over a reload. */
  readonly saveStep: (change: Partial<StoredUpload>) => Promise<void>
  readonly onStep: (step: UploadStep) => void
  readonly appendToList: (entryId: string) => Promise<void>
  readonly updateSpacePictures: (change: SpaceChange) => void
  /** Saves texts that the editor has typed while the entry was created. */
  readonly changeEntry: (entryId: string, values: EntryValues) => void
}

/** Uploads a picture as a draft, from the first step that is not finished. Rejects when the signal aborts. */
export async function uploadPicture(options: UploadPictureOptions): Promise<void> {
  const { client, signal, getUpload, saveStep, onStep, appendToList, updateSpacePictures, changeEntry } = options
  const { target } = getUpload()
  if (getUpload().hasEntry) await checkEntry(options)
  if (!getUpload().hasAsset) await writeAsset(options)
  if (!getUpload().isProcessed) {
    onStep('processing')
    const asset = await processAsset(target.assetId, { client, signal }).catch(async (error: unknown) => {
      if (hasStatus(error, 404)) await saveStep({ hasAsset: false })
      throw error
    })
    updateSpacePictures({ assets: [asset] })
    await saveStep({ isProcessed: true })
  }
  if (target.isReplacement) return
  onStep('saving')
  if (!getUpload().hasEntry) {
    const { values } = getUpload()
    updateSpacePictures({ entries: [await createEntry(options)] })
    await saveStep({ hasEntry: true })
    if (getUpload().values !== values) changeEntry(target.entryId, getUpload().values)
  }
  signal.throwIfAborted()
  await appendToList(target.entryId)
}

/** Somebody else can have deleted the entry while the upload was stopped: it is created again. */
async function checkEntry({ client, signal, getUpload, saveStep }: UploadPictureOptions): Promise<void> {
  const { entryId } = getUpload().target
  try {
    await client.send((cma) => cma.entry.get({ entryId }), { signal })
  } catch (error) {
    if (!hasStatus(error, 404)) throw error
    await saveStep({ hasEntry: false, isProcessed: false })
  }
}

/** Returns the error to throw. A retry converts the original file again. */
async function forgetConvertedFile({ canConvertAgain, saveStep }: UploadPictureOptions): Promise<Error> {
  if (!canConvertAgain) return new Error('The browser has not kept the file: cancel this, and add it again')
  await saveStep({ prepared: undefined, target: undefined })
  return new Error('The browser has not kept the converted file. Retry, then it is converted again')
}

async function writeAsset(options: UploadPictureOptions): Promise<void> {
  const { client, pictureType, signal, getUpload, getFile, saveStep, onStep } = options
  const context = { client, signal }
  onStep('uploading')
  const { prepared: file, target, values } = getUpload()
  const { assetId, isReplacement } = target
  try {
    let { uploadId } = getUpload()
    if (uploadId === undefined) {
      const content = await getFile()
      if (!content) throw await forgetConvertedFile(options)
      uploadId = await sendFile(content, context)
      await saveStep({ uploadId })
    }
    if (isReplacement) await replaceAssetFile({ assetId, file, uploadId }, context)
    else await createAsset({ assetId, file, uploadId, title: getTitle(file, values, pictureType) }, context)
  } catch (error) {
    // An uploaded file is valid for a day: the next attempt sends it again.
    if (hasStatus(error, 404) || hasStatus(error, 422)) await saveStep({ uploadId: undefined })
    throw error
  }
  await saveStep({ hasAsset: true, uploadId: undefined })
}

/** The text of the first column, or the name of the file without its extension. */
function getTitle({ fileName }: PreparedFile, values: EntryValues, { columns }: PictureType): string {
  const [first] = Object.values(columns)
  return values[first?.field ?? '']?.trim() || fileName.replace(/\.\w+$/, '')
}

/** Creates the entry with the texts typed so far. An entry that an interrupted upload has created gets them too. */
async function createEntry({ client, pictureType, signal, getUpload }: UploadPictureOptions): Promise<SpaceEntry> {
  const { target, values } = getUpload()
  const { type: contentTypeId, pictureField } = pictureType
  const { entryId, assetId } = target
  const texts = Object.entries(values).filter(([, value]) => value)
  const fields: KeyValueMap = {
    [pictureField]: { [LOCALE]: createLink('Asset', assetId) },
    ...Object.fromEntries(texts.map(([field, value]) => [field, { [LOCALE]: value }])),
  }
  try {
    return await client.send((cma) => cma.entry.createWithId({ contentTypeId, entryId }, { fields }), { signal })
  } catch (error) {
    if (!hasStatus(error, 409)) throw error
    const existing = await client.send((cma) => cma.entry.get({ entryId }), { signal })
    if (Object.keys(fields).every((field) => isSameValue(existing.fields[field], fields[field]))) return existing
    const merged = { ...existing, fields: { ...existing.fields, ...fields } }
    return client.send((cma) => cma.entry.update({ entryId }, merged), { signal })
  }
}

/**
 * Deletes the entry and the asset that a cancelled upload has created, unless they are published. What cannot be deleted
 * stays as a draft.
 */
export async function deleteDrafts({ target }: StoredUpload, client: DeskClient): Promise<SpaceChange> {
  if (!target || target.isReplacement) return {}
  const { entryId, assetId } = target
  const [entry] = await client.readByIds([entryId], (cma, query) => cma.entry.getMany({ query }))
  if (entry?.sys.publishedVersion !== undefined) return {}
  if (entry) await client.send((cma) => cma.entry.delete({ entryId }))
  const [asset] = await client.readByIds([assetId], (cma, query) => cma.asset.getMany({ query }))
  const isDraft = asset !== undefined && asset.sys.publishedVersion === undefined
  if (isDraft) await client.send((cma) => cma.asset.delete({ assetId }))
  return { deletedEntryIds: [entryId], deletedAssetIds: isDraft ? [assetId] : [] }
}
