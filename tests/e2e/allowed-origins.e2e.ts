import { createReadStream } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { LOCAL_TOKENS } from 'contentful-local/constants'
import { CHROMIUM_ARGS } from '#scripts/test/chromium.ts'
import { publishPhotoModel, startTestContentful } from '#tests/contract/test-contentful.ts'

const APP_HOST = 'app.example'
const CLIENT_SCRIPT = join(import.meta.dirname, '../../node_modules/contentful-management/dist/browser/index.min.js')

/** A page with the official management client. `write` shows the published version of an entry, or the error. */
const APP_PAGE = `<!doctype html><title>App</title><output></output><script src="/client.js"></script><script>
  async function write(host, accessToken) {
    const client = contentfulManagement.createClient(
      { accessToken, host, hostUpload: host, insecure: true, retryOnError: false },
      { type: 'plain', defaults: { spaceId: 'local', environmentId: 'master' } },
    )
    const fields = { alt: { 'en-US': 'A photo' } }
    const entry = await client.entry.createWithId({ contentTypeId: 'photo', entryId: 'a' }, { fields })
    const operations = [{ op: 'replace', path: '/fields/alt/en-US', value: 'Photo 2' }]
    const patched = await client.entry.patch({ entryId: 'a', version: entry.sys.version }, operations)
    const published = await client.entry.publish({ entryId: 'a' }, patched)
    await client.upload.create({}, { file: new TextEncoder().encode('file').buffer })
    return published.sys.publishedVersion
  }
</script>`

/**
 * Serves the page on this machine at another host name. A Playwright route cannot serve it: with routes, Playwright
 * answers all preflight requests itself.
 */
async function startApp() {
  const server = createServer(({ url }, response) => {
    if (url === '/client.js') createReadStream(CLIENT_SCRIPT).pipe(response)
    else response.setHeader('content-type', 'text/html').end(APP_PAGE)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    origin: `http://${APP_HOST}:${typeof address === 'object' ? address?.port : address}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

test.use({
  launchOptions: {
    ...(process.env.CHROMIUM && { executablePath: process.env.CHROMIUM }),
    args: [...CHROMIUM_ARGS, `--host-resolver-rules=MAP ${APP_HOST} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1`],
  },
})

test('pages of allowed origins write with the official management client, other pages do not', async ({ page }) => {
  await using app = await startApp()
  const write = async (allowedOrigins: readonly string[]) => {
    await using local = await startTestContentful(undefined, { allowedOrigins })
    await publishPhotoModel(local)
    await page.goto(app.origin)
    const call = `write(${JSON.stringify(new URL(local.url).host)}, ${JSON.stringify(LOCAL_TOKENS.management)})`
    const result = await page.evaluate(call).catch((error: Error) => error.message)
    const { total } = await local.client.entry.getMany({})
    return { result, entries: total }
  }
  expect(await write([app.origin])).toEqual({ result: 2, entries: 1 })
  expect(await write([`https://${APP_HOST}`, 'http://other.example'])).toEqual({
    result: expect.stringContaining('Network Error'),
    entries: 0,
  })
  expect(await write([])).toEqual({ result: expect.stringContaining('Network Error'), entries: 0 })
})
