import type { FileType } from '#cms/pictures/file-type.ts'

/** What a file says of its colours. */
export interface DeclaredColors {
  /** The numbers of the primaries and of the transfer function (ITU-T H.273). */
  readonly code?: { readonly primaries: number; readonly transfer: number }
  readonly profile?: IccProfile | undefined
  /** Whether a colour has more than 8 bits. */
  readonly isDeep?: boolean
}

/** Reads the colours that a file declares; nothing of a damaged file, which its decoder reports. */
export function readDeclaredColors(bytes: Uint8Array, fileType: FileType): DeclaredColors {
  try {
    return readColors(bytes, fileType)
  } catch (error) {
    if (error instanceof RangeError) return {}
    throw error
  }
}

function readColors(bytes: Uint8Array, fileType: FileType): DeclaredColors {
  if (fileType === 'heic' || fileType === 'avif') return readContainerColors(bytes)
  if (fileType === 'png') return readPngColors(bytes)
  if (fileType === 'webp') return { profile: readIccProfile(findWebpChunk(bytes, 'ICCP')) }
  return { profile: readIccProfile(findJpegProfile(bytes)) }
}

const createView = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

const readText = (bytes: Uint8Array, start: number, length: number) =>
  String.fromCharCode(...bytes.subarray(start, start + length))

/** A part of a file with its type and length. */
interface Part {
  readonly type: string
  readonly content: Uint8Array
}

/** Returns the boxes of HEIC and AVIF (ISO/IEC 14496-12). */
function readBoxes(bytes: Uint8Array): readonly Part[] {
  const boxes: Part[] = []
  for (let offset = 0; offset + 8 <= bytes.length; ) {
    const length = createView(bytes).getUint32(offset) || bytes.length - offset
    if (length < 8) break // a box over 4 GB: only pixels are as large
    boxes.push({ type: readText(bytes, offset + 4, 4), content: bytes.subarray(offset + 8, offset + length) })
    offset += length
  }
  return boxes
}

const findBox = (boxes: readonly Part[], type: string) =>
  boxes.find((box) => box.type === type)?.content ?? new Uint8Array()

/** The properties of the main picture count: those of previews and of the HDR rendition beside it can differ. */
function readContainerColors(bytes: Uint8Array): DeclaredColors {
  const meta = readBoxes(findBox(readBoxes(bytes), 'meta').subarray(4))
  const properties = readBoxes(findBox(meta, 'iprp'))
  const all = readBoxes(findBox(properties, 'ipco'))
  const own = readPropertyIndexes(findBox(properties, 'ipma'), findBox(meta, 'pitm')).flatMap(
    (index) => all[index] ?? [],
  )
  // A picture of several tiles can leave the colours to them.
  const colors = [own, all].map((boxes) => boxes.filter(({ type }) => type === 'colr')).find(({ length }) => length > 0)
  const code = colors?.find(({ content }) => readText(content, 0, 4) === 'nclx')?.content
  const profile = colors?.find(({ content }) => /^(?:rICC|prof)$/.test(readText(content, 0, 4)))?.content
  const [, , , , , ...bits] = findBox(own, 'pixi')
  return {
    ...(code && { code: { primaries: createView(code).getUint16(4), transfer: createView(code).getUint16(6) } }),
    profile: readIccProfile(profile?.subarray(4)),
    isDeep: bits.some((count) => count > 8),
  }
}

/** Returns the indexes of the main picture's properties (ISO/IEC 23008-12, `ipma`). */
function readPropertyIndexes(associations: Uint8Array, mainItem: Uint8Array): readonly number[] {
  if (associations.length < 8 || mainItem.length < 6) return []
  const view = createView(associations)
  const hasLongIds = associations[0] !== 0
  const hasLongIndexes = (view.getUint32(0) & 1) === 1
  const mainId = mainItem[0] === 0 ? createView(mainItem).getUint16(4) : createView(mainItem).getUint32(4)
  let offset = 8
  for (let entry = view.getUint32(4); entry > 0; entry -= 1) {
    const id = hasLongIds ? view.getUint32(offset) : view.getUint16(offset)
    offset += hasLongIds ? 4 : 2
    const count = view.getUint8(offset)
    offset += 1
    const indexes = Array.from({ length: count }, (_, index) =>
      hasLongIndexes ? view.getUint16(offset + 2 * index) & 0x7fff : view.getUint8(offset + index) & 0x7f,
    )
    if (id === mainId) return indexes.map((index) => index - 1)
    offset += count * (hasLongIndexes ? 2 : 1)
  }
  return []
}

