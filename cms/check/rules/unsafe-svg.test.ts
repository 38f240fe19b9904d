import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestContent, createTestImageFile, runRule } from '#cms/check/test-content.ts'
import { createSvgFileChecker, createUnsafeSvgRule, findSvgFileUrls } from './unsafe-svg.ts'

const svg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`
const FILES: Readonly<Record<string, string>> = { '/good.svg': svg('<path/>'), '/bad.svg': svg('<script/>') }

const server = createServer(({ url = '' }, response) => {
  if (url === '/silent.svg') return
  const file = FILES[url]
  response.writeHead(file === undefined ? 404 : 200).end(file)
})
let origin: string
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The server has no port')
  origin = `http://127.0.0.1:${address.port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const drawing = (url: string) => ({ url, contentType: 'image/svg+xml', details: { size: 9 } })

test('returns the problems of unsafe files and omits unreadable ones', async () => {
  const addresses = ['good', 'bad', 'missing', 'silent'].map((name) => `${origin}/${name}.svg`)
  expect(await createSvgFileChecker({ timeoutMs: 1_000 })([...addresses, 'http://127.0.0.1:9/a.svg'])).toEqual(
    new Map([[`${origin}/bad.svg`, 'holds a script']]),
  )
})

test('reads SVG files only, each once', () => {
  const [a, b] = [drawing('https://a.example/a.svg'), drawing('https://a.example/b.svg')]
  const visible = createTestContent({ assets: { a, again: a, picture: createTestImageFile(), empty: null } })
  expect(findSvgFileUrls(visible, createTestContent({ assets: { a, b } }))).toEqual([a.url, b.url])
})

test('reports an unsafe file at its asset', () => {
  const content = createTestContent({
    assets: { a: drawing('https://a.example/a.svg'), b: drawing('https://a.example/b.svg') },
  })
  const problems = new Map([['https://a.example/a.svg', 'holds a script']])
  expect(runRule(createUnsafeSvgRule(problems), content)).toEqual([
    'error a: The SVG file holds a script, so the site’s own copy of the content leaves it out: export it as plain SVG, or ask its author to, and upload it again',
  ])
})
