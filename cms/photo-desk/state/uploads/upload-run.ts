import type { AssetProps, KeyValueMap } from 'contentful-management'
import type PQueue from 'p-queue'
import { createLink } from '#cms/links.ts'
import { createAsset, processAsset, replaceAssetFile, sendFile } from '#cms/photo-desk/client/asset-requests.ts'
import { repeatOnConflict } from '#cms/photo-desk/client/desk-client.ts'
import { getListedEntryIds } from '#cms/photo-desk/client/page-list.ts'
import type { PictureType } from '#cms/photo-desk/client/picture-type.ts'
import { hasStatus } from '#cms/photo-desk/client/request-error.ts'
import {
  type EntryValues,
  getAssetId,
  isSameValue,
  type SpaceAccess,
  type SpaceEntry,
} from '#cms/photo-desk/client/space-pictures.ts'
import type { PreparedFile, UploadRecord, UploadStep, UploadTarget } from '#cms/photo-desk/client/stored-work.ts'
import type { EntryEdits } from '#cms/photo-desk/state/edits/entry-edits.ts'
import { LOCALE } from '#shared/constants.ts'
import { createPictureId, findDuplicate, hashSpacePictures } from './find-duplicate.ts'
import type { PictureTools } from './picture-tools.ts'
import type { UploadStore } from './upload-store.ts'
import { UnsuitableFileError } from './worker/unsuitable-file-error.ts'

/** What all uploads of a picture type share. */
export interface UploadContext extends SpaceAccess {
  readonly tools: PictureTools
  readonly uploads: UploadStore
  /** Uploads that are read and converted at the same time, the one that is compared, and those that are sent. */
  readonly turns: { readonly preparing: PQueue; readonly comparing: PQueue; readonly sending: PQueue }
  readonly appendToList: (entryId: string, order: number) => Promise<void>
  /** The texts that the editor writes meanwhile, by the id of the upload. */
  readonly edits: Pick<EntryEdits, 'getValues' | 'save' | 'remove' | 'persistAgain'>
}

interface UploadRun extends UploadContext {
  readonly signal: AbortSignal
  /** Returns the upload as it is now: the editor may have typed texts meanwhile. Throws if it is cancelled. */
  readonly get: () => UploadRecord
  /** Changes the upload, and its file. Resolves when the browser keeps the change. */
  readonly change: (change: Partial<UploadRecord>, file?: Blob) => Promise<void>
}

/**
 * Adds a picture as a draft or replaces the file of one, from the first step that is not finished. It ends early if the
 * editor has to decide about a duplicate. Rejects when the signal aborts, once the request that is sent has ended.
 */
export async function runUpload(id: string, context: UploadContext, signal: AbortSignal): Promise<void> {
  const { uploads, turns } = context
  const get = () => {
    const upload = uploads.find(id)
    if (!upload) throw new Error('The upload is cancelled')
    return upload
  }
  const change = (changes: Partial<UploadRecord>, file?: Blob) => uploads.change(id, changes, file)
  const run: UploadRun = { ...context, signal, get, change }
  const priority = -get().order // those that were added first come first
  if (!get().target) {
    const convert = async () => get().prepared ?? (await convertFile(run)).prepared
    const converting = turns.preparing.add(convert, { priority })
    // In the order in which they were added: of two files of the same picture, the second one is the duplicate.
    const comparing = turns.comparing.add(async () => decideTarget(run, await converting), { priority })
    await Promise.all([converting, comparing])
    await change({ step: undefined }) // it waits again
  }
  const { prepared, target, replacedEntryId } = get()
  if (!prepared || !target) return
  const send = async () => {
    await run.fetchSpacePictures() // a picture that is added while they are first read would be missing among them
    const asset = get().hasAsset ? undefined : await writeAsset(run, prepared, target)
    await processFile(run, target, asset)
    if (target.isNewAsset) await writeEntry(run, target)
    if (replacedEntryId === undefined) {
      startStep(run, 'listing')
      await run.appendToList(target.entryId, get().order)
    }
    await change({ isDone: true })
    void run.edits.save(id) // what was typed meanwhile
  }
  await turns.sending.add(send, { priority })
}

