import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { findSvgProblem } from '#shared/find-svg-problem.ts'

/** Returns why an SVG cannot be added, as the rest of a sentence that begins with the file’s name. */
export function findLogoProblem(bytes: Uint8Array): string | undefined {
  const text = new TextDecoder().decode(bytes)
  const problem = findSvgProblem(bytes) ?? findSizeProblem(text)
  const [, advice = 'export it again from the program that drew it, or as PNG'] =
    EXPORT_ADVICES.find(([program]) => program.test(text)) ?? []
  return problem && `${problem}: ${advice}`
}

const EXPORT_ADVICES = [
  [
    /Adobe ?Illustrator|&ns_\w+;/,
    'in Illustrator choose “File › Export › Export As…” and the format SVG, not “Save As…”',
  ],
  [/\binkscape\b/i, 'in Inkscape choose “File › Save a Copy…” and the type “Plain SVG”'],
] as const

/** A length without a relation to the page, which has no size of its own for a logo. */
const LENGTH = /^\s*\+?0*[1-9.][^%]*$/

/** Without a size browsers show the upper left 300 × 150 px of a drawing. `text`: well-formed. */
function findSizeProblem(text: string): string | undefined {
  let root: SaxesTagPlain | undefined
  const parser = new SaxesParser()
  parser.on('opentag', (tag) => (root ??= tag))
  parser.write(text).close()
  const { viewBox = '', width = '', height = '' } = root?.attributes ?? {}
  const [, , boxWidth = 0, boxHeight = 0] = viewBox
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  if ((boxWidth > 0 && boxHeight > 0) || (LENGTH.test(width) && LENGTH.test(height))) return undefined
  return 'has no size (no viewBox, and no width and height), so that browsers cut it'
}
