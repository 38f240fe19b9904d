import { readText } from './file-type.ts'

/**
 * EXIF data is a TIFF file without pixels, in a part of the picture that its format defines: the order of its bytes (`II` or
 * `MM`), 42, the offset of the first directory. A directory is the number of its entries and these, 12 bytes each.
 */

const GPS_DIRECTORY_TAG = 0x8825
const GPS_LATITUDE_TAG = 2
const ENTRY_BYTES = 12
const ASTERISK = 42

/** Whether the numbers in EXIF data begin with their lowest byte. */
export const isLittleEndian = (exif: DataView): boolean => exif.getUint8(0) === 0x49

/** Returns the offset of the value of a tag in a directory: the first one, or the one that begins at `directory`. */
export function findExifValue(exif: DataView, tag: number, directory = readUint32(exif, 4)): number | undefined {
  const isLittle = isLittleEndian(exif)
  if (directory + 2 > exif.byteLength) return undefined
  const end = directory + 2 + exif.getUint16(directory, isLittle) * ENTRY_BYTES
  for (let entry = directory + 2; entry < end && entry + ENTRY_BYTES <= exif.byteLength; entry += ENTRY_BYTES)
    if (exif.getUint16(entry, isLittle) === tag) return entry + 8
  return undefined
}

const readUint32 = (exif: DataView, offset: number) =>
  offset + 4 <= exif.byteLength ? exif.getUint32(offset, isLittleEndian(exif)) : exif.byteLength

/**
 * Whether a part of a picture says where it was taken. It needs no knowledge of the format, because the beginning of EXIF
 * data is recognizable anywhere, and XMP data is text.
 */
export function hasPlace(bytes: Uint8Array): boolean {
  for (let index = bytes.indexOf(ASTERISK); index >= 0; index = bytes.indexOf(ASTERISK, index + 1)) {
    const start = [index - 2, index - 3].find((offset) => /^(?:II\*\0|MM\0\*)/.test(readText(bytes, offset, 4)))
    if (start === undefined) continue
    const exif = new DataView(bytes.buffer, bytes.byteOffset + start, bytes.byteLength - start)
    const directory = findExifValue(exif, GPS_DIRECTORY_TAG)
    if (directory === undefined) continue
    if (findExifValue(exif, GPS_LATITUDE_TAG, readUint32(exif, directory)) !== undefined) return true
  }
  return new TextDecoder('latin1').decode(bytes).includes('GPSLatitude')
}
