import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { startTestApp } from '#tests/setup/server/site.ts'

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
  await writeFile(join(root, 'index.html'), '<img src="/media/uploads/good.svg" alt="A logo">')
  for (const [name, content] of Object.entries(FILES)) await writeFile(join(root, `media/uploads/${name}.svg`), content)
  const good = `<svg ${NAMESPACE} width="30" height="20"><style>rect{fill:red}</style><rect width="30" height="20"/></svg>`
  await writeFile(join(root, 'media/uploads/good.svg'), good)
})
test.afterAll(() => rm(root, { recursive: true }))

/** Opens a file. Returns whether its script ran or it loaded another file. */
async function isActive(page: Page, url: string): Promise<boolean> {
  const loaded: string[] = []
  page.on('response', (response) => loaded.push(new URL(response.url()).pathname))
  await page.goto(url) // until it has loaded its pictures and scripts
  expect(await page.locator('svg').count()).toBeGreaterThan(0)
  return (await page.locator('[data-ran]').count()) > 0 || loaded.includes('/loaded')
}

test('§12.51 no SVG file runs or loads anything when its URL is opened, its origin is opaque, and a page shows it as an image', async ({
  page,
}) => {
  await test.step('a file is active on a server without a policy', async () => {
    const server = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(FILES.script)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : undefined
    expect(await isActive(page, `http://127.0.0.1:${port}/file.svg`)).toBe(true)
    server.closeAllConnections()
    server.close()
  })

  const web = await startTestApp({ site: root })
  for (const name of Object.keys(FILES)) {
    const url = `${web.url}/media/uploads/${name}.svg`
    expect(await isActive(page, url), name).toBe(false)
    expect(await page.evaluate(() => self.origin)).toBe('null') // it cannot read the storage of the site
  }

  await page.goto(web.url)
  const image = page.getByRole('img', { name: 'A logo' })
  expect(await image.evaluate((element: HTMLImageElement) => [element.naturalWidth, element.naturalHeight])).toEqual([
    30, 20,
  ])
  await web.close()
})
