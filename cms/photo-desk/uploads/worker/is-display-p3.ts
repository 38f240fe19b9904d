/** The beginning of a file, in which HEIC has its properties. */
const HEADER_BYTES = 256_000

/** The number of the primaries of Display P3 in video formats (ITU-T H.273). */
const DISPLAY_P3_PRIMARIES = 12

/**
 * Whether the colours of a HEIC file are in Display P3, as those of phones. The file says it with the description of a
 * colour profile, or with the number of the primaries.
 */
export function isDisplayP3(bytes: Uint8Array): boolean {
  const header = bytes.subarray(0, HEADER_BYTES)
  for (let index = findText(header, 'colr', 0); index >= 0; index = findText(header, 'colr', index + 4)) {
    const length = new DataView(header.buffer, header.byteOffset + index - 4, 4).getUint32(0)
    const box = header.subarray(index + 4, index - 4 + length)
    if (hasTextAt(box, 'nclx', 0) && (box[4] ?? 0) * 256 + (box[5] ?? 0) === DISPLAY_P3_PRIMARIES) return true
    if (PROFILE_TYPES.some((type) => hasTextAt(box, type, 0)) && hasDescription(box)) return true
  }
  return false
}

/** Restricted and unrestricted ICC profiles. */
const PROFILE_TYPES = ['rICC', 'prof'] as const

/** Profiles have their description as UTF-16 or ASCII. */
const DESCRIPTIONS = ['Display P3', [...'Display P3'].join('\0'), [...'sP3C'].join('\0'), 'sP3C']

const hasDescription = (box: Uint8Array) => DESCRIPTIONS.some((description) => findText(box, description, 0) >= 0)

function findText(bytes: Uint8Array, text: string, start: number): number {
  const first = text.charCodeAt(0)
  for (let index = bytes.indexOf(first, start); index >= 0; index = bytes.indexOf(first, index + 1))
    if (hasTextAt(bytes, text, index)) return index
  return -1
}

function hasTextAt(bytes: Uint8Array, text: string, offset: number): boolean {
  for (let index = 0; index < text.length; index += 1)
    if (bytes[offset + index] !== text.charCodeAt(index)) return false
  return true
}
