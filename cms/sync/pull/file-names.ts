import { extname, posix } from 'node:path'
import { addHashToFileName, removeColorFromFileName } from '#cms/seed/asset-file-name.ts'
import { MEDIA_TYPES } from '#shared/media-types.ts'

/** The subfolder of the media folder for new files. */
const UPLOADS_FOLDER = 'uploads'

/** Characters, without the suffix that makes a name unique. */
const MAX_STEM_LENGTH = 60

/** Returns the file extension of a media type, for example `.jpg` for `image/jpeg`; `undefined` if the site does not support it. */
export const getFileExtension = (contentType: string): string | undefined =>
  Object.entries(MEDIA_TYPES).find(([, mediaType]) => mediaType.contentType === contentType)?.[0]

/** Returns a file name without extension: a name of a seed run without colour and hash, any other name in kebab case. */
export function getFileStem(fileName: string, content: Uint8Array): string {
  const nameWithoutColor = removeColorFromFileName(fileName)
  const name = nameWithoutColor.slice(0, nameWithoutColor.length - extname(nameWithoutColor).length)
  const seedStem = name.slice(0, -HASH_LENGTH)
  const isSeedName =
    /^[A-Za-z0-9][\w.-]*$/.test(seedStem) &&
    addHashToFileName(seedStem + extname(nameWithoutColor), content) === nameWithoutColor
  if (isSeedName && !RESERVED_NAME.test(seedStem)) return seedStem
  const stem = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_STEM_LENGTH)
    .replace(/^-+|-+$/g, '')
  return RESERVED_NAME.test(stem) ? `${stem}-file` : stem || 'file'
}

/** Device names of Windows, which are reserved with any extension. */
const RESERVED_NAME = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/** A full stop and 8 digits. */
const HASH_LENGTH = 9

/** Generates `uploads/photo.jpg`, `uploads/photo-2.jpg`, …, or the same names in the folder of the previous file. */
export function* generateFileNames(
  stem: string,
  extension: string,
  previousFile: string | undefined,
): Generator<string> {
  const folder = previousFile === undefined ? UPLOADS_FOLDER : posix.dirname(previousFile)
  for (let number = 1; ; number += 1) yield posix.join(folder, `${stem}${number === 1 ? '' : `-${number}`}${extension}`)
}
