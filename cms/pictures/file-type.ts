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
  const signature = SIGNATURES.find(({ parts }) => parts.every(([offset, value]) => hasBytesAt(start, offset, value)))
  const type = signature?.type ?? detectUnsigned(start)
  const extension = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase()
  // Most cameras write their RAW files as TIFF.
  if ((type === 'tiff' || type === 'unknown') && RAW_EXTENSIONS.has(extension)) return 'raw'
  const isDocument = DOCUMENT_EXTENSIONS.has(extension) || DOCUMENT_PART.test(readText(start, 30, 60))
  if (type === 'zip' && isDocument) return 'document'
  return type
}

const createExtensions = (extensions: string): ReadonlySet<string> => new Set(extensions.split(' '))

const RAW_EXTENSIONS = createExtensions(
  '3fr arq arw bay cap cr2 cr3 crw dcr dcs dng eip erf fff gpr iiq k25 kdc mef mfw mos mrw nef nrw orf pef ptx raf raw rw2 rwl rwz sr2 srf srw x3f',
)

/** Documents are archives of their parts. */
const DOCUMENT_EXTENSIONS = createExtensions(
  'docx docm dotx xlsx xlsm pptx pptm odt ods odp odg pages numbers key epub',
)

/** The name of the first part in a document. */
const DOCUMENT_PART = /^(?:\[Content_Types\]\.xml|_rels\/|docProps\/|word\/|xl\/|ppt\/|mimetype|Index[./])/

interface Signature {
  readonly type: FileType
  /** Offsets, and the bytes that a file of the type has there. */
  readonly parts: readonly (readonly [offset: number, value: string | readonly number[]])[]
}

const SIGNATURES: readonly Signature[] = [
  { type: 'jpeg', parts: [[0, [0xff, 0xd8, 0xff]]] },
  { type: 'png', parts: [[0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]]] },
  // biome-ignore format: one signature on each line
  { type: 'webp', parts: [[0, 'RIFF'], [8, 'WEBP']] },
  { type: 'gif', parts: [[0, 'GIF8']] },
  // biome-ignore format: one signature on each line
  { type: 'raw', parts: [[8, 'CR\x02'], [0, 'II']] }, // Canon
  { type: 'raw', parts: [[0, 'IIRO']] }, // Olympus
  { type: 'raw', parts: [[0, 'IIRS']] },
  { type: 'raw', parts: [[0, 'MMOR']] },
  { type: 'raw', parts: [[0, 'IIU\0']] }, // Panasonic, Leica
  { type: 'raw', parts: [[0, 'FUJIFILMCCD-RAW']] },
  { type: 'raw', parts: [[0, 'FOVb']] }, // Sigma
  { type: 'raw', parts: [[0, '\0MRM']] }, // Minolta
  { type: 'raw', parts: [[6, 'HEAPCCDR']] }, // old Canon
  { type: 'tiff', parts: [[0, [0x49, 0x49, 0x2a, 0]]] },
  { type: 'tiff', parts: [[0, [0x4d, 0x4d, 0, 0x2a]]] },
  { type: 'psd', parts: [[0, '8BPS']] },
  { type: 'eps', parts: [[0, '%!PS']] },
  { type: 'jxl', parts: [[0, [0xff, 0x0a]]] },
  { type: 'jxl', parts: [[4, 'JXL ']] },
  { type: 'pdf', parts: [[0, '%PDF-']] },
  { type: 'document', parts: [[0, [0xd0, 0xcf, 0x11, 0xe0]]] }, // older Word, Excel and PowerPoint
  { type: 'document', parts: [[0, '{\\rtf']] },
  { type: 'zip', parts: [[0, [0x50, 0x4b, 0x03, 0x04]]] },
  { type: 'zip', parts: [[0, [0x50, 0x4b, 0x05, 0x06]]] }, // empty
  // biome-ignore format: one signature on each line
  { type: 'video', parts: [[0, 'RIFF'], [8, 'AVI ']] },
  { type: 'video', parts: [[0, [0x1a, 0x45, 0xdf, 0xa3]]] }, // Matroska, WebM
  { type: 'video', parts: [[0, [0, 0, 1, 0xba]]] }, // MPEG
  { type: 'video', parts: [[0, [0x30, 0x26, 0xb2, 0x75]]] }, // Windows Media
  { type: 'video', parts: [[4, 'moov']] }, // old QuickTime files have no `ftyp`
  { type: 'video', parts: [[4, 'mdat']] },
]

function hasBytesAt(bytes: Uint8Array, offset: number, value: string | readonly number[]): boolean {
  if (typeof value === 'string') return readText(bytes, offset, offset + value.length) === value
  return value.every((byte, index) => bytes[offset + index] === byte)
}

const readText = (bytes: Uint8Array, start: number, end: number): string =>
  String.fromCharCode(...bytes.subarray(start, end))

function detectUnsigned(start: Uint8Array): FileType {
  if (readText(start, 4, 8) === 'ftyp') return detectContainerType(start)
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
  const brand = readText(bytes, 8, 12)
  const compatibleBrands: string[] = []
  for (let offset = 16; offset + 4 <= Math.min(length, bytes.length); offset += 4)
    compatibleBrands.push(readText(bytes, offset, offset + 4))
  if (AVIF_BRAND.test(brand)) return 'avif'
  if (HEIC_BRAND.test(brand)) return 'heic'
  if (brand === CANON_RAW_BRAND) return 'raw'
  if (!PICTURE_BRAND.test(brand)) return 'video'
  return compatibleBrands.some((name) => AVIF_BRAND.test(name)) ? 'avif' : 'heic'
}

/** An XML document whose first element is `svg`, after comments and a document type. */
const SVG_BEGINNING =
  /^\s*(?:<\?[^>]*>\s*|<!--(?:(?!-->)[\s\S])*-->\s*|<!DOCTYPE[^>[]*(?:\[[^\]]*\])?\s*>\s*)*<(?:\w+:)?svg[\s/>]/
