import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from 'saxes'

/**
 * Why an SVG file must not be served from the site's origin, as the rest of a sentence that begins with the file's name
 * (`holds a script`); `undefined` if it may. A browser that opens such a file by its address would run its scripts, follow
 * its links or load files from other sites.
 *
 * Only what this module knows is allowed: elements by their names, references into the same file, UTF-8, well-formed XML.
 * Nothing is repaired: a file that was changed by a filter looks different or still holds what the filter did not know.
 */
export function findSvgProblem(content: Uint8Array): string | undefined {
  try {
    checkDocument(decodeUtf8(content))
    return undefined
  } catch (error) {
    if (error instanceof UnsafeSvgError) return error.message
    throw error
  }
}

class UnsafeSvgError extends Error {
  override readonly name = 'UnsafeSvgError'
}

function refuse(reason: string): never {
  throw new UnsafeSvgError(reason)
}

/** Text of the file in a message: short, and without characters that a terminal would interpret. */
const excerpt = (text: string) => text.replaceAll(/\p{C}/gu, '?').slice(0, 60)

/** In another encoding a browser could read another text than this module does. */
function decodeUtf8(content: Uint8Array): string {
  if (content[0] === 0x1f && content[1] === 0x8b) refuse('is compressed (SVGZ)')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    return refuse('is not UTF-8 text')
  }
}

const NAMESPACE = {
  svg: 'http://www.w3.org/2000/svg',
  xlink: 'http://www.w3.org/1999/xlink',
  xml: 'http://www.w3.org/XML/1998/namespace',
  xmlns: 'http://www.w3.org/2000/xmlns/',
} as const

function checkDocument(text: string): void {
  const parser = new SaxesParser({ xmlns: true })
  const drawing = new DrawingTree()
  let css: string | undefined // of the style sheet that is open
  parser.on('error', ({ message }) => {
    const [, line = '1', problem = message] = /^(\d+):\d+: (.*?)\.?$/s.exec(message) ?? []
    refuse(`is not well-formed XML (line ${line}: ${excerpt(problem)})`)
  })
  parser.on('xmldecl', ({ version, encoding = 'utf-8' }) => {
    if (version !== '1.0') refuse('is not XML 1.0')
    if (encoding.toLowerCase() !== 'utf-8') refuse(`declares the encoding ${excerpt(encoding)} in place of UTF-8`)
  })
  parser.on('doctype', (doctype) => {
    if (!PLAIN_DOCTYPE.test(doctype)) refuse('holds a document type with declarations')
  })
  parser.on('processinginstruction', ({ target }) => {
    if (!INERT_INSTRUCTION.test(target)) refuse(`holds an instruction (<?${excerpt(target)}?>)`)
  })
  parser.on('opentag', (tag) => {
    checkElement(tag, drawing.isEmpty)
    drawing.open(Object.values(tag.attributes))
    for (const attribute of Object.values(tag.attributes)) checkAttribute(tag, attribute)
    // Browsers read only the style sheet's own text, so `css` would not be what they read.
    if (css !== undefined) refuse('holds an element in a style sheet')
    if (isStyleElement(tag)) css = ''
  })
  const addText = (part: string) => {
    if (css !== undefined) css += part
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    drawing.close()
    if (css !== undefined) checkStyleSheet(css)
    css = undefined
  })
  parser.write(text).close()
  drawing.checkSize()
}

