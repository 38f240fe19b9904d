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

/** The first tag, in a well-formed file without comments. */
const ROOT_TAG = /<(?:\w+:)?svg(?=[\s/>])(?:"[^"]*"|'[^']*'|[^>"'])*>/
const VIEW_BOX = /\sviewBox\s*=\s*["']([^"']*)["']/
/** A length without a relation to the page, which has no size of its own for a logo. */
const createLengthPattern = (name: string) => new RegExp(`\\s${name}\\s*=\\s*["']\\s*\\+?0*[1-9.][^%"']*["']`)
const WIDTH = createLengthPattern('width')
const HEIGHT = createLengthPattern('height')

/** Without a size browsers show the upper left 300 × 150 px of a drawing. */
function findSizeProblem(text: string): string | undefined {
  const [tag = ''] = ROOT_TAG.exec(text.replaceAll(/<!--[\s\S]*?-->/g, '')) ?? []
  const [, , width = 0, height = 0] = (VIEW_BOX.exec(tag)?.[1] ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  if ((width > 0 && height > 0) || (WIDTH.test(tag) && HEIGHT.test(tag))) return undefined
  return 'has no size (no viewBox, and no width and height), so that browsers cut it'
}
