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

test('an editor is told what is not published', async () => {
  await using site = await createPreviewServer({ readState: async () => STATE })
  const answer = await site.ask({ url: '/preview/state', headers: { cookie: await site.cookie() } })
  expect(answer.statusCode).toBe(200)
  expect(previewStateSchema.parse(answer.json())).toEqual(STATE)
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store, private', vary: 'Cookie' })
})

test('nobody else is told', async () => {
  const readState = vi.fn(async () => STATE)
  await using site = await createPreviewServer({ readState })
  const answer = await site.ask({ url: '/preview/state', headers: { cookie: '__Host-preview=1.a' } })
  expect(answer.statusCode).toBe(401)
  expect(answer.json()).toEqual({ errors: [{ message: expect.stringContaining('preview has ended') }] })
  expect(readState).not.toHaveBeenCalled()
})

test('who comes back at once is told what is true now', async () => {
  const states = [STATE, { ...STATE, unpublished: [] }]
  await using site = await createPreviewServer({ readState: async () => states.shift() ?? STATE })
  const headers = { cookie: await site.cookie() }
  const ask = () => site.ask({ url: '/preview/state', headers })
  expect((await ask()).json().unpublished).toHaveLength(1)
  expect((await ask()).json().unpublished).toEqual([])
})

test('many who ask while the CMS is being asked cost one look more, which sees what they have just done', async () => {
  const first = Promise.withResolvers<PreviewState>()
  const readState = vi
    .fn(async (): Promise<PreviewState> => ({ ...STATE, unpublished: [] }))
    .mockImplementationOnce(() => first.promise)
  await using site = await createPreviewServer({ readState })
  const headers = { cookie: await site.cookie() }
  const ask = () => site.ask({ url: '/preview/state', headers })
  const early = ask()
  await vi.waitFor(() => expect(readState).toHaveBeenCalledTimes(1))
  const late = [ask(), ask(), ask()]
  await setImmediate() // they have come in
  first.resolve(STATE)
  expect((await early).json()).toEqual(STATE)
  for (const answer of await Promise.all(late)) expect(answer.json().unpublished).toEqual([])
  expect(readState).toHaveBeenCalledTimes(2)
})

test('a look that fails is not what the next one is told', async () => {
  const first = Promise.withResolvers<PreviewState>()
  const readState = vi.fn(async () => STATE).mockImplementationOnce(() => first.promise)
  await using site = await createPreviewServer({ readState })
  const headers = { cookie: await site.cookie() }
  const ask = () => site.ask({ url: '/preview/state', headers })
  const early = ask()
  await vi.waitFor(() => expect(readState).toHaveBeenCalledTimes(1))
  const late = ask()
  await setImmediate() // it has come in
  first.reject(new Error('down'))
  expect((await early).statusCode).toBe(503)
  expect((await late).json()).toEqual(STATE)
})

test('a CMS that does not answer is one line for the editor, and its reason one in the log, without the token', async () => {
  await using site = await createPreviewServer({
    readState: async () => Promise.reject(new Error(`down, with ${PREVIEW_TOKEN}`)),
  })
  const answer = await site.ask({ url: '/preview/state', headers: { cookie: await site.cookie() } })
  expect(answer.statusCode).toBe(503)
  expect(answer.json()).toEqual({ errors: [{ message: 'The CMS does not say what is not published yet.' }] })
  expect(site.log()).toEqual([
    expect.objectContaining({ level: 50, msg: 'unpublished entries cannot be listed', reason: 'down, with …' }),
  ])
})

test('the report is a page in which nothing runs', async () => {
  const page = '<!doctype html><title>Report</title><style>p{}</style><p>Text of an editor: <style>body{}</style>'
  await using site = await createPreviewServer({ renderReport: async () => page })
  const answer = await site.ask({
    url: '/preview/report',
    headers: { ...HTML_REQUEST_HEADERS, cookie: await site.cookie() },
  })
  expect([answer.statusCode, answer.body]).toEqual([200, page])
  expect(answer.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store, private',
    'content-security-policy': `default-src 'none'; img-src data: https: http://127.0.0.1:*; style-src ${createCspHashSource('p{}')}; base-uri 'none'; form-action 'none'; frame-ancestors 'self' ${EDITOR_ORIGINS.join(' ')}`,
  })
})

test('to others the report is an unknown address', async () => {
  const renderReport = vi.fn(async () => 'Report')
  await using site = await createPreviewServer({ renderReport })
  const [answer, unknown] = await Promise.all(
    ['/preview/report', '/nothing/report'].map((url) => site.ask({ url, headers: HTML_REQUEST_HEADERS })),
  )
  expect(answer?.statusCode).toBe(302)
  expect({ ...answer?.headers, date: '' }).toEqual({ ...unknown?.headers, date: '' })
  expect(renderReport).not.toHaveBeenCalled()
})

test('a report that cannot be made is one line', async () => {
  await using site = await createPreviewServer({ renderReport: async () => Promise.reject(new Error('down')) })
  const answer = await site.ask({
    url: '/preview/report',
    headers: { ...HTML_REQUEST_HEADERS, cookie: await site.cookie() },
  })
  expect(answer.statusCode).toBe(503)
  expect(answer.body).toBe('The report cannot be made: the CMS does not answer. Try again.')
  expect(site.log()).toEqual([expect.objectContaining({ msg: 'content report cannot be made', reason: 'down' })])
})
