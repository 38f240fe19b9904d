/** What is read of a colour profile (ICC.1). */
export interface IccProfile {
  readonly name: string
  /** The number of the transfer function (ITU-T H.273), for profiles of HDR pictures. */
  readonly transfer?: number | undefined
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
