import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { startWebServer } from '#server/web/web-server.ts'

const MARK = "document.documentElement.setAttribute('data-ran', '')"
const NAMESPACE = 'xmlns="http://www.w3.org/2000/svg"'

/** Each marks the document when its script runs, and asks for /loaded when it may load something. */
const FILES = {
  script: `<svg ${NAMESPACE}><script>${MARK}; fetch('/loaded')</script></svg>`,
  'event-handler': `<svg ${NAMESPACE} onload="${MARK}; fetch('/loaded')"/>`,
  html: `<svg ${NAMESPACE}><foreignObject width="99" height="99"><body xmlns="http://www.w3.org/1999/xhtml"><img src="/loaded" onerror="${MARK}"/></body></foreignObject></svg>`,
  'other-file': `<svg ${NAMESPACE}><script href="/loaded"/><image href="/loaded" width="9" height="9"/></svg>`,
} as const

let root: string
test.beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'svg-file-'))
  await mkdir(join(root, 'media/uploads'), { recursive: true })
  await writeFile(join(root, 'index.html'), '<h1>Home</h1>')
  for (const [name, content] of Object.entries(FILES)) await writeFile(join(root, `media/uploads/${name}.svg`), content)
})
test.afterAll(() => rm(root, { recursive: true }))

/** Opens a file by its address. Tells whether its script ran or something was loaded. */
async function isObeyed(page: Page, url: string): Promise<boolean> {
  const loaded: string[] = []
  page.on('requestfinished', (request) => loaded.push(new URL(request.url()).pathname))
  await page.goto(url, { waitUntil: 'networkidle' })
  expect(await page.locator('svg').count()).toBeGreaterThan(0)
  return (await page.locator('[data-ran]').count()) > 0 || loaded.includes('/loaded')
}

for (const [name, content] of Object.entries(FILES)) {
  test(`an SVG file with ${name} does nothing when it is opened by its address on the site`, async ({ page }) => {
    // The same file from a server that sends no policy: it is a threat at all.
    const other = createServer(({ url }, response) => {
      if (url !== '/file.svg') return response.end('self.ran = true')
      response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(content)
    })
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const address = other.address()
    const port = typeof address === 'object' ? address?.port : undefined
    expect(await isObeyed(page, `http://127.0.0.1:${port}/file.svg`)).toBe(true)
    other.closeAllConnections()
    other.close()

    const web = await startWebServer({ root, port: 0 })
    expect(await isObeyed(await page.context().newPage(), `${web.url}/media/uploads/${name}.svg`)).toBe(false)
    await web.close()
  })
}

test('the sandbox is an origin of its own: the file cannot read what the site stores', async ({ page }) => {
  const web = await startWebServer({ root, port: 0 })
  await page.goto(`${web.url}/media/uploads/script.svg`)
  expect(await page.evaluate(() => self.origin)).toBe('null')
  await web.close()
})

test('in a page the file is shown as a picture', async ({ page }) => {
  const drawing = `<svg ${NAMESPACE} width="30" height="20"><style>rect{fill:red}</style><rect width="30" height="20"/></svg>`
  await writeFile(join(root, 'media/uploads/good.svg'), drawing)
  await writeFile(join(root, 'index.html'), '<img src="/media/uploads/good.svg" alt="A logo">')
  const web = await startWebServer({ root, port: 0 })
  await page.goto(web.url)
  const image = page.getByRole('img', { name: 'A logo' })
  expect(await image.evaluate((element: HTMLImageElement) => [element.naturalWidth, element.naturalHeight])).toEqual([
    30, 20,
  ])
  await web.close()
})
