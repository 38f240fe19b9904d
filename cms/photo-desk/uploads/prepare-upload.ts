import { getAssetId, type SpacePictures } from '#cms/photo-desk/space/space-pictures.ts'
import { getListedEntryIds } from '#cms/pictures/page-list.ts'
import type { PictureType } from '#cms/pictures/picture-type.ts'
import type { HashedPicture } from './find-duplicate.ts'
import { createPictureId, findDuplicate, type PreparedUpload } from './find-duplicate.ts'
import { findListProblem } from './list-appender.ts'
import type { PictureTools } from './picture-tools.ts'
import type { Duplicate, StoredUpload, UploadStep, UploadTarget } from './upload.ts'
import { UnsuitableFileError } from './worker/picture-task.ts'

interface ConvertOptions {
  readonly pictureType: PictureType
  readonly tools: Pick<PictureTools, 'prepare'>
  readonly signal: AbortSignal
  readonly onStep: (step: UploadStep) => void
}

const CONTENT_TYPES = { '.jpg': 'image/jpeg', '.png': 'image/png', '.svg': 'image/svg+xml' } as const

/** Reads and converts the file of an upload. Throws `UnsuitableFileError`. */
export async function convertFile(fileName: string, file: Blob | undefined, options: ConvertOptions) {
  const { pictureType, tools, signal, onStep } = options
  if (!file) throw new UnsuitableFileError('was not kept when the page was closed: add it again')
  onStep('reading')
  const onConverting = () => onStep('converting')
  const picture = await tools.prepare(file, pictureType, { signal, onConverting })
  const { hash, perceptualHash, master, extension, thumbnail } = picture
  const prepared = {
    hash,
    perceptualHash,
    fileName: `${fileName.replace(/\.[^.]*$/, '') || pictureType.name}${extension}`,
    contentType: CONTENT_TYPES[extension],
    size: master.size,
  }
  return { prepared, master, thumbnail }
}

interface DecideOptions {
  readonly pictureType: PictureType
  readonly spacePictures: SpacePictures
  readonly hashedPictures: readonly HashedPicture[]
  /** The other uploads that are not finished. */
  readonly others: readonly StoredUpload[]
}

/** The ids to write, or the duplicate about which the editor has to decide. Throws if the list has no place. */
export function decideTarget(
  upload: PreparedUpload,
  { pictureType, spacePictures, hashedPictures, others }: DecideOptions,
): { readonly target: UploadTarget } | { readonly duplicate: Duplicate } {
  const isNew = (other: StoredUpload): other is PreparedUpload =>
    other.prepared !== undefined && other.target !== undefined && !other.target.isReplacement
  const newOthers = others.filter(isNew)
  const { decision, duplicate } = upload
  if (decision === 'replace') {
    const entry = spacePictures.entries.get(duplicate?.entryId ?? '')
    const assetId = entry && getAssetId(entry, pictureType)
    if (entry && assetId !== undefined) return { target: { entryId: entry.sys.id, assetId, isReplacement: true } }
  }
  if (decision === undefined) {
    const found = findDuplicate(upload, { pictureType, spacePictures, hashedPictures, others: newOthers })
    if (found) return { duplicate: found }
  }
  const listedIds = getListedEntryIds(spacePictures.page, pictureType.page)
  const unlistedCount = newOthers.filter(({ target }) => !listedIds.includes(target?.entryId ?? '')).length
  const problem = findListProblem(listedIds.length, unlistedCount + 1, pictureType.page)
  if (problem) throw new Error(problem)
  const id = createPictureId(upload, { pictureType, spacePictures, others: newOthers, again: decision !== undefined })
  return { target: { entryId: id, assetId: id, isReplacement: false } }
}
