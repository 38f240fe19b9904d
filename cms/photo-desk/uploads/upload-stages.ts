import type { DeskClient } from '#cms/photo-desk/space/desk-client.ts'
import type { EntryValues, SpaceChange, SpacePictures } from '#cms/photo-desk/space/space-pictures.ts'
import type { PictureType } from '#cms/pictures/picture-type.ts'
import type { PreparedUpload } from './find-duplicate.ts'
import { createListAppender } from './list-appender.ts'
import type { PictureTools } from './picture-tools.ts'
import { convertFile, decideTarget } from './prepare-upload.ts'
import type { createSpaceHashes } from './space-hashes.ts'
import type { StoredUpload, UploadStep } from './upload.ts'
import { type ReadyUpload, uploadPicture } from './upload-picture.ts'
import type { UploadRecords } from './upload-records.ts'
import type { UploadStorage } from './upload-storage.ts'

export interface UploadStagesOptions {
  readonly client: DeskClient
  readonly pictureType: PictureType
  readonly tools: PictureTools
  readonly records: UploadRecords
  readonly storage: UploadStorage
  readonly getSpaceHashes: ReturnType<typeof createSpaceHashes>
  readonly fetchSpacePictures: () => Promise<SpacePictures>
  readonly updateSpacePictures: (change: SpaceChange) => void
  readonly changeEntry: (entryId: string, values: EntryValues) => void
}

/** A part of the work on an upload, from its first step that is not finished. Rejects when the signal aborts. */
type UploadStage = (id: string, signal: AbortSignal, onStep: (step: UploadStep) => void) => Promise<void>

/** Creates the two stages of an upload: in the browser, and in Contentful. */
export function createUploadStages(options: UploadStagesOptions) {
  const {
    client,
    pictureType,
    tools,
    records,
    storage,
    getSpaceHashes,
    fetchSpacePictures,
    updateSpacePictures,
    changeEntry,
  } = options
  const listing = new Set<string>()
  const appendToList = createListAppender({
    client,
    list: pictureType.page,
    fetchPageId: async () => (await fetchSpacePictures()).page.sys.id,
    onSaved: (page) => updateSpacePictures({ page }),
  })

  const prepare: UploadStage = async (id, signal, onStep) => {
    const { prepared: known, fileName } = getRecord(records, id)
    if (!known) {
      const file = storage.getOriginal(id) ?? (await storage.getFile(id))
      const { prepared, master, thumbnail } = await convertFile(fileName, file, { pictureType, tools, signal, onStep })
      signal.throwIfAborted()
      records.show(id, { sentSize: prepared.size })
      await records.change(id, { prepared, thumbnail }, master)
    }
    onStep('comparing')
    const hashedPictures = await getSpaceHashes(await fetchSpacePictures())
    const spacePictures = await fetchSpacePictures() // others may have been added meanwhile
    signal.throwIfAborted()
    const record = getRecord(records, id)
    if (!isPrepared(record)) throw new Error(`${fileName} is not converted`)
    const others = records.list().filter((other) => other.id !== id)
    const decided = decideTarget(record, { pictureType, spacePictures, hashedPictures, others })
    if ('duplicate' in decided) {
      const { duplicate } = decided
      records.show(id, { status: 'duplicate', duplicate, message: duplicate.reason })
      await records.change(id, { duplicate })
    } else {
      records.show(id, { status: 'waiting', entryId: decided.target.entryId })
      await records.change(id, { target: decided.target })
    }
  }

  const upload: UploadStage = async (id, signal, onStep) => {
    await uploadPicture({
      client,
      pictureType,
      signal,
      getFile: () => storage.getFile(id),
      canConvertAgain: storage.getOriginal(id) !== undefined,
      getUpload: () => getReadyRecord(records, id),
      saveStep: (change) => records.change(id, change),
      onStep,
      appendToList: (entryId) => {
        listing.add(id)
        return appendToList(entryId, getRecord(records, id).order).finally(() => listing.delete(id))
      },
      updateSpacePictures,
      changeEntry,
    })
    records.forget(id)
    records.show(id, { status: 'done', progress: 1 })
  }

  return {
    stages: { preparing: prepare, uploading: upload },
    /** Whether an upload is being appended to the list of the page, which cannot be undone. */
    isBeingListed: (id: string): boolean => listing.has(id),
  }
}

function getRecord(records: UploadRecords, id: string): StoredUpload {
  const record = records.get(id)
  if (!record) throw new Error('The upload is cancelled')
  return record
}

function getReadyRecord(records: UploadRecords, id: string): ReadyUpload {
  const { prepared, target, ...record } = getRecord(records, id)
  if (!prepared || !target) throw new Error(`${record.fileName} is not converted`)
  return { ...record, prepared, target }
}

const isPrepared = (record: StoredUpload): record is PreparedUpload => record.prepared !== undefined