/** None, or one of SVG's own, as many programs write it. No browser loads it. An internal subset could define entities. */
const PLAIN_DOCTYPE =
  /^\s+svg(?:\s+PUBLIC\s+(["'])-\/\/W3C\/\/DTD SVG [\w. ]+\/\/EN\1\s+(["'])https?:\/\/www\.w3\.org\/[\w./-]+\.dtd\2)?\s*$/

/** Adobe's marks of XMP metadata. Browsers obey `xml-stylesheet`. */
const INERT_INSTRUCTION = /^(?:xpacket|adobe-xap-filters)$/

const isStyleElement = ({ uri, local }: SaxesTagNS) => uri === NAMESPACE.svg && local === 'style'

const ELEMENTS: ReadonlySet<string> = new Set(
  [
    'svg g defs symbol use switch view title desc metadata style',
    'path rect circle ellipse line polyline polygon image text tspan textPath',
    'clipPath mask pattern marker linearGradient radialGradient stop',
    'filter feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap',
    'feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode',
    'feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence',
    'animate animateMotion animateTransform mpath set',
  ].flatMap((names) => names.split(' ')),
)

/** What the most frequent refused elements are, for people. */
const REFUSED_ELEMENTS: Readonly<Record<string, string>> = {
  script: 'a script',
  handler: 'a script',
  listener: 'a script',
  a: 'a link (<a>)',
}

function checkElement({ uri, local }: SaxesTagNS, isRoot: boolean): void {
  if (isRoot && !(uri === NAMESPACE.svg && local === 'svg'))
    refuse(`is not an SVG drawing: its first element is not <svg xmlns="${NAMESPACE.svg}">`)
  if (uri === NAMESPACE.svg ? ELEMENTS.has(local) : isInert(uri)) return
  const name = local.toLowerCase()
  if (Object.hasOwn(REFUSED_ELEMENTS, name)) refuse(`holds ${REFUSED_ELEMENTS[name]}`)
  refuse(uri === XHTML ? `holds HTML (<${excerpt(local)}>)` : `holds the element <${excerpt(local)}>`)
}

const XHTML = 'http://www.w3.org/1999/xhtml'
const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'

/**
 * Elements of other namespaces are metadata of drawing programs, which browsers ignore. Those that they obey, or obeyed,
 * are in namespaces of W3C (XHTML, MathML, XML Events) and Mozilla (XBL, XUL).
 */
const isInert = (uri: string) => uri === RDF || (uri !== '' && !/^https?:\/\/www\.(?:w3|mozilla)\.org\//i.test(uri))

/** Attributes that browsers read neither as an address nor as CSS. */
const PLAIN_ATTRIBUTE = /^(?:id|class|name|lang|role|d|points|(?:aria|data)-.+)$/

function checkAttribute({ local: element }: SaxesTagNS, { uri, local, value }: SaxesAttributeNS): void {
  if (uri === NAMESPACE.xml && local === 'base') refuse('holds xml:base')
  if (uri === NAMESPACE.xml || uri === NAMESPACE.xmlns) return
  if (uri !== '' && uri !== NAMESPACE.xlink && isInert(uri)) return
  if (/^on/i.test(local)) refuse(`holds an event handler (${excerpt(local)})`)
  if (/^(?:href|src)$/i.test(local)) checkReference(value, element)
  else if (local === 'attributeName') checkAnimated(value)
  else if (!PLAIN_ATTRIBUTE.test(local)) checkCss(value)
}

/** A picture inside the file. SVG is none of them: it could hold all that is refused here. */
const EMBEDDED_PICTURE = /^data:image\/(?:png|jpeg|gif|webp);base64,/i

function checkReference(value: string, element: string): void {
  const address = value.trim()
  const isPicture = element === 'image' || element === 'feImage'
  if (address === '' || address.startsWith('#') || (isPicture && EMBEDDED_PICTURE.test(address))) return
  refuse(`refers to another file (${excerpt(address)})`)
}

/** An animation sets an attribute to a value that was never checked as a value of that attribute. */
function checkAnimated(name: string): void {
  if (!/^[a-z-]+$/i.test(name) || /^(?:on.*|href|src|style|class|id)$/i.test(name))
    refuse(`holds an animation of ${excerpt(name)}`)
}

/** CSS can load files by `url(…)`, and by strings in these functions. Of the rest, old browsers ran code. */
const LOADING_CSS = /(?:src|image|image-set|cross-fade|element|paint|expression)\(|-moz-binding|behaviou?r\s*:/i

function checkCss(css: string): void {
  if (css.includes('\\')) refuse('holds a style with escapes') // `\75rl(…)` is `url(…)`
  const [loading] = LOADING_CSS.exec(css) ?? []
  if (loading !== undefined) refuse(`holds a style with ${loading.replace('(', '()')}`)
  for (const { index } of css.matchAll(/url\(/gi)) {
    const address = css.slice(index + 'url('.length, index + 200).replace(/^\s*["']?\s*/, '')
    if (!address.startsWith('#') && !EMBEDDED_PICTURE.test(address))
      refuse(`refers to another file (${excerpt(address.replace(/["')].*/s, ''))})`)
  }
}

/** `@import` loads a file. These do not. */
const AT_RULE = /^(?:media|supports|keyframes|-webkit-keyframes|font-face)$/i

function checkStyleSheet(css: string): void {
  for (const [rule] of css.matchAll(/@[\w-]*/g))
    if (!AT_RULE.test(rule.slice(1))) refuse(`holds a style sheet with ${excerpt(rule)}`)
  checkCss(css)
}

/** Levels of elements inside each other, and of references to elements that hold references. */
const MAX_DEPTH = 256

/** A drawing of a few kilobytes can repeat its parts in its parts (`<use>`) until no browser can draw it. */
const MAX_DRAWN_ELEMENTS = 100_000
const TOO_MANY = `draws more than ${MAX_DRAWN_ELEMENTS.toLocaleString('en-US')} elements`

interface DrawnElement {
  readonly children: DrawnElement[]
  /** Ids of other elements that are drawn with it. */
  readonly references: readonly string[]
  /** How many elements a browser draws for it; 0 while they are counted: browsers do not draw a circle of references. */
  drawn?: number
}

class DrawingTree {
  readonly #root: DrawnElement = { children: [], references: [] }
  readonly #open: DrawnElement[] = [this.#root]
  readonly #byId = new Map<string, DrawnElement>()
  #size = 0

  get isEmpty(): boolean {
    return this.#root.children.length === 0
  }

  open(attributes: readonly SaxesAttributeNS[]): void {
    this.#size += 1
    if (this.#size > MAX_DRAWN_ELEMENTS) refuse(TOO_MANY)
    if (this.#open.length > MAX_DEPTH) refuse(`holds more than ${MAX_DEPTH} elements inside each other`)
    const element: DrawnElement = { children: [], references: attributes.flatMap(findReferencedIds) }
    this.#open.at(-1)?.children.push(element)
    this.#open.push(element)
    for (const { local, uri, value } of attributes)
      if (local === 'id' && (uri === '' || uri === NAMESPACE.xml) && !this.#byId.has(value))
        this.#byId.set(value, element)
  }

  close(): void {
    this.#open.pop()
  }

  checkSize(): void {
    const drawn = this.#count(this.#root, 0) - 1 // #root is the document
    if (drawn > MAX_DRAWN_ELEMENTS) refuse(TOO_MANY)
  }

  #count(element: DrawnElement, depth: number): number {
    if (depth > 2 * MAX_DEPTH) return Number.POSITIVE_INFINITY
    if (element.drawn !== undefined) return element.drawn
    element.drawn = 0
    const parts = [...element.children, ...element.references.flatMap((id) => this.#byId.get(id) ?? [])]
    const drawn = parts.reduce((sum, part) => sum + this.#count(part, depth + 1), 1)
    element.drawn = drawn
    return drawn
  }
}

function findReferencedIds({ local, value }: SaxesAttributeNS): readonly string[] {
  const address = value.trim()
  if (local === 'href') return address.startsWith('#') ? [decodeFragment(address.slice(1))] : []
  return [...value.matchAll(/url\(\s*["']?\s*#([^"')\s]+)/gi)].map(([, id = '']) => decodeFragment(id))
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}
