import { type FileType, readText } from '#cms/pictures/file-type.ts'
import type { PictureName } from '#cms/pictures/picture-rules.ts'
import { createView, findWebpChunk, readBoxes, readJpegSegments, readPngChunks } from './file-parts.ts'

/** What a file says of its colours. */
interface DeclaredColors {
  /** The numbers of the primaries and of the transfer function (ITU-T H.273). */
  readonly code?: { readonly primaries: number; readonly transfer: number }
  readonly profile?: IccProfile | undefined
  /** Whether a colour has more than 8 bits. */
  readonly isDeep?: boolean
}

/** What is read of a colour profile (ICC.1). */
interface IccProfile {
  readonly name: string
  /** The number of the transfer function (ITU-T H.273), for profiles of HDR pictures. */
  readonly transfer?: number | undefined
}

/** The numbers of transfer functions and primaries are those of ITU-T H.273. */

/** PQ and HLG. */
const HDR_TRANSFERS: readonly (number | undefined)[] = [16, 18]

/** Profiles of HDR pictures that have no number. */
const HDR_PROFILE_NAME = /(?<![a-z])(?:PQ|HLG)(?![a-z])|(?:BT|Rec|ITUR)[._ -]*2100/i

/** Those that Chromium converts to sRGB with a difference that cannot be seen. */
const BROWSER_TRANSFERS: readonly number[] = [1, 2, 4, 5, 6, 7, 8, 13, 14, 15]
const BROWSER_PRIMARIES: readonly number[] = [1, 2, 5, 6, 7, 9, 12, 22]

/** The decoder for HEIC returns the values of the file. Programs show these transfer functions like that of sRGB. */
const HEIC_TRANSFERS: readonly number[] = [1, 2, 6, 13, 14, 15]
const HEIC_PRIMARIES: Readonly<Record<number, PredefinedColorSpace>> = { 1: 'srgb', 2: 'srgb', 12: 'display-p3' }

const PRIMARIES_NAMES: Readonly<Record<number, string>> = { 9: 'BT.2020', 11: 'DCI-P3' }

/** Returns why the colours of a file cannot be converted to sRGB. */
export function findColorProblem(colors: DeclaredColors, fileType: FileType, name: PictureName): string | undefined {
  const { code, profile, isDeep } = colors
  const format = name === 'logo' ? 'PNG' : 'JPEG'
  const isHdr = [code?.transfer, profile?.transfer].some((transfer) => HDR_TRANSFERS.includes(transfer))
  if (isHdr || HDR_PROFILE_NAME.test(profile?.name ?? ''))
    return `is an HDR picture: export it as ${format}, in standard dynamic range`
  if (fileType === 'heic' && isDeep && !code && !profile)
    return `does not say which colors it has, as HDR pictures of some cameras: export it as ${format}`
  if (fileType === 'heic' ? getHeicColorSpace(colors) : profile || isConvertedByBrowsers(code)) return undefined
  const colorName = profile?.name || PRIMARIES_NAMES[code?.primaries ?? 0]
  return `has ${colorName ? `the colors of ${colorName}` : 'colors of an unusual kind'}: export it as ${format}, in sRGB`
}

const isConvertedByBrowsers = (code: DeclaredColors['code']) =>
  !code || (BROWSER_PRIMARIES.includes(code.primaries) && BROWSER_TRANSFERS.includes(code.transfer))

/** Returns the colour space of the values in a HEIC file; `undefined` for one that a canvas does not have. */
export function getHeicColorSpace({ code, profile }: DeclaredColors): PredefinedColorSpace | undefined {
  if (profile) return getProfileColorSpace(profile)
  if (!code) return 'srgb'
  return HEIC_TRANSFERS.includes(code.transfer) ? HEIC_PRIMARIES[code.primaries] : undefined
}

/** Names of the profiles of sRGB and Display P3. Those of linear light begin like that of sRGB. */
const SRGB_NAME = /^sRGB(?!.*(?:linear|-g\d))/i
const DISPLAY_P3_NAMES: readonly string[] = [
  'Display P3',
  'Display P3 Gamut with sRGB Transfer',
  'DCI-P3 D65 Gamut with sRGB Transfer',
  'sP3C', // of programs that use libvips
]

function getProfileColorSpace({ name }: IccProfile): PredefinedColorSpace | undefined {
  if (DISPLAY_P3_NAMES.includes(name)) return 'display-p3'
  return SRGB_NAME.test(name) ? 'srgb' : undefined
}

/** Reads the colours that a file declares; nothing of a damaged file, which its decoder reports. */
export function readDeclaredColors(bytes: Uint8Array, fileType: FileType): DeclaredColors {
  try {
    if (fileType === 'heic' || fileType === 'avif') return readContainerColors(bytes)
    if (fileType === 'png') return readPngColors(bytes)
    return { profile: readIccProfile(fileType === 'webp' ? findWebpChunk(bytes, 'ICCP') : findJpegProfile(bytes)) }
  } catch (error) {
    if (error instanceof RangeError) return {}
    throw error
  }
}

const findBox = (boxes: ReturnType<typeof readBoxes>, type: string) =>
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

/** The profile of a PNG is compressed, and only its name is read. */
function readPngColors(bytes: Uint8Array): DeclaredColors {
  const chunk = readPngChunks(bytes).find(({ type }) => type === 'cICP' || type === 'iCCP')
  if (chunk?.type === 'iCCP') return { profile: { name: readText(chunk.content, 0, 79).replace(/\0.*/s, '') } }
  const [primaries = 0, transfer = 0] = chunk?.content ?? []
  return chunk ? { code: { primaries, transfer } } : {}
}

const APPLICATION_SEGMENT = 0xe2
const JPEG_PROFILE = 'ICC_PROFILE\0'

/** Returns the first part of the profile of a JPEG, at most 64 KB. */
const findJpegProfile = (bytes: Uint8Array) =>
  readJpegSegments(bytes)
    .find(({ marker, content }) => marker === APPLICATION_SEGMENT && readText(content, 0, 12) === JPEG_PROFILE)
    ?.content.subarray(14)

/** Reads a colour profile; `undefined` if there is none. */
function readIccProfile(profile: Uint8Array | undefined): IccProfile | undefined {
  if (!profile || profile.length < 132) return undefined
  const view = createView(profile)
  const readTag = (name: string): Uint8Array | undefined => {
    for (let entry = 132; entry + 12 <= profile.length && entry < 132 + 12 * view.getUint32(128); entry += 12) {
      if (readText(profile, entry, 4) !== name) continue
      const content = profile.subarray(view.getUint32(entry + 4), view.getUint32(entry + 4) + view.getUint32(entry + 8))
      return content.length < 12 ? undefined : content
    }
    return undefined
  }
  const description = readTag('desc')
  return { name: description ? readDescription(description) : '', transfer: readTag('cicp')?.[9] }
}

/** ASCII in old profiles, UTF-16 in new ones. */
function readDescription(tag: Uint8Array): string {
  const isOld = readText(tag, 0, 4) === 'desc'
  if (!isOld && tag.length < 28) return ''
  const start = isOld ? 12 : createView(tag).getUint32(24)
  const length = createView(tag).getUint32(isOld ? 8 : 20)
  return new TextDecoder(isOld ? 'latin1' : 'utf-16be')
    .decode(tag.subarray(start, start + length))
    .replace(/\p{C}.*/su, '')
    .trim()
}
