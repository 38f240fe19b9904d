import type { PageAppSDK } from '@contentful/app-sdk'
import { beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { LOCAL_TOKENS } from '#local/constants.ts'
import { APP_ORIGIN, connectSdk } from '#local/tests/connect-sdk.ts'
import { stubEditorPage } from '#local/tests/stub-editor-page.ts'
import { createDraftEntry, publishContentType } from '#local/tests/test-contentful.ts'
import { useSpace } from '#local/tests/use-space.ts'
import type { InstalledApp } from './installed-apps.ts'

const parameters = { color: 'blue' }
const APP: InstalledApp = { id: 'board', name: 'Board', src: `${APP_ORIGIN}/`, locations: [], parameters }

const local = await useSpace()
const { url, client } = local
const fields = [{ id: 'text', type: 'Symbol', required: true }]
await publishContentType(local, { id: 'note', displayField: 'text', fields })
await createDraftEntry(local, 'note', 'hello', { text: 'Hello' })

const page = stubEditorPage(url)
const { createPageConnectMessage, createSharedMethods } = await import('./app-messages.ts')
const { sendCmaRequest } = await import('./cma-requests.ts')
beforeEach(() => page.assign.mockClear())

/** Connects an app in a page. `showStatus` and `setHeight` record what it does in the editor. */
async function connectPage() {
  const [showStatus, setHeight] = [vi.fn(), vi.fn()]
  const CMAAdapterCall = ([request]: readonly unknown[]) => sendCmaRequest(request)
  const connected = await connectSdk<PageAppSDK>({
    createConnectMessage: () => createPageConnectMessage(APP, '/list'),
    handlers: { ...createSharedMethods(showStatus, setHeight), CMAAdapterCall },
  })
  return { ...connected, showStatus, setHeight }
}

test('a page gets the ids, the parameters, the user and the locale', async () => {
  const { sdk } = await connectPage()
  expect(sdk.location.is('page')).toBe(true)
  expect(sdk.ids).toMatchObject({ app: 'board', space: 'local', environment: 'master', organization: 'local' })
  expect(sdk.parameters).toEqual({ installation: { color: 'blue' }, instance: {}, invocation: { path: '/list' } })
  expect(sdk.locales).toMatchObject({ default: 'en-US', available: ['en-US'] })
  expect(sdk.user).toEqual(await client.user.getCurrent())
})

test('the CMA adapter reads and writes entries, and uploads bytes', async () => {
  const { sdk } = await connectPage()
  const { items } = await sdk.cma.entry.getMany({ query: { content_type: 'note' } })
  expect(items.map(({ fields }) => fields.text['en-US'])).toEqual(['Hello'])
  const upload = await sdk.cma.upload.create({}, { file: new Uint8Array([1, 2, 3]).buffer })
  expect(upload.sys.type).toBe('Upload')
  const entry = await sdk.cma.entry.create({ contentTypeId: 'note' }, { fields: { text: { 'en-US': 'New' } } })
  await sdk.cma.entry.delete({ entryId: entry.sys.id })
  await expect(sdk.cma.entry.get({ entryId: entry.sys.id })).rejects.toMatchObject({ name: 'NotFound' })
})

test('an error of the management API has its status and details, and the app never gets the token', async () => {
  const { sdk, posted } = await connectPage()
  const entry = await sdk.cma.entry.create({ contentTypeId: 'note' }, { fields: {} })
  const error = await sdk.cma.entry.publish({ entryId: entry.sys.id }, entry).catch((reason) => reason)
  expect(error).toMatchObject({ name: 'InvalidEntry', code: 'InvalidEntry' })
  const errors = [{ name: 'required', path: ['fields', 'text'] }]
  expect(JSON.parse(error.message)).toMatchObject({ status: 422, details: { errors } })
  await client.entry.delete({ entryId: entry.sys.id })
  expect(JSON.stringify(posted)).toContain('InvalidEntry')
  expect(JSON.stringify(posted)).not.toContain(LOCAL_TOKENS.management)
})

test.for([
  { entityType: 'Http', action: 'get', params: { url: 'http://127.0.0.1:1/' } },
  { entityType: 'constructor', action: 'getOwnPropertyDescriptors' },
  { entityType: 'Entry', action: 'constructor' },
  { action: 'get' },
  'get',
])('rejects the request %j of a CMA adapter', async (request) => {
  await expect(sendCmaRequest(request)).rejects.toThrow(/not supported|no entity type|Unknown endpoint/)
})

test.for([
  { entityType: 'Space', action: 'get', params: { spaceId: '../app/spaces' } },
  { entityType: 'Space', action: 'get', params: { spaceId: '%2E%2e/app/spaces' } },
  { entityType: 'Space', action: 'get', params: { spaceId: '..\\app\\spaces' } },
  { entityType: 'Space', action: 'get', params: { spaceId: 'local#' } },
  { entityType: 'Upload', action: 'get', params: { spaceId: '../app', environmentId: 'master', uploadId: 'a' } },
])(
  'the request %j cannot leave the paths of the management API, such as to the page with the token',
  async (request) => {
    await expect(sendCmaRequest(request)).rejects.toThrow('the request has an id that is not valid')
  },
)

test('the editor shows notifications and opens pages, and refuses other calls', async () => {
  const { sdk, showStatus } = await connectPage()
  sdk.notifier.success('Saved the board')
  await vi.waitFor(() => expect(showStatus).toHaveBeenCalledWith('Saved the board'), 30_000)
  expect(await sdk.navigator.openEntry('hello')).toEqual({ navigated: true })
  expect(page.assign.mock.calls).toEqual([['/app/spaces/local/environments/master/entries/hello']])
  await sdk.navigator.openCurrentAppPage({ path: '/list' })
  expect(page.assign).toHaveBeenLastCalledWith('/app/spaces/local/environments/master/apps/board/list')
  const refusal = { message: 'openDialog is not supported by the local Contentful' }
  await expect(sdk.dialogs.openConfirm({ title: 'Delete', message: 'Really?' })).rejects.toMatchObject(refusal)
})

test.for(['/a/../../../..', '/%2e%2e/entries', '/.\t./entries', '/..\\entries', 'list'])(
  'an app cannot open the address %j, which is not below its page',
  async (path) => {
    const { sdk } = await connectPage()
    await expect(sdk.navigator.openCurrentAppPage({ path })).rejects.toMatchObject({
      message: expect.stringContaining('The parameters of the call are not valid'),
    })
    expect(page.assign).not.toHaveBeenCalled()
  },
)

test('messages of other windows, of other origins and of another form are ignored', async () => {
  const { host, posted, frameWindow, receive, onConnect } = await connectPage()
  const { id } = z.object({ id: z.string() }).parse(getConnectMessage(posted[0]?.message))
  const count = posted.length
  const init = { id: 0, method: 'init', params: [] }
  const call = { source: id, id: 1, method: 'notify', params: [{ message: 'x' }] }
  await host.receive({ source: { postMessage: () => {} }, origin: APP_ORIGIN, data: init })
  for (const origin of ['http://127.0.0.1:5174', 'https://elsewhere.example', 'null', '', `${APP_ORIGIN}.example`])
    for (const data of [init, call]) await host.receive({ source: frameWindow, origin, data })
  for (const data of [null, 'init', {}, { source: 'unknown', id: 1, method: 'notify', params: [] }]) await receive(data)
  expect(posted).toHaveLength(count)
  expect(onConnect).toHaveBeenCalledTimes(1)
  await receive(init)
  expect(onConnect).toHaveBeenCalledTimes(2)
  expect(posted).toHaveLength(count + 1)
  expect(posted.at(-1)).toMatchObject({ message: { method: 'connect' } })
  // The browser delivers what the host sends only to this origin.
  expect(new Set(posted.map(({ targetOrigin }) => targetOrigin))).toEqual(new Set([APP_ORIGIN]))
})

test('malformed calls are answered, and the app can go on', async () => {
  const { sdk, posted, receive, showStatus, setHeight } = await connectPage()
  const { id } = z.object({ id: z.string() }).parse(getConnectMessage(posted[0]?.message))
  const count = posted.length
  const call = (method: string, params: unknown, callId: unknown = 9_999) =>
    receive({ source: id, id: callId, method, params })
  for (const params of ['text', {}]) await call('notify', params)
  for (const callId of ['one', Number.NaN]) await call('notify', [], callId)
  expect(posted).toHaveLength(count)

  for (const method of ['constructor', '__proto__', 'toString', 'hasOwnProperty', '']) await call(method, [])
  for (const height of [Number.NaN, Number.POSITIVE_INFINITY, -1, '100', null, {}]) await call('setHeight', [height])
  expect(posted.slice(count).map(({ message }) => message)).toEqual(
    Array.from({ length: 11 }, () => ({ id: 9_999, error: expect.objectContaining({ name: 'Error' }) })),
  )
  expect(setHeight).not.toHaveBeenCalled()

  expect(showStatus).not.toHaveBeenCalled()
  expect(await sdk.navigator.openEntry('hello')).toEqual({ navigated: true })
})

/** Returns the first parameter of a message. */
const getConnectMessage = (message: unknown) => z.object({ params: z.array(z.unknown()) }).parse(message).params[0]
