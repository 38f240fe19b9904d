/** What is read of a colour profile (ICC.1). */
export interface IccProfile {
  readonly name: string
  /** The number of the transfer function (ITU-T H.273), for profiles of HDR pictures. */
  readonly transfer?: number | undefined
  /** Red, green and blue: x, y and z of each, in D50. */
  readonly primaries?: readonly number[]
  /** The light of half the value of red, from 0 to 1. */
  readonly middle?: number | undefined
}

/** Reads a colour profile; `undefined` if there is none. */
export function readIccProfile(profile: Uint8Array | undefined): IccProfile | undefined {
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
  const primaries = ['rXYZ', 'gXYZ', 'bXYZ'].flatMap((name) => {
    const tag = readTag(name)
    return tag && tag.byteLength >= 20 ? [8, 12, 16].map((offset) => readFixed(tag, offset)) : []
  })
  const description = readTag('desc')
  const curve = readTag('rTRC')
  return {
    name: description ? readDescription(description) : '',
    transfer: readTag('cicp')?.getUint8(9),
    primaries,
    middle: curve && readMiddle(curve),
  }
}

const readFixed = (view: DataView, offset: number) => view.getInt32(offset) / 65_536

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

/** Returns the value in the middle of a curve: of a table, of a gamma, or of a formula that is a gamma with an offset. */
function readMiddle(curve: DataView): number | undefined {
  if (curve.getUint32(0) === 0x63757276) {
    const count = curve.getUint32(8)
    if (count === 1) return 0.5 ** (curve.getUint16(12) / 256)
    const offset = 12 + 2 * Math.round((count - 1) / 2)
    return count > 1 && offset + 2 <= curve.byteLength ? curve.getUint16(offset) / 65_535 : 0.5
  }
  const gamma = readFixed(curve, 12)
  if (curve.getUint16(8) === 0) return 0.5 ** gamma
  return curve.byteLength < 24 ? undefined : (readFixed(curve, 16) * 0.5 + readFixed(curve, 20)) ** gamma
}
