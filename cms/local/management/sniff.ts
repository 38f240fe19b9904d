/** The kinds of files that this stand-in takes. */
export type FileMediaType = (typeof SIGNATURES)[number][0] | 'image/svg+xml'

const SIGNATURES = [
  ['image/jpeg', (head) => head.startsWith('\xff\xd8\xff')],
  ['image/png', (head) => head.startsWith('\x89PNG\r\n\x1a\n')],
  ['image/gif', (head) => head.startsWith('GIF8')],
  ['image/webp', (head) => head.startsWith('RIFF') && head.startsWith('WEBP', 8)],
  ['image/avif', (head) => /^ftypavi[fs]/.test(head.slice(4))],
  ['video/mp4', (head) => /^ftyp(isom|iso\d|mp4\d|avc1|M4V |dash)/.test(head.slice(4))],
  ['video/webm', (head) => head.startsWith('\x1a\x45\xdf\xa3')],
] as const satisfies readonly (readonly [string, (head: string) => boolean])[]

/** What a file is, from its first bytes: its name and its sender may say anything. */
export function detectMediaType(content: Buffer): FileMediaType | undefined {
  const head = content.toString('latin1', 0, 32)
  const [type] = SIGNATURES.find(([, matches]) => matches(head)) ?? []
  return type ?? (isSvg(content) ? 'image/svg+xml' : undefined)
}

/** The first element, after a declaration, comments and a document type. */
function isSvg(content: Buffer): boolean {
  const start = content.toString('utf8', 0, 4_096)
  return /^\uFEFF?\s*(<\?xml[^>]*\?>\s*|<!--[\s\S]*?-->\s*|<!DOCTYPE[^>]*>\s*)*<svg[\s>]/i.test(start)
}
