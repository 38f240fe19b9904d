import { createServer } from 'node:http'
import type { FrameLocator, Page } from '@playwright/test'
import { LOCAL_TOKENS } from 'contentful-local/constants'
import { type MakeRequestOptions, RestAdapter } from 'contentful-management'
import * as z from 'zod'
import { getListedEntryIds } from '#cms/photo-desk/space/page-list.ts'
import { PHOTO_TYPE } from '#cms/photo-desk/space/picture-type.ts'
import { LOCALE } from '#shared/constants.ts'
import { type PictureSpace, readListedIds } from '#tests/contract/picture-space.ts'
import { saveDraft } from '#tests/contract/seeded-space.ts'
import { createPhoto } from '#tests/contract/test-pictures.ts'
import { expect, getFileInput, test } from '#tests/setup/e2e/photo-desk.ts'

/**
 * A page that plays the host of the App SDK by its documented protocol, independently of the local Contentful's editor:
 * https://www.contentful.com/developers/docs/extensibility/app-framework/sdk/. It passes each call to `answerCall` in Node.
 * `file` of an upload is an ArrayBuffer, which `answerCall` gets as an array of bytes.
 */
const createHostPage = (deskUrl: string, connectDelayMs: number) => `<!doctype html>
<html lang="en"><title>Host</title><iframe src="${deskUrl}" title="App" style="width: 1400px; height: 1400px"></iframe>
<script type="module">
  const frame = document.querySelector('iframe')
  const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
  const answers = {
    Error: ({ message }) => new Error(message),
    object: (error) => error,
  }
  const replaceBytes = (_, value) => value instanceof ArrayBuffer ? { bytes: [...new Uint8Array(value)] } : value
  addEventListener('message', async ({ data, source }) => {
    if (source !== frame.contentWindow) return
    if (data.method === 'init') {
      await wait(${connectDelayMs})
      source.postMessage({ method: 'connect', params: [${JSON.stringify(CONNECT_MESSAGE)}, []] }, '*')
      return
    }
    const { id, method, params } = data
    const { result, error } = await answerCall(JSON.stringify({ source: data.source, method, params }, replaceBytes))
    source.postMessage(error ? { id, error: answers[error.kind](error.value) } : { id, result }, '*')
  })
</script></html>`

/** How the host reports an error. */
interface HostError {
  readonly kind: 'Error' | 'object'
  readonly value: { readonly message: string; readonly [name: string]: unknown }
}

/** Returns the error with which the host answers a request; `undefined`: the host forwards it. */
type FindError = (request: MakeRequestOptions) => HostError | undefined

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

/** Adds properties to `sys` that no client knows. */
function addUnknownSys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(addUnknownSys)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, child]) => [name, addUnknownSys(child)])
  const copy = Object.fromEntries(entries)
  return 'sys' in value ? { ...copy, sys: { ...copy.sys, automationTags: [], locks: { future: true } } } : copy
}

interface HostOptions {
  readonly page: Page
  readonly space: PictureSpace
  readonly deskSiteUrl: string
  readonly connectDelayMs?: number
  readonly findError?: FindError
}

/** Opens the host's page with the desk. `requests` are the requests of the CMA adapter, `methods` all methods called. */
async function openHost({ page, space, deskSiteUrl, connectDelayMs = 0, findError }: HostOptions) {
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
    const error = findError?.(request)
    if (error) return { error }
    try {
      const { data: upload } = uploadSchema.safeParse(request.payload)
      const file = upload && new Uint8Array(upload.file.bytes).buffer
      return { result: addUnknownSys(await adapter.makeRequest(file ? { ...request, payload: { file } } : request)) }
    } catch (failure) {
      const { name, message } = failure instanceof Error ? failure : new Error(String(failure))
      return { error: { kind: 'object', value: { code: name, message } } satisfies HostError }
    }
  })
  const html = createHostPage(`${deskSiteUrl}/photo-desk/`, connectDelayMs)
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

