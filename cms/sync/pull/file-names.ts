import { extname, posix } from 'node:path'
import { addHashToFileName, removeColorFromFileName } from '#cms/seed/asset-file-name.ts'
import { MEDIA_TYPES } from '#shared/media-types.ts'

/** Below the media folder, for files that have no earlier place. */
const UPLOADS = 'uploads'

/** characters, without what makes a name unique */
const LONGEST = 60

/** `.jpg` of `image/jpeg`; `undefined` where the site does not show the kind. */
export const getFileExtension = (contentType: string): string | undefined =>
  Object.entries(MEDIA_TYPES).find(([, kind]) => kind.contentType === contentType)?.[0]

/** Without extension: a name of ours as it was before it got colour and hash, any other in small letters and hyphens. */
export function getFileStem(fileName: string, content: Uint8Array): string {
  const plain = removeColorFromFileName(fileName)
  const name = plain.slice(0, plain.length - extname(plain).length)
  const own = name.slice(0, -HASH)
  const isOurs = /^[A-Za-z0-9][\w.-]*$/.test(own) && addHashToFileName(own + extname(plain), content) === plain
  if (isOurs && !RESERVED.test(own)) return own
  const safe = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replace(/^-+|-+$/g, '')
  return RESERVED.test(safe) ? `${safe}-file` : safe || 'file'
}

/** Windows knows devices by these names, whatever follows the full stop. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/** A full stop and 8 digits. */
const HASH = 9

/** `uploads/photo.jpg`, `uploads/photo-2.jpg`, …: beside the earlier file where there was one. */
export function* generateFileNames(stem: string, extension: string, earlier: string | undefined): Generator<string> {
  const folder = earlier === undefined ? UPLOADS : posix.dirname(earlier)
  for (let number = 1; ; number += 1) yield posix.join(folder, `${stem}${number === 1 ? '' : `-${number}`}${extension}`)
}
