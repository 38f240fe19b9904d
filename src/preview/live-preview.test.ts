import { ContentfulLivePreview } from '@contentful/live-preview'
import { beforeEach, expect, test, vi } from 'vitest'
import { connectLivePreview } from './live-preview.ts'

vi.mock('@contentful/live-preview', () => ({
  ContentfulLivePreview: {
    init: vi.fn(),
    getProps: vi.fn((field: object) => field),
    subscribe: vi.fn(() => vi.fn()),
  },
}))

const { init, subscribe } = vi.mocked(ContentfulLivePreview)
const [editor, local] = ['https://app.contentful.com', 'http://127.0.0.1:4000']
const [onSaved, onInvalid, show] = [vi.fn(), vi.fn(), vi.fn()]
let events = new EventTarget()

beforeEach(() => {
  vi.clearAllMocks()
  events = new EventTarget()
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
})

test('§10.11 connects to the editors of the preview, and marks fields', async () => {
  const { getInspectorProps } = await connectLivePreview([editor, local], onSaved)
  const options = { locale: 'en-US', enableInspectorMode: true, enableLiveUpdates: true }
  expect(init.mock.calls).toEqual([[{ ...options, targetOrigin: [editor, local] }]])
  expect(getInspectorProps('home-page', 'title')).toEqual({ entryId: 'home-page', fieldId: 'title' })
})

test('§10.11 shows what the editor sends for the last response of each page, if it fits the query and can be shown', async () => {
  const live = await connectLivePreview([editor], onSaved)
  const response = { page: { title: 'One' }, site: null }
  for (const name of ['home', 'site', 'home'])
    live.subscribe({ name, query: `query ${name}`, response, show }, onInvalid)
  for (const none of [null, undefined])
    live.subscribe({ name: 'site', query: 'query none', response: none, show }, onInvalid)
  const callback = expect.any(Function)
  expect(subscribe.mock.calls).toEqual(
    ['home', 'site', 'home'].map((name) => [{ data: response, query: `query ${name}`, callback }]),
  )
  const ended = subscribe.mock.results.map(({ value }) => vi.mocked(value).mock.calls.length)
  expect(ended, 'the first of Home is replaced').toEqual([1, 0, 0])

  const [first] = subscribe.mock.calls.flat()
  const send = (updated: unknown) => Reflect.apply(Object(first).callback, undefined, [updated])
  for (const updated of [{ site: null }, { page: {} }, null, 'page site']) send(updated)
  const misfit = new Error('The editor sent data that does not match the query')
  expect(onInvalid.mock.calls).toEqual(Array(4).fill([misfit]))
  send({ page: null, site: {}, other: 1 })
  expect(show.mock.calls).toEqual([[{ page: null, site: {}, other: 1 }]])
  const invalid = new Error('Home page: title is null')
  show.mockImplementationOnce(() => {
    throw invalid
  })
  send(response)
  expect(onInvalid.mock.lastCall).toEqual([invalid])
})

test('§10.11 messages of the editor are those of an allowed origin; each saved entry is reported', async () => {
  await connectLivePreview([editor, local], onSaved)
  const received = vi.fn()
  events.addEventListener('message', received) // as Contentful's client does, later
  const [source, method] = ['live-preview-editor', 'ENTRY_SAVED']
  const post = (data: unknown, origin: string) => {
    vi.clearAllMocks()
    events.dispatchEvent(new MessageEvent('message', { data, origin }))
    return [received.mock.calls.length, onSaved.mock.calls.length]
  }
  expect(post({ source, method }, editor)).toEqual([1, 1])
  expect(post({ source, method }, local)).toEqual([1, 1])
  expect(post({ source, method: 'ENTRY_UPDATED' }, editor)).toEqual([1, 0])
  expect(post({ source }, editor)).toEqual([1, 0])
  for (const origin of ['https://app.contentful.com.evil.example', 'http://app.contentful.com', 'null', ''])
    expect(post({ source, method }, origin)).toEqual([0, 0])
  for (const data of [{ source: 'another', method }, { method }, null, 'live-preview-editor', undefined])
    expect(post(data, 'https://evil.example'), 'of another script').toEqual([1, 0])
})
