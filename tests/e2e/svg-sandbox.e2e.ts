import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { startTestApp } from '#tests/setup/server/test-app.ts'

const SET_ATTRIBUTE = "document.documentElement.setAttribute('data-ran', '')"
const NAMESPACE = 'xmlns="http://www.w3.org/2000/svg"'

/** Each file sets an attribute if its script runs, and requests /loaded if it may load other files. */
const FILES = {
  script: `<svg ${NAMESPACE}><script>${SET_ATTRIBUTE}; fetch('/loaded')</script></svg>`,
  'event-handler': `<svg ${NAMESPACE} onload="${SET_ATTRIBUTE}; fetch('/loaded')"/>`,
  html: `<svg ${NAMESPACE}><foreignObject width="99" height="99"><body xmlns="http://www.w3.org/1999/xhtml"><img src="/loaded" onerror="${SET_ATTRIBUTE}"/></body></foreignObject></svg>`,
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

/** Opens a file. Returns whether its script ran or it loaded another file. */
async function isActive(page: Page, url: string): Promise<boolean> {
  const loaded: string[] = []
  page.on('requestfinished', (request) => loaded.push(new URL(request.url()).pathname))
  await page.goto(url, { waitUntil: 'networkidle' })
  expect(await page.locator('svg').count()).toBeGreaterThan(0)
  return (await page.locator('[data-ran]').count()) > 0 || loaded.includes('/loaded')
}

for (const [name, content] of Object.entries(FILES)) {
  test(`an SVG file with ${name} runs and loads nothing when its URL is opened`, async ({ page }) => {
    // Proves that the file is a threat: it is active on a server without a policy.
    const unprotectedServer = createServer(({ url }, response) => {
      if (url !== '/file.svg') return response.end('self.ran = true')
      response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(content)
    })
    await new Promise<void>((resolve) => unprotectedServer.listen(0, '127.0.0.1', resolve))
    const address = unprotectedServer.address()
    const port = typeof address === 'object' ? address?.port : undefined
    expect(await isActive(page, `http://127.0.0.1:${port}/file.svg`)).toBe(true)
    unprotectedServer.closeAllConnections()
    unprotectedServer.close()

    const web = await startTestApp({ site: root })
    expect(await isActive(await page.context().newPage(), `${web.url}/media/uploads/${name}.svg`)).toBe(false)
    await web.close()
  })
}

test('the sandbox has an opaque origin: the file cannot read the storage of the site', async ({ page }) => {
  const web = await startTestApp({ site: root })
  await page.goto(`${web.url}/media/uploads/script.svg`)
  expect(await page.evaluate(() => self.origin)).toBe('null')
  await web.close()
})

test('an SVG file is shown as an image in a page', async ({ page }) => {
  const svg = `<svg ${NAMESPACE} width="30" height="20"><style>rect{fill:red}</style><rect width="30" height="20"/></svg>`
  await writeFile(join(root, 'media/uploads/good.svg'), svg)
  await writeFile(join(root, 'index.html'), '<img src="/media/uploads/good.svg" alt="A logo">')
  const web = await startTestApp({ site: root })
  await page.goto(web.url)
  const image = page.getByRole('img', { name: 'A logo' })
  expect(await image.evaluate((element: HTMLImageElement) => [element.naturalWidth, element.naturalHeight])).toEqual([
    30, 20,
  ])
  await web.close()
})