function startStep({ signal, change }: UploadRun, step: UploadStep): void {
  signal.throwIfAborted()
  void change({ step })
}

/** Reads, checks and converts the file. Throws `UnsuitableFileError`. */
async function convertFile(run: UploadRun) {
  const { pictureType, tools, uploads, signal, get, change } = run
  const { id, fileName } = get()
  startStep(run, 'converting')
  const file = uploads.originals.get(id) ?? (await uploads.getFile(id))
  if (!file) throw new UnsuitableFileError('was not kept when the page was closed: add it again')
  const picture = await tools.prepare(file, pictureType, signal)
  signal.throwIfAborted()
  const { hash, perceptualHash, master, extension } = picture
  const prepared: PreparedFile = {
    hash,
    perceptualHash,
    fileName: `${fileName.replace(/\.[^.]*$/, '') || pictureType.name}${extension}`,
    contentType: master.type,
  }
  await change({ prepared, thumbnail: picture.thumbnail, notes: picture.notes, step: undefined }, master)
  return { prepared, master }
}

/** Finds the duplicate about which the editor has to decide, or else the ids to write. Throws if the list has no place. */
async function decideTarget(run: UploadRun, prepared: PreparedFile): Promise<void> {
  const { pictureType, tools, uploads, fetchSpacePictures, signal, get, change } = run
  startStep(run, 'comparing')
  const { id, replacedEntryId } = get()
  const isShared = replacedEntryId !== undefined && (await isAssetShared(run, replacedEntryId))
  const hashedPictures = await hashSpacePictures(await fetchSpacePictures(), pictureType, tools)
  const spacePictures = await fetchSpacePictures() // others may have been added meanwhile
  signal.throwIfAborted()
  // From here to the change nothing is awaited, so that no other upload decides at the same time.
  const { decision } = get()
  const others = uploads.store
    .getState()
    .filter((other) => other.id !== id && !other.isDone && other.target && other.replacedEntryId === undefined)
  const known = { pictureType, spacePictures, others }
  const duplicate =
    decision === undefined ? findDuplicate(prepared, { ...known, hashedPictures, replacedEntryId }) : undefined
  if (duplicate) return change({ duplicate })
  if (replacedEntryId !== undefined) {
    const entry = spacePictures.entries.get(replacedEntryId)
    if (!entry) throw new Error(`the ${pictureType.name} whose file it replaces does not exist any more: cancel this`)
    const assetId = getAssetId(entry, pictureType)
    const isNewAsset = isShared || !spacePictures.assets.has(assetId ?? '')
    const usedId = (!isNewAsset && assetId) || createPictureId(prepared, known, true)
    return change({ target: { entryId: replacedEntryId, assetId: usedId, isNewAsset } })
  }
  const { name, maxItems } = pictureType.page
  const listedIds = getListedEntryIds(spacePictures.page, pictureType.page)
  const unlisted = others.filter(({ target }) => !listedIds.includes(target?.entryId ?? ''))
  if (listedIds.length + unlisted.length >= maxItems)
    throw new Error(
      `does not fit: the ${name} has ${listedIds.length} of at most ${maxItems} pictures. Remove some of them, then retry`,
    )
  const newId = createPictureId(prepared, known, decision !== undefined)
  await change({ target: { entryId: newId, assetId: newId, isNewAsset: true } })
}

/** Whether other entries show the asset of an entry: they keep its file. */
async function isAssetShared(run: UploadRun, entryId: string): Promise<boolean> {
  const { client, pictureType, fetchSpacePictures, signal } = run
  const entry = (await fetchSpacePictures()).entries.get(entryId)
  const assetId = entry && getAssetId(entry, pictureType)
  if (assetId === undefined) return false
  const query = { links_to_asset: assetId, limit: 2 }
  const { items } = await client.send((cma) => cma.entry.getMany({ query }), { signal })
  return items.some(({ sys }) => sys.id !== entryId)
}

