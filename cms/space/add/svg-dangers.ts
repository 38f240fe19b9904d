/**
 * What a logo has no need of, and a browser that opens the file by itself would obey. Such a file is refused, not
 * mended: what is cut out of a drawing by pattern is never surely all of it. So the patterns may find too much.
 */
export function dangerIn(svg: string): string | undefined {
  return DANGERS.find(([, pattern]) => pattern.test(svg))?.[0] ?? foreignReference(svg)
}

const DANGERS = [
  ['a script', /<(?:[^\s<>:/]+:)?(?:script|handler|listener)\b/i],
  ['an event handler', /[\s"'/]on\w+\s*=\s*["']/i],
  ['another document', /<(?:[^\s<>:/]+:)?(?:foreignObject|iframe|embed|object|audio|video)\b/i],
  ['an entity', /<!ENTITY/i],
  ['a style sheet of somewhere else', /<\?xml-stylesheet|@import|image-set\(/i],
  // CSS reads `\69` as a letter, and XML `&#105;`.
  ['a style with escapes', /<(?:[^\s<>:/]+:)?style\b(?:(?!<\/)[\s\S])*[\\&]|\sstyle\s*=\s*(?:"[^"]*\\|'[^']*\\)/i],
  ['HTML', /www\.w3\.org\/1999\/xhtml|\bxmlns(?::[^\s=]+)?\s*=\s*["'][^"']*&/i],
  ['an animated reference', /\battributeName\s*=\s*["'][^"']*(?:href|src|&)/i],
  ['another encoding than UTF-8', /^\s*<\?xml[^>]*\bencoding\s*=\s*["'](?!utf-8["'])/i],
] as const satisfies readonly (readonly [string, RegExp])[]

/** A part of the drawing itself, or a picture that stands in it. */
const OWN = /^\s*(?:#|data:image\/(?:png|jpeg|webp);base64,)/i

function foreignReference(svg: string): string | undefined {
  const references = [...svg.matchAll(REFERENCE)].map(([, quoted, unquoted]) => (quoted ?? unquoted ?? '').trim())
  const foreign = references.find((reference) => reference !== '' && !OWN.test(reference))
  return foreign === undefined ? undefined : `a reference out of itself (${foreign.slice(0, 60)})`
}

/** `href="…"`, `xlink:href='…'`, `src="…"`, and `url(…)` of a style. */
const REFERENCE = /(?:\b(?:href|src)\s*=\s*["']([^"']*)["'])|(?:\burl\(\s*["']?([^"')]*)["']?\s*\))/gi