/** A PNG has its colours before its pixels. The profile is compressed, and only its name is read. */
function readPngColors(bytes: Uint8Array): DeclaredColors {
  const view = createView(bytes)
  for (let offset = 8; offset + 12 <= bytes.length; offset += view.getUint32(offset) + 12) {
    const type = readText(bytes, offset + 4, 4)
    const [primaries = 0, transfer = 0] = bytes.subarray(offset + 8)
    if (type === 'cICP') return { code: { primaries, transfer } }
    if (type === 'iCCP') return { profile: { name: readText(bytes, offset + 8, 79).replace(/\0.*/s, '') } }
    if (type === 'IDAT') break
  }
  return {}
}

/** Returns the content of a chunk of a WebP file. */
export function findWebpChunk(bytes: Uint8Array, type: string): Uint8Array | undefined {
  const view = createView(bytes)
  for (let offset = 12; offset + 8 <= bytes.length; ) {
    const length = view.getUint32(offset + 4, true)
    if (readText(bytes, offset, 4) === type) return bytes.subarray(offset + 8, offset + 8 + length)
    offset += 8 + length + (length % 2)
  }
  return undefined
}

const JPEG_PROFILE = 'ICC_PROFILE\0'

/** Returns the first part of the profile of a JPEG, at most 64 KB. */
function findJpegProfile(bytes: Uint8Array): Uint8Array | undefined {
  const view = createView(bytes)
  for (let offset = 2; offset + 4 <= bytes.length && bytes[offset] === 0xff; ) {
    const [, marker = 0] = bytes.subarray(offset)
    if (marker === 0xda) return undefined // the pixels
    const end = offset + 2 + view.getUint16(offset + 2)
    if (marker === 0xe2 && readText(bytes, offset + 4, 12) === JPEG_PROFILE) return bytes.subarray(offset + 18, end)
    offset = marker === 0xff ? offset + 1 : end
  }
  return undefined
}

/** What is read of a colour profile (ICC.1). */
export interface IccProfile {
  readonly name: string
  /** The number of the transfer function (ITU-T H.273), for profiles of HDR pictures. */
  readonly transfer?: number | undefined
}

/** Reads a colour profile; `undefined` if there is none. */
function readIccProfile(profile: Uint8Array | undefined): IccProfile | undefined {
  if (!profile || profile.length < 132) return undefined
  const view = new DataView(profile.buffer, profile.byteOffset, profile.byteLength)
  const readTag = (name: string): DataView | undefined => {
    for (let entry = 132; entry + 12 <= profile.length && entry < 132 + 12 * view.getUint32(128); entry += 12) {
      if (String.fromCharCode(...profile.subarray(entry, entry + 4)) !== name) continue
      const content = profile.subarray(view.getUint32(entry + 4), view.getUint32(entry + 4) + view.getUint32(entry + 8))
      return content.length < 12 ? undefined : new DataView(content.buffer, content.byteOffset, content.length)
    }
    return undefined
  }
  const description = readTag('desc')
  return { name: description ? readDescription(description) : '', transfer: readTag('cicp')?.getUint8(9) }
}

/** ASCII in old profiles, UTF-16 in new ones. */
function readDescription(tag: DataView): string {
  const bytes = new Uint8Array(tag.buffer, tag.byteOffset, tag.byteLength)
  const isOld = tag.getUint32(0) === 0x64657363 // `desc`
  const [start, length] = isOld
    ? [12, tag.getUint32(8)]
    : tag.byteLength < 28
      ? [0, 0]
      : [tag.getUint32(24), tag.getUint32(20)]
  const text = bytes.subarray(start, start + length)
  return new TextDecoder(isOld ? 'latin1' : 'utf-16be')
    .decode(text)
    .replace(/\p{C}.*/su, '')
    .trim()
}