/** Sends the file, and creates or changes the asset. A converted file that the browser has lost is converted again. */
async function writeAsset(run: UploadRun, file: PreparedFile, { assetId, isNewAsset }: UploadTarget) {
  const { pictureType, uploads, edits, get, change } = run
  const { id } = get()
  const content = (await uploads.getFile(id)) ?? (await convertFile(run)).master
  startStep(run, 'uploading')
  const assetFile = { assetId, file, uploadId: await sendFile(content, run) }
  const asset = isNewAsset
    ? await createAsset(assetFile, getTitle(file, edits.getValues(id), pictureType), run)
    : await replaceAssetFile(assetFile, run)
  await change({ hasAsset: true })
  return asset
}

/** The text of the first column, or the name of the file without its extension. */
function getTitle({ fileName }: PreparedFile, values: EntryValues, { columns }: PictureType): string {
  const [first] = Object.values(columns)
  return values[first?.field ?? '']?.trim() || fileName.replace(/\.\w+$/, '')
}

async function processFile(run: UploadRun, { assetId }: UploadTarget, known: AssetProps | undefined): Promise<void> {
  const { change, updateSpacePictures } = run
  startStep(run, 'processing')
  const asset = await processAsset(assetId, run, known).catch(async (error: unknown) => {
    if (hasStatus(error, 404)) await change({ hasAsset: false })
    throw error
  })
  updateSpacePictures({ assets: [asset] })
}

/** Creates the entry without texts, or gives one that exists the asset. */
async function writeEntry(run: UploadRun, { entryId, assetId }: UploadTarget): Promise<void> {
  const { client, pictureType, signal, get, updateSpacePictures } = run
  const { type: contentTypeId, pictureField } = pictureType
  startStep(run, 'saving')
  const fields: KeyValueMap = { [pictureField]: { [LOCALE]: createLink('Asset', assetId) } }
  const updateEntry = async (): Promise<SpaceEntry> => {
    const existing = await client.send((cma) => cma.entry.get({ entryId }), { signal })
    if (isSameValue(existing.fields[pictureField], fields[pictureField])) return existing
    const merged = { ...existing, fields: { ...existing.fields, ...fields } }
    return client.send((cma) => cma.entry.update({ entryId }, merged), { signal })
  }
  const createEntry = () =>
    client
      .send((cma) => cma.entry.createWithId({ contentTypeId, entryId }, { fields }), { signal })
      .catch((error: unknown) => {
        if (!hasStatus(error, 409)) throw error
        return repeatOnConflict(updateEntry) // an interrupted upload has created it
      })
  const entry = get().replacedEntryId === undefined ? await createEntry() : await repeatOnConflict(updateEntry)
  updateSpacePictures({ entries: [entry] })
}

/** Deletes the entry and the asset that a cancelled upload has created. Contentful refuses it if they are published. */
export async function deleteDrafts({ target, replacedEntryId }: UploadRecord, space: SpaceAccess): Promise<void> {
  if (!target || replacedEntryId !== undefined) return
  const { client, updateSpacePictures } = space
  const { entryId, assetId } = target
  const entries = await client.readByIds([entryId], (cma, query) => cma.entry.getMany({ query }))
  if (entries.length > 0) await client.send((cma) => cma.entry.delete({ entryId }))
  updateSpacePictures({ deletedEntryIds: [entryId] })
  const assets = await client.readByIds([assetId], (cma, query) => cma.asset.getMany({ query }))
  if (assets.length > 0) await client.send((cma) => cma.asset.delete({ assetId }))
  updateSpacePictures({ deletedAssetIds: [assetId] })
}