const openView = (desk: FrameLocator, name: string) => desk.getByRole('tab', { name }).click()
const expectStatus = (desk: FrameLocator, text: string) =>
  expect(desk.getByRole('status').filter({ hasText: text })).toBeVisible({ timeout: 30_000 })

test('an editor adds, describes, orders and publishes a photograph with requests of the CMA adapter only', async ({
  page,
  space,
  desk,
  deskSiteUrl,
}) => {
  using host = await openHost({ page, space, deskSiteUrl, connectDelayMs: 2_000 })
  await expect(desk.getByText('Connecting to Contentful')).toBeVisible()
  await expect(desk.getByRole('heading', { name: 'Photo desk' })).toBeVisible()
  const input = getFileInput(desk)
  await input.setInputFiles({ name: 'crew.jpg', mimeType: 'image/jpeg', buffer: await createPhoto('crew') })
  await expectStatus(desk, '1 of 1 added')

  await openView(desk, 'Texts')
  await desk.getByRole('textbox', { name: 'Alternative text' }).last().fill('A crew at work')
  await expect(desk.getByText('All texts are saved')).toBeVisible()

  await openView(desk, 'Order')
  const before = await readListedIds(space)
  await desk.getByRole('button', { name: /^4:/ }).click()
  await desk.getByRole('button', { name: 'To the top' }).click()
  await desk.getByRole('button', { name: 'Save', exact: true }).click()
  await expectStatus(desk, 'The order is saved as a draft')
  expect(await readListedIds(space)).toEqual([before[3], ...before.slice(0, 3)])

  await openView(desk, 'Publish')
  await desk.getByRole('button', { name: 'Publish 1 photograph and the gallery' }).click()
  await expectStatus(desk, '1 photograph and the gallery are published.')
  const { items } = await space.client.entry.getPublished({ query: { content_type: 'galleryPage' } })
  const [gallery] = items
  expect(gallery && getListedEntryIds(gallery, PHOTO_TYPE.page)).toEqual(await readListedIds(space))

  expect(host.methods).toEqual(METHODS)
  const locations = host.requests.map(({ params }) => [params?.spaceId, params?.environmentId])
  expect(new Set(locations.map((location) => location.join(' ')))).toEqual(new Set([`local ${ALIAS}`]))
})

const FORBIDDEN = { status: 403, message: 'Forbidden', details: { reasons: 'You may not publish' } }

/** The same error as the host can report it: the web app passes on an error of its client, an object, or an object with JSON. */
const SHAPES: readonly HostError[] = [
  { kind: 'Error', value: { message: JSON.stringify(FORBIDDEN) } },
  { kind: 'object', value: { code: 'AccessDenied', message: 'Forbidden', details: FORBIDDEN.details } },
  { kind: 'object', value: { code: 'AccessDenied', message: JSON.stringify(FORBIDDEN) } },
]

test('an editor who may not publish reads why at each photograph, for each form of the error', async ({
  page,
  space,
  desk,
  deskSiteUrl,
}) => {
  const ids = await readListedIds(space)
  for (const id of ids) await saveDraft(space, id, 'caption', `A caption of ${id}`)
  const findError: FindError = ({ action, params }) =>
    action === 'publish' ? SHAPES[ids.indexOf(String(params?.entryId))] : undefined
  using host = await openHost({ page, space, deskSiteUrl, findError })
  await openView(desk, 'Publish')
  await desk.getByRole('button', { name: 'Publish 3 photographs' }).click()
  const failures = desk.getByText(
    'You may not do this (Forbidden; You may not publish). Ask an administrator of the space',
  )
  await expect(failures).toHaveCount(3)
  const entries = await Promise.all(ids.map((entryId) => space.client.entry.get({ entryId })))
  for (const { sys } of entries) expect(sys.version).toBeGreaterThan((sys.publishedVersion ?? 0) + 1)
  expect(host.methods).toEqual(METHODS)
})
