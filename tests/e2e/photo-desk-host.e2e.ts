import { createServer } from 'node:http'
import type { Page } from '@playwright/test'
import { LOCAL_TOKENS } from 'contentful-local/constants'
import { type MakeRequestOptions, RestAdapter } from 'contentful-management'
import * as z from 'zod'
import { getListedEntryIds } from '#cms/photo-desk/client/page-list.ts'
import { PHOTO_TYPE } from '#cms/photo-desk/client/picture-type.ts'
import { LOCALE } from '#shared/constants.ts'
import { type PictureSpace, readListedIds } from '#tests/setup/contentful/picture-space.ts'
import {
  addFiles,
  clickButton,
  createPhotoFiles,
  expect,
  expectSaved,
  expectStatus,
  expectSummary,
  getTexts,
  openTab,
  openTexts,
  test,
} from './photo-desk.ts'

/**
 * A page that plays the host of the App SDK by its documented protocol, independently of the local Contentful's editor:
 * https://www.contentful.com/developers/docs/extensibility/app-framework/sdk/. It connects when
 * `connect` is called, and passes each call to `answerCall` in Node.
 * `file` of an upload is an ArrayBuffer, which `answerCall` gets as an array of bytes.
 */
const createHostPage = (deskUrl: string) => `<!doctype html>
<html lang="en"><title>Host</title>
<iframe src="${deskUrl}" title="App" style="width: 1400px; height: 1400px"
  sandbox="allow-scripts allow-same-origin allow-forms allow-popups"></iframe>
<script type="module">
  const frame = document.querySelector('iframe')
  const { promise: mayConnect, resolve: connect } = Promise.withResolvers()
  Object.assign(window, { connect })
  const replaceBytes = (_, value) => value instanceof ArrayBuffer ? { bytes: [...new Uint8Array(value)] } : value
  addEventListener('message', async ({ data, source }) => {
    if (source !== frame.contentWindow) return
    if (data.method === 'init') {
      await mayConnect
      source.postMessage({ method: 'connect', params: [${JSON.stringify(CONNECT_MESSAGE)}, []] }, '*')
      return
    }
    const { id, method, params } = data
    const { result, error } = await answerCall(JSON.stringify({ source: data.source, method, params }, replaceBytes))
    source.postMessage(error ? { id, error } : { id, result }, '*')
  })
</script></html>`

const CONNECTION_ID = 'connection-of-the-test'
const ALIAS = 'master'

/** The only methods that the desk calls: the App SDK itself reports the focus of the frame. */
const METHODS = new Set(['setActive', 'CMAAdapterCall'])

const callSchema = z.object({ source: z.literal(CONNECTION_ID), method: z.string(), params: z.array(z.unknown()) })
const requestSchema = z.tuple([
  z.custom<MakeRequestOptions>((value) => typeof value === 'object' && value !== null && 'entityType' in value),
])
const uploadSchema = z.object({ file: z.object({ bytes: z.array(z.number()) }) })

const CONNECT_MESSAGE = {
  id: CONNECTION_ID,
  location: 'page',
  parameters: { installation: {}, instance: {}, invocation: { path: '/' } },
  user: { sys: { type: 'User', id: 'editor' }, firstName: 'An', lastName: 'Editor', email: 'editor@site.example' },
  locales: {
    default: LOCALE,
    available: [LOCALE],
    names: { [LOCALE]: 'English' },
    fallbacks: {},
    optional: { [LOCALE]: false },
    direction: { [LOCALE]: 'ltr' },
  },
  // The alias "master" of an environment with another name.
  ids: {
    user: 'editor',
    organization: 'local',
    space: 'local',
    environment: 'master-2026-11',
    environmentAlias: ALIAS,
    app: 'photo-desk',
  },
  hostnames: { webapp: 'app.contentful.com' },
  uiLanguageLocale: 'en-US',
  initialContentTypes: [],
}

interface HostOptions {
  readonly page: Page
  readonly space: PictureSpace
  readonly deskSiteUrl: string
}

/** Opens the host's page with the desk. `requests` are the requests of the CMA adapter, `methods` all methods called. */
async function openHost({ page, space, deskSiteUrl }: HostOptions) {
  const requests: MakeRequestOptions[] = []
  const methods = new Set<string>()
  const { host } = new URL(space.url)
  const adapter = new RestAdapter({ accessToken: LOCAL_TOKENS.management, host, hostUpload: host, insecure: true })
  await page.exposeFunction('answerCall', async (json: string) => {
    const { method, params } = callSchema.parse(JSON.parse(json))
    methods.add(method)
    if (method !== 'CMAAdapterCall') return { result: null }
    const [request] = requestSchema.parse(params)
    requests.push(request)
    try {
      const { data: upload } = uploadSchema.safeParse(request.payload)
      const file = upload && new Uint8Array(upload.file.bytes).buffer
      return { result: await adapter.makeRequest(file ? { ...request, payload: { file } } : request) }
    } catch (failure) {
      const { name, message } = failure instanceof Error ? failure : new Error(String(failure))
      return { error: { code: name, message } }
    }
  })
  const html = createHostPage(`${deskSiteUrl}/photo-desk/`)
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(html))
  const { promise: isListening, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await isListening
  const address = server.address()
  await page.goto(`http://127.0.0.1:${typeof address === 'object' ? address?.port : address}/`)
  return {
    requests,
    methods,
    [Symbol.dispose]: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

test('§10.16 the desk runs in a host of another origin, with the requests of the CMA adapter only', async ({
  page,
  space,
  desk,
  deskSiteUrl,
}) => {
  await page.goto(`${deskSiteUrl}/photo-desk/`)
  await expect(page.getByText('Open it there: Apps, then Photo desk.')).toBeVisible()
  using host = await openHost({ page, space, deskSiteUrl })
  await expect(desk.getByText('Connecting to Contentful')).toBeVisible()
  await page.evaluate('connect()')
  const heading = desk.getByRole('heading', { name: 'Photo desk' })
  await expect(heading).toHaveCSS('font-weight', '600') // the styles of Forma 36, which it adds by script

  await addFiles(desk, ...(await createPhotoFiles('crew')))
  await expectSummary(desk, '1 of 1 added')

  await openTexts(desk)
  await getTexts(desk).last().fill('A crew at work')
  await expectSaved(desk)

  await openTab(desk, 'Publish')
  await clickButton(desk, 'Publish 1 photograph and the gallery')
  await expectStatus(desk, '1 photograph and the gallery are published.')
  const { items } = await space.client.entry.getPublished({ query: { content_type: 'galleryPage' } })
  const [gallery] = items
  expect(gallery && getListedEntryIds(gallery, PHOTO_TYPE.page)).toEqual(await readListedIds(space))

  expect(host.methods).toEqual(METHODS)
  const locations = host.requests.map(({ params }) => [params?.spaceId, params?.environmentId])
  expect(new Set(locations.map((location) => location.join(' ')))).toEqual(new Set([`local ${ALIAS}`]))
})
