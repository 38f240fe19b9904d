import { setImmediate } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { createCspHashSource } from '#server/web/security-headers.ts'
import {
  createPreviewServer,
  EDITOR_ORIGINS,
  HTML_REQUEST_HEADERS,
  PREVIEW_TOKEN,
} from '#tests/setup/server/preview-server.ts'
import { type PreviewState, previewStateSchema } from './contract.ts'

const STATE: PreviewState = {
  unpublished: [
    { id: 'a', title: 'Weld', type: 'Gallery image', link: 'https://app.contentful.com/a', state: 'draft' },
  ],
  refused: [],
  rebuildProblem: null,
}

test('sends the unpublished entries to an editor', async () => {
  await using site = await createPreviewServer({ readState: async () => STATE })
  const response = await site.inject({ url: '/preview/state', headers: { cookie: await site.cookie() } })
  expect(response.statusCode).toBe(200)
  expect(previewStateSchema.parse(response.json())).toEqual(STATE)
  expect(response.headers).toMatchObject({ 'cache-control': 'no-store, private', vary: 'Cookie' })
})

test('responds 401 without a valid session', async () => {
  const readState = vi.fn(async () => STATE)
  await using site = await createPreviewServer({ readState })
  const response = await site.inject({ url: '/preview/state', headers: { cookie: '__Host-preview=1.a' } })
  expect(response.statusCode).toBe(401)
  expect(response.json()).toEqual({ errors: [{ message: expect.stringContaining('preview has ended') }] })
  expect(readState).not.toHaveBeenCalled()
})

test('reads the state again for each request', async () => {
  const states = [STATE, { ...STATE, unpublished: [] }]
  await using site = await createPreviewServer({ readState: async () => states.shift() ?? STATE })
  const headers = { cookie: await site.cookie() }
  const requestState = () => site.inject({ url: '/preview/state', headers })
  expect((await requestState()).json().unpublished).toHaveLength(1)
  expect((await requestState()).json().unpublished).toEqual([])
})

test('requests during a read share one further read', async () => {
  const first = Promise.withResolvers<PreviewState>()
  const readState = vi
    .fn(async (): Promise<PreviewState> => ({ ...STATE, unpublished: [] }))
    .mockImplementationOnce(() => first.promise)
  await using site = await createPreviewServer({ readState })
  const headers = { cookie: await site.cookie() }
  const requestState = () => site.inject({ url: '/preview/state', headers })
  const early = requestState()
  await vi.waitFor(() => expect(readState).toHaveBeenCalledTimes(1))
  const late = [requestState(), requestState(), requestState()]
  await setImmediate() // lets the server receive the requests
  first.resolve(STATE)
  expect((await early).json()).toEqual(STATE)
  for (const response of await Promise.all(late)) expect(response.json().unpublished).toEqual([])
  expect(readState).toHaveBeenCalledTimes(2)
})

test('a failed read does not affect the next one', async () => {
  const first = Promise.withResolvers<PreviewState>()
  const readState = vi.fn(async () => STATE).mockImplementationOnce(() => first.promise)
  await using site = await createPreviewServer({ readState })
  const headers = { cookie: await site.cookie() }
  const requestState = () => site.inject({ url: '/preview/state', headers })
  const early = requestState()
  await vi.waitFor(() => expect(readState).toHaveBeenCalledTimes(1))
  const late = requestState()
  await setImmediate() // lets the server receive the request
  first.reject(new Error('down'))
  expect((await early).statusCode).toBe(503)
  expect((await late).json()).toEqual(STATE)
})

test('responds 503 when the CMS fails, and logs the reason without the token', async () => {
  await using site = await createPreviewServer({
    readState: async () => Promise.reject(new Error(`down, with ${PREVIEW_TOKEN}`)),
  })
  const response = await site.inject({ url: '/preview/state', headers: { cookie: await site.cookie() } })
  expect(response.statusCode).toBe(503)
  expect(response.json()).toEqual({ errors: [{ message: 'The unpublished entries cannot be read from the CMS.' }] })
  expect(site.log()).toEqual([
    expect.objectContaining({ level: 50, msg: 'unpublished entries cannot be listed', reason: 'down, with …' }),
  ])
})

test('sends the report with a policy that allows no scripts', async () => {
  const page = '<!doctype html><title>Report</title><style>p{}</style><p>Text of an editor: <style>body{}</style>'
  await using site = await createPreviewServer({ renderReport: async () => page })
  const response = await site.inject({
    url: '/preview/report',
    headers: { ...HTML_REQUEST_HEADERS, cookie: await site.cookie() },
  })
  expect([response.statusCode, response.body]).toEqual([200, page])
  expect(response.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store, private',
    'content-security-policy': `default-src 'none'; img-src data: https: http://127.0.0.1:*; style-src ${createCspHashSource('p{}')}; base-uri 'none'; form-action 'none'; frame-ancestors 'self' ${EDITOR_ORIGINS.join(' ')}`,
  })
})

test('treats the report as an unknown path without a session', async () => {
  const renderReport = vi.fn(async () => 'Report')
  await using site = await createPreviewServer({ renderReport })
  const [response, unknown] = await Promise.all(
    ['/preview/report', '/nothing/report'].map((url) => site.inject({ url, headers: HTML_REQUEST_HEADERS })),
  )
  expect(response?.statusCode).toBe(302)
  expect({ ...response?.headers, date: '' }).toEqual({ ...unknown?.headers, date: '' })
  expect(renderReport).not.toHaveBeenCalled()
})

test('responds 503 when the report cannot be created', async () => {
  await using site = await createPreviewServer({ renderReport: async () => Promise.reject(new Error('down')) })
  const response = await site.inject({
    url: '/preview/report',
    headers: { ...HTML_REQUEST_HEADERS, cookie: await site.cookie() },
  })
  expect(response.statusCode).toBe(503)
  expect(response.body).toBe('The report cannot be made: the CMS does not answer. Try again.')
  expect(site.log()).toEqual([expect.objectContaining({ msg: 'content report cannot be made', reason: 'down' })])
})
