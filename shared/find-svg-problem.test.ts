import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { findSvgProblem } from './find-svg-problem.ts'

const NAMESPACES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
const svg = (inside: string, before = '') => `${before}<svg ${NAMESPACES}>${inside}</svg>`

const problemOf = (content: string | Uint8Array) =>
  findSvgProblem(typeof content === 'string' ? Buffer.from(content) : content)

const utf16 = (text: string, start: readonly number[] = []) =>
  Buffer.concat([Buffer.from(start), Buffer.from(text, 'utf16le')])

/** `levels` groups, each of which uses the one before ten times. */
function repeated(levels: number, use = (id: string) => `<use href="#${id}"/>`) {
  const groups = Array.from(
    { length: levels },
    (_, level) => `<g id="g${level + 1}">${use(`g${level}`).repeat(10)}</g>`,
  )
  return svg(`<defs><g id="g0"><path d="M0 0"/></g>${groups.join('')}</defs>${use(`g${levels}`)}`)
}

/** Groups, each of which refers to the next one. */
const chain = (length: number) =>
  Array.from({ length }, (_, index) => `<g xml:id="g${index}"><use href="#g${index + 1}"/></g>`).join('')

/** All elements of a drawing in the SVG standard. */
const DRAWING = `symbol use switch view title desc metadata style path rect circle ellipse line polyline polygon image text
  tspan textPath clipPath mask pattern marker linearGradient radialGradient stop filter feBlend feColorMatrix
  feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood
  feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset fePointLight
  feSpecularLighting feSpotLight feTile feTurbulence animate animateMotion animateTransform mpath set`

