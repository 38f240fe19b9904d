/** What a file contains, by its content: its name can be wrong. */
export type FileType =
  | 'jpeg'
  | 'png'
  | 'webp'
  | 'heic'
  | 'avif'
  | 'tiff'
  | 'gif'
  | 'svg'
  | 'psd'
  | 'eps'
  | 'jxl'
  | 'raw'
  | 'zip'
  | 'pdf'
  | 'document'
  | 'video'
  | 'unknown'

/** Bytes at the beginning of a file, of which `detectFileType` reads no more. Drawing programs begin with long comments. */
const START_BYTES = 100_000

/** Detects the type of a file from its first bytes, and from its name where the content allows several types. */
export function detectFileType(bytes: Uint8Array, fileName: string): FileType {
  const start = bytes.subarray(0, START_BYTES)
  const hasText = ([offset, text]: Part) => readText(start, offset, text.length) === text
  const [type] = SIGNATURES.find(([, ...parts]) => parts.every(hasText)) ?? [detectUnsigned(start)]
  if (!AMBIGUOUS_TYPES.includes(type)) return type
  return NAMES.find(([, name]) => name.test(fileName))?.[0] ?? type
}

/** Most RAW files of cameras are TIFF, and newer documents archives. None of them can be added. */
const AMBIGUOUS_TYPES: readonly FileType[] = ['tiff', 'zip', 'unknown']

const NAMES: readonly (readonly [type: FileType, name: RegExp])[] = [
  [
    'raw',
    /\.(?:3fr|arq|arw|bay|cap|cr2|cr3|crw|dcr|dcs|dng|eip|erf|fff|gpr|iiq|k25|kdc|mef|mfw|mos|mrw|nef|nrw|orf|pef|ptx|raf|raw|rw2|rwl|rwz|sr2|srf|srw|x3f)$/i,
  ],
  ['document', /\.(?:docx?|docm|dotx|xlsx?|xlsm|pptx?|pptm|od[tspg]|rtf|pages|numbers|key|epub)$/i],
  ['video', /\.(?:mov|avi|mkv|webm|mpe?g|mts|m2ts|wmv|flv)$/i],
]

/** A text at an offset in a file; each character is one byte. */
type Part = readonly [offset: number, text: string]

/** What the files of a type begin with. */
const SIGNATURES: readonly (readonly [type: FileType, ...parts: readonly Part[]])[] = [
  ['jpeg', [0, '\xff\xd8\xff']],
  ['png', [0, '\x89PNG\r\n\x1a\n']],
  ['webp', [0, 'RIFF'], [8, 'WEBP']],
  ['gif', [0, 'GIF8']],
  ['tiff', [0, 'II*\0']],
  ['tiff', [0, 'MM\0*']],
  ['psd', [0, '8BPS']],
  ['eps', [0, '%!PS']],
  ['jxl', [0, '\xff\n']],
  ['jxl', [4, 'JXL ']],
  ['pdf', [0, '%PDF-']],
  ['zip', [0, 'PK\x03\x04']],
  ['zip', [0, 'PK\x05\x06']], // empty
]

/** Reads a part of a file as text; each character is one byte. */
export const readText = (bytes: Uint8Array, start: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(start, start + length))

function detectUnsigned(start: Uint8Array): FileType {
  if (readText(start, 4, 4) === 'ftyp') return detectContainerType(start)
  return SVG_BEGINNING.test(new TextDecoder().decode(start)) ? 'svg' : 'unknown'
}

/** Brands: names of what the container holds. */
const AVIF_BRAND = /^avi[fs]$/
const HEIC_BRAND = /^he(?:i[cmsx]|v[cmsx])$/
const CANON_RAW_BRAND = 'crx '
/** Any picture: the compatible brands say which codec it needs. */
const PICTURE_BRAND = /^(?:mif1|msf1)$/

/** AVIF, HEIC, MP4 and QuickTime share a container, which begins with its length, `ftyp`, its brand and compatible ones. */
function detectContainerType(bytes: Uint8Array): FileType {
  const length = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0)
  const brand = readText(bytes, 8, 4)
  const compatibleBrands: string[] = []
  for (let offset = 16; offset + 4 <= Math.min(length, bytes.length); offset += 4)
    compatibleBrands.push(readText(bytes, offset, 4))
  if (AVIF_BRAND.test(brand)) return 'avif'
  if (HEIC_BRAND.test(brand)) return 'heic'
  if (brand === CANON_RAW_BRAND) return 'raw'
  if (!PICTURE_BRAND.test(brand)) return 'video'
  return compatibleBrands.some((name) => AVIF_BRAND.test(name)) ? 'avif' : 'heic'
}

/** An XML document whose first element is `svg`, after comments and a document type. */
const SVG_BEGINNING =
  /^\s*(?:<\?[^>]*>\s*|<!--(?:(?!-->)[\s\S])*-->\s*|<!DOCTYPE[^>[]*(?:\[[^\]]*\])?\s*>\s*)*<(?:\w+:)?svg[\s/>]/
