import type { RequestListener } from 'node:http'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startHttpServer } from '#local-tests/start-http-server.ts'
import { createTestContent, createTestVideoFile, runRule } from '#tests/setup/contentful/checked-content.ts'
import { createFileChecker, createFileContentRule } from './file-contents.ts'

const svg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`
const exif = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '31/1 58/1 0/1' } }
const noise = sharp({
  create: {
    width: 640,
    height: 640,
    channels: 3,
    background: '#888888',
    noise: { type: 'gaussian', mean: 128, sigma: 60 },
  },
})

const files = new Map<string, string | Buffer>([
  ['/good.svg', svg('<path/>')],
  ['/bad.svg', svg('<script/>')],
])
const requests: string[] = []

const respond: RequestListener = ({ url = '', headers }, response) => {
  requests.push(`${url} ${headers.range ?? 'whole'}`)
  const file = files.get(url)
  if (file === undefined) return url === '/silent.svg' ? undefined : response.writeHead(404).end()
  const [, start, end] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '') ?? []
  if (start === undefined || url === '/whole.jpg') return response.end(file)
  return response
    .writeHead(206)
    .end(start === '' ? file.slice(-Number(end)) : file.slice(Number(start), Number(end) + 1))
}

let server: Awaited<ReturnType<typeof startHttpServer>>
beforeAll(async () => {
  files.set('/phone.jpg', await noise.clone().withExif(exif).jpeg({ quality: 100 }).toBuffer())
  files.set('/phone.webp', await noise.clone().withExif(exif).webp({ lossless: true }).toBuffer())
  files.set('/clean.webp', await noise.clone().webp({ lossless: true }).toBuffer())
  files.set('/small.webp', 'Less than a part')
  files.set('/scan.tiff', 'A file that can have its place anywhere')
  files.set('/whole.jpg', 'A server without ranges')
  server = await startHttpServer(respond)
})
beforeEach(() => requests.splice(0))
afterAll(() => server[Symbol.asyncDispose]())

const TYPES: Readonly<Record<string, string>> = {
  svg: 'image/svg+xml',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  tiff: 'image/tiff',
}

const contentOf = (...fileNames: readonly string[]) =>
  createTestContent({
    assets: Object.fromEntries(
      fileNames.map((fileName) => {
        const contentType = TYPES[fileName.split('.')[1] ?? ''] ?? ''
        return [fileName, { url: `${server.url}/${fileName}`, fileName, contentType, details: { size: 9 } }]
      }),
    ),
  })

test('reports SVG files with a script, and pictures with the place where they were taken', async () => {
  const content = contentOf('good.svg', 'bad.svg', 'phone.jpg', 'phone.webp', 'clean.webp')
  using limit = vi.spyOn(AbortSignal, 'timeout')
  const { problems, unreadCount } = await createFileChecker()(content)
  expect(unreadCount).toBe(0)
  expect(limit).toHaveBeenCalledExactlyOnceWith(10_000)
  const place =
    'says where the picture was taken, and everybody can read it: replace the file in the photo desk, which removes the place, or upload a copy that was exported without it'
  expect(runRule(createFileContentRule(problems), content)).toEqual([
    'error bad.svg: The SVG file holds a script, so the site’s own copy of the content leaves it out: export it as plain SVG, or ask its author to, and upload it again',
    `warning phone.jpg: phone.jpg ${place}`,
    `warning phone.webp: phone.webp ${place}`,
  ])
})

test('reads only parts of pictures, each file once, no films, and nothing that it has read before', async () => {
  const check = createFileChecker()
  const film = createTestContent({ assets: { film: createTestVideoFile() } })
  const pictures = ['good.svg', 'phone.jpg', 'phone.webp', 'small.webp', 'scan.tiff'] as const
  const before = await check(contentOf(...pictures), contentOf('phone.jpg'), film)
  expect(requests.toSorted()).toEqual([
    '/good.svg whole',
    '/phone.jpg bytes=0-262143',
    '/phone.webp bytes=-262144',
    '/phone.webp bytes=0-262143',
    '/scan.tiff bytes=0-19999999',
    '/small.webp bytes=0-262143',
  ])
  expect(await check(contentOf(...pictures))).toEqual(before)
  expect(requests).toHaveLength(6)
})

test('counts the files that cannot be read', async () => {
  const check = createFileChecker()
  expect(await check(contentOf('missing.svg', 'whole.jpg'))).toEqual({ problems: new Map(), unreadCount: 2 })
  const impatient = createFileChecker({ timeoutMs: 500 })
  expect(await impatient(contentOf('silent.svg'))).toEqual({ problems: new Map(), unreadCount: 1 })
})
