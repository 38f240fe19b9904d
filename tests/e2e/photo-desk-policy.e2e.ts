import { createServer } from 'node:http'
import { expect, test } from '#tests/setup/e2e/fixtures.ts'

/** Connects the photo desk in a frame, as Contentful's web app does, without content. */
const createFramePage = (url: string) => `<!doctype html><html lang="en"><title>Frame</title>
<iframe src="${url}" title="Photo desk" sandbox="allow-scripts allow-same-origin allow-forms allow-popups"></iframe>
<script>
  const message = { id: 'photo-desk', location: 'page', user: {}, parameters: {}, locales: {}, ids: {}, hostnames: {}, initialContentTypes: [] }
  addEventListener('message', ({ data, source }) => {
    if (data.method === 'init') source.postMessage({ method: 'connect', params: [message, []] }, '*')
  })
</script></html>`

/** Serves a page with the photo desk in a frame at another origin than the site. */
async function startFrameServer(url: string) {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end(createFramePage(url))
  })
  const { promise: isListening, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await isListening
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : address}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

test('the photo desk runs in a frame of another origin, with styles, without violations of its policy', async ({
  page,
  site,
}) => {
  await using frameServer = await startFrameServer(`${site.url}/photo-desk/`)
  await page.goto(frameServer.url)
  const heading = page.frameLocator('iframe').getByRole('heading', { name: 'Photo desk' })
  await expect(heading).toBeVisible()
  // The styles of Forma 36, which it adds by script; browsers show a heading in bold, weight 700.
  await expect(heading).toHaveCSS('font-weight', '600')
})

test('the photo desk outside of Contentful says where to open it', async ({ page, site }) => {
  await page.goto(`${site.url}/photo-desk/`)
  await expect(page.getByText('Open it there: Apps, then Photo desk.')).toBeVisible()
})

test.describe('a page of the public site', () => {
  test.use({ expectedProblems: /frame-ancestors|ERR_BLOCKED_BY_RESPONSE/, expectedViolations: /frame-ancestors/ })

  test('cannot be shown in that frame', async ({ page, site }) => {
    await using frameServer = await startFrameServer(`${site.url}/gallery`)
    await page.goto(frameServer.url)
    await expect.poll(() => page.frames().at(-1)?.url()).toBe('chrome-error://chromewebdata/')
  })
})