describe.each<[string, readonly (readonly [string, string | Uint8Array])[]]>([
  [
    'scripts',
    [
      ['holds a script', svg('<script>alert(1)</script>')],
      ['holds a script', svg('<script href="#a"/>')],
      ['holds a script', svg('<script type="text/plain"/>')],
      ['holds a script', svg('<SCRIPT>alert(1)</SCRIPT>')],
      ['holds a script', svg('<s:script xmlns:s="http://www.w3.org/2000/svg">alert(1)</s:script>')],
      ['holds a script', svg('<é:script xmlns:é="http://www.w3.org/2000/svg">alert(1)</é:script>')],
      ['holds a script', svg('<s:script xmlns:s="&#104;ttp://www.w3.org/2000/sv&#x67;">alert(1)</s:script>')],
      ['holds a script', svg('<script xmlns="http://www.w3.org/1999/xhtml"/>')],
      ['holds a script', svg('<h:script xmlns:h="http://www.w3.org/1999/xhtml">alert(1)</h:script>')],
      ['holds a script', svg('<script xmlns="">alert(1)</script>')],
      ['holds a script', svg('<metadata><script>alert(1)</script></metadata>')],
      ['holds a script', svg('<svg><svg><script>alert(1)</script></svg></svg>')],
      ['holds a script', svg('<x:y xmlns:x="urn:x"><script>alert(1)</script></x:y>')],
      ['holds a script', svg('<!-- --><script><![CDATA[alert(1)]]></script>')],
      ['holds a script', svg('<handler type="application/ecmascript">alert(1)</handler>')],
      ['holds a script', svg('<ev:listener xmlns:ev="http://www.w3.org/2001/xml-events" event="load" handler="#a"/>')],
    ],
  ],
  [
    'event handlers',
    [
      ['holds an event handler (onload)', `<svg ${NAMESPACES} onload="alert(1)"/>`],
      ['holds an event handler (onclick)', svg("<rect\nonclick\n=\n'alert(1)'/>")],
      ['holds an event handler (OnLoad)', svg('<rect OnLoad="alert(1)"/>')],
      ['holds an event handler (onbegin)', svg('<animate onbegin="alert(1)" attributeName="x" dur="1s"/>')],
      ['holds an event handler (onnew-in-2040)', svg('<rect onnew-in-2040=""/>')],
      ['holds an event handler (onload)', svg('<rect s:onload="" xmlns:s="http://www.w3.org/2000/svg"/>')],
      ['holds an event handler (onload)', svg('<x:y xmlns:x="urn:x" onload="alert(1)"/>')],
    ],
  ],
  [
    'other documents and HTML',
    [
      ['holds the element <foreignObject>', svg('<foreignObject><p/></foreignObject>')],
      ['holds the element <foreignobject>', svg('<foreignobject/>')],
      ['holds the element <iframe>', svg('<iframe src="#a"/>')],
      ['holds the element <embed>', svg('<embed/>')],
      ['holds the element <object>', svg('<object data="#"/>')],
      ['holds the element <video>', svg('<video/>')],
      ['holds HTML (<iframe>)', svg('<iframe xmlns="http://www.w3.org/1999/xhtml" src="//evil.example"/>')],
      ['holds HTML (<meta>)', svg('<h:meta xmlns:h="http://www.w3.org/1999/xhtml" http-equiv="refresh"/>')],
      ['holds HTML (<p>)', svg('<h:p xmlns:h="http://www.w3.org/1999/xhtm&#108;"/>')],
      ['holds the element <math>', svg('<math xmlns="http://www.w3.org/1998/Math/MathML"/>')],
      ['holds the element <window>', svg('<window xmlns="http://www.mozilla.org/keymaster/gatekeeper/"/>')],
      ['holds a link (<a>)', svg('<a href="https://evil.example"><rect/></a>')],
      ['holds a link (<a>)', svg('<a xlink:href="javascript:alert(1)"/>')],
      ['holds a link (<a>)', svg('<a><set attributeName="href" to="javascript:alert(1)"/></a>')],
    ],
  ],
  [
    'references to other files',
    [
      ['refers to another file (https://evil.example/a.png)', svg('<image href="https://evil.example/a.png"/>')],
      ['refers to another file (other.png)', svg('<image xlink:href="other.png"/>')],
      ['refers to another file (other.png)', svg('<image src="other.png"/>')],
      ['refers to another file (//evil.example/a.svg#b)', svg('<use href="//evil.example/a.svg#b"/>')],
      ['refers to another file (data:image/png;base64,AAAA)', svg('<use href="data:image/png;base64,AAAA"/>')],
      ['refers to another file (javascript:alert(1))', svg('<use xlink:href=" javascript:alert(1)"/>')],
      ['refers to another file (javascript:x)', svg('<use xlink:href="java&#115;cript:x"/>')],
      ['refers to another file (java script:x)', svg('<use xlink:href="java\tscript:x"/>')],
      ['refers to another file (data:text/html,x)', svg('<image href="data:text/html,x"/>')],
      [
        'refers to another file (data:image/svg+xml;base64,AAAA)',
        svg('<image href="data:image/svg+xml;base64,AAAA"/>'),
      ],
      ['refers to another file (a.svg#b)', svg('<feImage href="a.svg#b"/>')],
      ['refers to another file (a.svg#b)', svg('<textPath href="a.svg#b"/>')],
      ['holds the element <tref>', svg('<tref href="a.svg#b"/>')],
      ['holds the element <font-face-uri>', svg('<font-face-uri xlink:href="//evil.example/f"/>')],
      ['holds the element <cursor>', svg('<cursor href="//evil.example/f"/>')],
      ['holds xml:base', svg('<g xml:base="https://evil.example/"><use href="#a"/></g>')],
    ],
  ],
  [
    'styles',
    [
      ['holds a style sheet with @import', svg('<style>@import "x.css"</style>')],
      ['holds a style sheet with @import', svg('<style>a{}<!-- -->@imp<!-- -->ort "x.css"</style>')],
      ['holds a style sheet with @import', svg('<style><![CDATA[@im]]>port url(#a);</style>')],
      ['holds a style sheet with @import', svg('<style>&#64;import "x.css"</style>')],
      ['holds a style sheet with @IMPORT', svg('<s:style xmlns:s="http://www.w3.org/2000/svg">@IMPORT "x"</s:style>')],
      ['holds an element in a style sheet', svg('<style>@import<g/> "x.css"</style>')],
      ['holds an element in a style sheet', svg('<style>u<style>x</style>rl(//evil.example)</style>')],
      ['holds a style with escapes', svg('<style>a{fill:\\75rl(//evil.example)}</style>')],
      ['holds a style sheet with @', svg('<style>@\\69mport "x.css"</style>')],
      ['holds a style with escapes', svg('<style><![CDATA[svg{fill:u\\72l(//evil.example/a)}]]></style>')],
      ['holds a style with escapes', svg('<rect style="fill:u\\72l(//evil.example/a)"/>')],
      ['holds a style with escapes', svg('<rect fill="u\\72l(//evil.example/a)"/>')],
      ['refers to another file (//evil.example/f)', svg('<style>@font-face{src:url(//evil.example/f)}</style>')],
      ['refers to another file (https://evil.example)', svg('<rect style="fill:URL( \'https://evil.example\')"/>')],
      ['refers to another file (https://evil.example#a)', svg('<rect filter="url(https://evil.example#a)"/>')],
      [
        'refers to another file (https://evil.example)',
        svg('<set attributeName="fill" to="url(https://evil.example)"/>'),
      ],
      [
        'refers to another file (https://evil.example)',
        svg('<style>a{fill:url(#a);b:url(https://evil.example)}</style>'),
      ],
      ['refers to another file (var(--a)', svg('<style>a{--a:1;fill:url(var(--a))}</style>')],
      ['holds a style with image-set()', svg('<style>svg{background:image-set("//evil.example/a" 1x)}</style>')],
      ['holds a style with image-set()', svg('<rect mask="-webkit-image-set(\'//evil.example/a\' 1x)"/>')],
      ['holds a style with src()', svg('<rect style="fill:src(\'//evil.example\')"/>')],
      ['holds a style with expression()', svg('<rect style="width:expression(alert(1))"/>')],
      ...['image', 'cross-fade', 'element', 'paint'].map(
        (name) => [`holds a style with ${name}()`, svg(`<rect style="fill:${name}('//evil.example')"/>`)] as const,
      ),
      ['holds a style with -moz-binding', svg('<rect style="-moz-binding:url(#a)"/>')],
      ['holds a style with behavior:', svg('<style>a{behavior:url(#a)}</style>')],
      ['holds a style with behaviour :', svg('<rect style="behaviour :url(#a)"/>')],
    ],
  ],
  [
    'animations',
    [
      ['holds an animation of href', svg('<image><set attributeName="href" to="//evil.example"/></image>')],
      ['holds an animation of xlink:href', svg('<use><animate attributeName="xlink:href" values="#a;//b"/></use>')],
      ['holds an animation of x:href', svg('<use><animate attributeName="x:href" to="//b" xmlns:x="urn:x"/></use>')],
      ['holds an animation of href', svg('<use><animate attributeName="hre&#102;" to="//b"/></use>')],
      ['holds an animation of HREF', svg('<use><animate attributeName="HREF" to="//b"/></use>')],
      ['holds an animation of onclick', svg('<rect><set attributeName="onclick" to="alert(1)"/></rect>')],
      ...['style', 'src', 'class', 'id'].map(
        (name) => [`holds an animation of ${name}`, svg(`<set attributeName="${name}" to="a"/>`)] as const,
      ),
    ],
  ],
  [
    'document types and instructions',
    [
      [
        'holds a document type with declarations',
        svg('&a;', '<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>'),
      ],
      [
        'holds a document type with declarations',
        svg('&c;', '<!DOCTYPE svg [<!ENTITY a "aa"><!ENTITY b "&a;&a;"><!ENTITY c "&b;&b;">]>'),
      ],
      ['holds a document type with declarations', svg('', '<!DOCTYPE svg [<!ATTLIST svg onload CDATA "alert(1)">]>')],
      ['holds a document type with declarations', svg('', '<!DOCTYPE svg SYSTEM "https://evil.example/a.dtd">')],
      [
        'holds a document type with declarations',
        svg('', '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "https://evil.example/svg11.dtd">'),
      ],
      [
        'holds a document type with declarations',
        svg('', '<!DOCTYPE svg PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1.dtd">'),
      ],
      ['holds an instruction (<?xml-stylesheet?>)', svg('', '<?xml-stylesheet href="https://evil.example/a.xsl"?>')],
      ['holds an instruction (<?php?>)', svg('<?php echo 1 ?>')],
    ],
  ],
  [
    'encodings',
    [
      ['is compressed (SVGZ)', gzipSync(svg('<path/>'))],
      ['is not UTF-8 text', utf16(svg('<script/>'), [0xff, 0xfe])],
      ['is not well-formed XML (line 1: disallowed character)', utf16(svg('<script/>'))],
      ['is not UTF-8 text', Buffer.from(svg('<text>é</text>'), 'latin1')],
      [
        'declares the encoding UTF-7 in place of UTF-8',
        svg('+ADw-script+AD4-', '<?xml version="1.0" encoding="UTF-7"?>'),
      ],
      ['declares the encoding utf-16 in place of UTF-8', svg('', '<?xml version="1.0" encoding="utf-16"?>')],
      ['is not XML 1.0', svg('', '<?xml version="1.1"?>')],
    ],
  ],
  [
    'files that are no SVG',
    [
      ['is not well-formed XML (line 1: document must contain a root element)', ''],
      ['is not UTF-8 text', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
      ['is not an SVG drawing: its first element is not <svg xmlns="http://www.w3.org/2000/svg">', '<svg/>'],
      [
        'is not an SVG drawing: its first element is not <svg xmlns="http://www.w3.org/2000/svg">',
        `<html xmlns="http://www.w3.org/1999/xhtml">${svg('')}</html>`,
      ],
      ['is not well-formed XML (line 1: text data outside of root node)', `GIF89a${svg('')}`],
      ['holds a document type with declarations', `<!DOCTYPE html>${svg('<script>alert(1)</script>')}`],
      ['is not well-formed XML (line 2: unclosed tag: svg)', `<svg ${NAMESPACES}>\n<rect/>`],
      ['is not well-formed XML (line 1: malformed comment)', svg('<!-- -- --><script>alert(1)</script>')],
      ['is not well-formed XML (line 1: duplicate attribute: id)', svg('<g id="a" id="b"/>')],
      ['is not well-formed XML (line 1: undefined entity)', svg('&nbsp;')],
      ['is not well-formed XML (line 1: unbound namespace prefix: "sodipodi")', svg('<sodipodi:namedview/>')],
    ],
  ],
  [
    'drawings that no browser can draw',
    [
      ['draws more than 100,000 elements', repeated(5)],
      ['draws more than 100,000 elements', repeated(60)],
      ['draws more than 100,000 elements', repeated(5, (id) => `<path style="fill:url('#${id}')"/>`)],
      ['draws more than 100,000 elements', repeated(5, (id) => `<use xlink:href=" #${id.replace('g', '%67')} "/>`)],
      ['draws more than 100,000 elements', svg('<g/>'.repeat(100_000))],
      ['draws more than 100,000 elements', repeated(5, (id) => `<path fill="url( #${id} )" xml:id="other"/>`)],
      ['draws more than 100,000 elements', svg(chain(256))],
      ['holds more than 256 elements inside each other', svg(`${'<g>'.repeat(256)}${'</g>'.repeat(256)}`)],
    ],
  ],
])('§12.51 refuses %s:', (_, cases) => {
  test.each(cases.map(([problem, content = '']) => [problem, content.slice(0, 200), content] as const))(
    '%s: %s',
    (problem, _, content) => expect(problemOf(content)).toBe(problem),
  )
})

const AT_RULES = ['media', 'supports', 'keyframes', '-webkit-keyframes', 'font-face', 'MEDIA']

const NAMED = `<g id="image(1)" class="src(2)" data-name="url(3)" aria-label="a\\b" name="paint(4)" lang="src(5)"
  role="url(6)" d="\\" points="element(7)"/>`

describe('allows', () => {
  test.each([
    [
      'gradients and parts of the drawing',
      svg('<use xlink:href="#a"/><rect fill="url(#b)" style="fill:url(\'#c\')"/>'),
    ],
    [
      'the document type of SVG Tiny',
      `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1 Tiny//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11-tiny.dtd">${svg('<path/>')}`,
    ],
    ['every element of a drawing', svg(DRAWING.replaceAll(/\w+/g, '<$&/>'))],
    [
      'embedded pictures',
      svg(['png', 'jpeg', 'gif', 'webp'].map((type) => `<image href="data:image/${type};base64,AAAA"/>`).join('')),
    ],
    [
      'an embedded picture in a filter and in a style',
      svg('<feImage href=" data:image/png;base64,A"/><rect fill="url( \'data:image/png;base64,A\')"/><use href=""/>'),
    ],
    ['a reference to nothing, and one that is no address', svg('<use href="#none"/><use href="#%zz"/>')],
    [`rules that load nothing`, svg(`<style>${AT_RULES.map((rule) => `@${rule} a{}`).join('')}</style>`)],
    ['100,000 elements', svg('<g/>'.repeat(99_999))],
    ['256 elements inside each other', svg(`${'<g>'.repeat(255)}${'</g>'.repeat(255)}`)],
    ['references that lead from one to the next', svg(chain(255))],
    ['the first of two elements with one id', svg(`<g id="g4"/>${repeated(5).replace(/<\/?svg.*?>/g, '')}`)],
    ['a document type without an address', svg('', '<!DOCTYPE svg>')],
    ['a declaration', svg('<path d="M0 0"/>', '<?xml version="1.0" encoding="utf-8" standalone="no"?>\n')],
    ['a byte order mark', `\uFEFF${svg('')}`],
    ['a style', svg('<style>.a{fill:#123}</style><text style="fill:red">Pipe &amp; Co</text>')],
    [
      'a style in CDATA',
      svg('<style type="text/css"><![CDATA[.st0{fill:url(#a);} @media print{a>b{fill:red}}]]></style>'),
    ],
    ['an animation', svg('<rect><animate attributeName="opacity" values="0;1"/></rect>')],
    [
      'text that looks like code',
      svg('<title>on=off, javascript: &lt;script&gt; @import url(https://a.example)</title>'),
    ],
    ['names that look like functions', svg(NAMED)],
    ['a group that is used in a circle', svg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>')],
    ['10,000 repetitions', repeated(4)],
    [
      'the document type of SVG 1.1',
      svg('', '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n'),
    ],
    [
      'a file as Illustrator writes it',
      `<?xml version="1.0" encoding="utf-8"?>
<!-- Generator: Adobe Illustrator 27.0.0, SVG Export Plug-In . SVG Version: 6.00 Build 0)  -->
<svg version="1.1" id="Layer_1" xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" x="0px"
   y="0px" viewBox="0 0 120 40" style="enable-background:new 0 0 120 40;" xml:space="preserve">
<style type="text/css">
  .st0{clip-path:url(#SVGID_2_);fill:#C8102E;}
  .st1{font-family:'Archivo-Bold';}
</style>
<g><defs><rect id="SVGID_1_" width="120" height="40"/></defs>
<clipPath id="SVGID_2_"><use xlink:href="#SVGID_1_" style="overflow:visible;"/></clipPath><path class="st0" d="M0,0h120v40z"/></g>
<metadata><?adobe-xap-filters esc="CR"?><?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="https://a.example"/></rdf:RDF>
</x:xmpmeta><?xpacket end="w"?></metadata>
</svg>`,
    ],
    [
      'a file as Inkscape writes it',
      `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<svg width="120mm" height="40mm" viewBox="0 0 120 40" id="svg1" inkscape:version="1.3 (0e150ed6c4, 2023-07-21)"
  xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" xmlns="http://www.w3.org/2000/svg"
  xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" sodipodi:docname="C:\\logos\\a (1).svg">
<sodipodi:namedview id="namedview1" pagecolor="#ffffff" inkscape:zoom="1.2"><inkscape:grid type="xygrid"/></sodipodi:namedview>
<defs><linearGradient id="a"><stop offset="0" style="stop-color:#000;stop-opacity:1"/></linearGradient></defs>
<g inkscape:label="Layer 1" inkscape:groupmode="layer"><path style="fill:url(#a);-inkscape-stroke:none" d="M0 0h9"/></g>
</svg>`,
    ],
  ])('%s', (_, content) => expect(problemOf(content)).toBeUndefined())
})

test('a reason shows no control characters and is short', () => {
  const name = 'a'.repeat(500)
  expect(problemOf(svg(`<image href="\u009b31m\u202e${name}"/>`))).toBe(
    `refers to another file (?31m?${name.slice(0, 55)})`,
  )
})

test('checks 5 MB of unfinished functions in time that grows with the length only', () => {
  const started = performance.now()
  problemOf(svg(`<style>${'url( '.repeat(1_000_000)}</style>`))
  expect(performance.now() - started).toBeLessThan(60_000) // ms; a quadratic check takes hours
})
