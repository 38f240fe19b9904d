import { expect, onTestFinished, test, vi } from 'vitest'
import { startHttpServer } from '#local-tests/start-http-server.ts'
import { connectToDelivery, createDeliveryClient } from './delivery-client.ts'
import { getLocalConnection } from './space-connections.ts'

type FakeResponse = { readonly status?: number; readonly body: string }

/** Starts a server with these responses, and creates a client of it. */
async function startServer(respond: (url: URL) => FakeResponse) {
  const requests: URL[] = []
  const server = await startHttpServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://localhost')
    requests.push(url)
    const { status = 200, body } = respond(url)
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  })
  const connection = getLocalConnection(server.url, 'delivery')
  return { ...server, requests, connection, client: createDeliveryClient(connection) }
}

const createEntry = (number: number) => ({
  sys: { id: `e${number}`, contentType: { sys: { id: 'fact' } } },
  fields: {},
})
const entries = Array.from({ length: 450 }, (_, number) => createEntry(number))
const createPage = (all: readonly unknown[], url: URL) => {
  const [skip, limit] = [Number(url.searchParams.get('skip')), Number(url.searchParams.get('limit'))]
  return { body: JSON.stringify({ total: all.length, items: all.slice(skip, skip + limit) }) }
}

test('reads entries page by page, sorted by id, in the locale of the site, without linked entries and without a proxy', async () => {
  onTestFinished(() => void vi.unstubAllEnvs())
  vi.stubEnv('HTTP_PROXY', 'http://127.0.0.1:1')
  await using server = await startServer((url) => createPage(entries, url))
  expect(await server.client.entries()).toEqual(entries)
  expect(server.requests.map(({ searchParams }) => Object.fromEntries(searchParams))).toEqual(
    ['0', '200', '400'].map((skip) => ({ skip, limit: '200', order: 'sys.id', include: '0', locale: 'en-US' })),
  )
})

test('throws when the number of entries changes while they are read', async () => {
  await using server = await startServer((url) =>
    createPage(url.searchParams.get('skip') === '0' ? entries : [createEntry(-1), ...entries], url),
  )
  await expect(server.client.entries()).rejects.toThrow('The content of the space changed while it was read')
})

test('throws when a page has no more entries', async () => {
  await using server = await startServer(() => ({ body: JSON.stringify({ total: 450, items: [] }) }))
  await expect(server.client.entries()).rejects.toThrow('The content of the space changed while it was read')
  expect(server.requests).toHaveLength(1)
})

test('omits fields that are not delivered', async () => {
  const fact = {
    sys: { id: 'fact' },
    fields: [{ id: 'text' }, { id: 'hidden', omitted: true }, { id: 'old', omitted: false }],
  }
  await using server = await startServer(() => ({ body: JSON.stringify({ total: 1, items: [fact] }) }))
  expect(await server.client.contentTypes()).toEqual(new Map([['fact', ['text', 'old']]]))
  expect(server.requests.map(({ search }) => search)).toEqual(['?limit=1000'])
})

test.each([
  [400, /^127\.0\.0\.1:\d+ responded with 400 \(Broken\): wait a minute and run this again$/],
  [404, /^The local Contentful responded with 404 \(Broken\): stop it and start it again$/],
])('does not repeat a request with a %i response', async (status, line) => {
  await using server = await startServer(() => ({ status, body: '{"message":"Broken"}' }))
  const error: unknown = await server.client.locales().catch((error: unknown) => error)
  expect(error).toMatchObject({ name: 'UserError', lines: [expect.stringMatching(line)] })
  expect(server.requests).toHaveLength(1)
})

test.each(['<!doctype html>', '', '{"total":1}', '{"total":1,"items":["x"]}', 'null'])(
  'rejects the response %j',
  async (body) => {
    await using server = await startServer(() => ({ body }))
    await expect(server.client.entries()).rejects.toThrow(
      /returned an unexpected response: check the network and run this again$/,
    )
    expect(server.requests).toHaveLength(1)
  },
)

test('throws one line without retries when the server does not respond', async () => {
  const server = await startServer(() => ({ body: '' }))
  await server[Symbol.asyncDispose]()
  const line = expect.stringMatching(/^127\.0\.0\.1:\d+ does not respond \(.*ECONNREFUSED.*\): check the network/)
  await expect(connectToDelivery(server.connection)).rejects.toMatchObject({ name: 'UserError', lines: [line] })
})

test('ends after one request that gets no response', async () => {
  await using server = await startHttpServer(() => {})
  const connecting = connectToDelivery(getLocalConnection(server.url, 'delivery'))
  await expect(connecting).rejects.toThrow('does not respond (timeout of 3000ms exceeded)')
})

test('connects to a server that limits the rate of the first request', async () => {
  await using server = await startServer(() => ({ status: 429, body: '{"message":"Rate limit exceeded"}' }))
  await expect(connectToDelivery(server.connection)).resolves.toHaveProperty('entries')
})

test('returns every asset, including one whose file is missing or incomplete', async () => {
  const assets = [
    { sys: { id: 'whole' }, fields: { title: 'Whole', file: { url: '//host/a.jpg', details: { size: 3 } } } },
    { sys: { id: 'half' }, fields: { title: 'Half', file: { contentType: 'image/jpeg' } } },
    { sys: { id: 'empty' }, fields: {} },
  ]
  await using server = await startServer((url) => createPage(assets, url))
  const [whole, ...others] = await server.client.assets()
  expect(whole?.fields.file).toMatchObject({ url: 'http://host/a.jpg', details: { size: 3 } })
  expect(others).toMatchObject(assets.slice(1))
  const [query] = server.requests.map(({ searchParams }) => Object.fromEntries(searchParams))
  expect(query).toEqual({ skip: '0', limit: '200', order: 'sys.id', locale: 'en-US' })
})
