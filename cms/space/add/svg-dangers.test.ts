import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { dangerIn } from './svg-dangers.ts'

const svg = (inside: string, before = '') =>
  `${before}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">${inside}</svg>`

test.each([
  ['a script', svg('<script>alert(1)</script>')],
  ['a script', svg('<svg:script href="#a"/>')],
  ['a script', svg('<é:script xmlns:é="http://www.w3.org/2000/svg">alert(1)</é:script>')],
  ['an event handler', svg('<rect onload="alert(1)"/>')],
  ['an event handler', svg("<rect\nonclick = 'alert(1)'/>")],
  ['another document', svg('<foreignObject><p/></foreignObject>')],
  ['another document', svg('<iframe src="#a"/>')],
  ['an entity', svg('', '<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>')],
  ['a style sheet of somewhere else', svg('<style>@import "x.css"</style>')],
  ['a style sheet of somewhere else', svg('<style>svg{background:image-set("//evil.example/a" 1x)}</style>')],
  ['a style with escapes', svg('<style>@\\69mport "x.css"</style>')],
  ['a style with escapes', svg('<style><![CDATA[svg{background:u\\72l(//evil.example/a)}]]></style>')],
  ['a style with escapes', svg('<rect style="fill:u\\72l(//evil.example/a)"/>')],
  ['HTML', svg('<h:meta xmlns:h="http://www.w3.org/1999/xhtml" http-equiv="refresh" content="0;url=//evil.example"/>')],
  ['HTML', svg('<h:p xmlns:h="http://www.w3.org/1999/xhtm&#108;"/>')],
  ['an animated reference', svg('<a><set attributeName="href" to="javascript:alert(1)"/></a>')],
  ['an animated reference', svg('<a><animate attributeName="xlink:href" values="javascript:alert(1)"/></a>')],
  ['another encoding than UTF-8', svg('', '<?xml version="1.0" encoding="UTF-7"?>')],
  ['a reference out of itself (https://evil.example/a.png)', svg('<image href="https://evil.example/a.png"/>')],
  ['a reference out of itself (javascript:alert(1))', svg('<a xlink:href="javascript:alert(1)"/>')],
  ['a reference out of itself (java&#115;cript:x)', svg('<a href="java&#115;cript:x"/>')],
  ['a reference out of itself (data:text/html,x)', svg('<a href="data:text/html,x"/>')],
  ['a reference out of itself (//evil.example/f)', svg('<style>@font-face{src:url(//evil.example/f)}</style>')],
])('%s is found', (danger, drawing) => expect(dangerIn(drawing)).toBe(danger))

test.each([
  ['gradients and parts of itself', svg('<use xlink:href="#a"/><rect fill="url(#b)" style="fill:url(\'#c\')"/>')],
  ['a picture that stands in it', svg('<image href="data:image/png;base64,AAAA"/>')],
  ['a declaration', svg('<path d="M0 0"/>', '<?xml version="1.0" encoding="utf-8"?>')],
  ['a style', svg('<style>.a{fill:#123}</style><text style="fill:red">Pipe &amp; Co</text>')],
  ['an animation', svg('<rect><animate attributeName="opacity" values="0;1"/></rect>')],
  ['words that look like one', svg('<title>Once upon a time, on=off</title>')],
])('%s is none', (_, drawing) => expect(dangerIn(drawing)).toBeUndefined())

test('nor is there any in the site’s own logos', async () => {
  const folder = 'public/media/logos'
  const files = await readdir(folder)
  expect(files.length).toBeGreaterThan(0)
  for (const file of files) expect(dangerIn(await readFile(`${folder}/${file}`, 'utf8'))).toBeUndefined()
})
