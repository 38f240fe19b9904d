import { createServer } from 'node:http'
import { expect, test, vi } from 'vitest'
import { createDeliveryClient } from './delivery-client.ts'
import { createRateLimiter } from './rate-limiter.ts'
import { getLocalDeliveryConnection } from './space-connections.ts'

// The waits between repeats: how long they are is seen against the local Contentful.
vi.mock('node:timers/promises', () => ({ setTimeout: async () => {} }))

type Answer = { readonly status?: number; readonly body: string }

/** A server that answers so, and the space as it is read from there. */
async function spaceAt(answer: (url: URL) => Answer) {
  const asked: URL[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://localhost')
    asked.push(url)
    const { status = 200, body } = answer(url)
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The server has no port')
  return {
    asked,
    space: createDeliveryClient(
      getLocalDeliveryConnection(`http://127.0.0.1:${address.port}`),
      createRateLimiter(undefined),
    ),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const entry = (number: number) => ({ sys: { id: `e${number}`, contentType: { sys: { id: 'fact' } } }, fields: {} })
const entries = Array.from({ length: 450 }, (_, number) => entry(number))
const page = (all: readonly unknown[], url: URL) => {
  const [skip, limit] = [Number(url.searchParams.get('skip')), Number(url.searchParams.get('limit'))]
  return { body: JSON.stringify({ total: all.length, items: all.slice(skip, skip + limit) }) }
}

test('entries come page by page, by id, in the site’s language and without what they link to', async () => {
  await using server = await spaceAt((url) => page(entries, url))
  expect(await server.space.entries()).toEqual(entries)
  expect(server.asked.map(({ searchParams }) => Object.fromEntries(searchParams))).toEqual(
    ['0', '200', '400'].map((skip) => ({ skip, limit: '200', order: 'sys.id', include: '0', locale: 'en-US' })),
  )
})

test('somebody who publishes meanwhile is noticed', async () => {
  await using server = await spaceAt((url) =>
    page(url.searchParams.get('skip') === '0' ? entries : [entry(-1), ...entries], url),
  )
  await expect(server.space.entries()).rejects.toThrow('Somebody published in the space while it was read: try again')
})

test('assets are asked for by their ids, 100 at once', async () => {
  const ids = Array.from({ length: 130 }, (_, number) => `a${number}`)
  await using server = await spaceAt((url) => {
    const asked = (url.searchParams.get('sys.id[in]') ?? '').split(',')
    return { body: JSON.stringify({ total: asked.length, items: asked.map((id) => ({ sys: { id }, fields: {} })) }) }
  })
  expect((await server.space.assets(ids)).map(({ sys }) => sys.id)).toEqual(ids)
  expect(server.asked).toHaveLength(2)
  expect(await server.space.assets([])).toEqual([])
})

test('fields that are not delivered do not count', async () => {
  const fact = {
    sys: { id: 'fact' },
    fields: [{ id: 'text' }, { id: 'hidden', omitted: true }, { id: 'old', omitted: false }],
  }
  await using server = await spaceAt(() => ({ body: JSON.stringify({ total: 1, items: [fact] }) }))
  expect(await server.space.contentTypes()).toEqual(new Map([['fact', ['text', 'old']]]))
})

test.each([
  [500, 6, /^127\.0\.0\.1:\d+ answers 500 \(Broken\): try again later$/],
  [429, 6, /^127\.0\.0\.1:\d+ answers 429 \(Broken\): try again later$/],
  [400, 1, /^127\.0\.0\.1:\d+ answers 400 \(Broken\): try again later$/],
  [404, 1, /^The local Contentful answers 404 \(Broken\): stop it and start it again$/],
])('%i is tried %i times', async (status, times, line) => {
  await using server = await spaceAt(() => ({ status, body: '{"message":"Broken"}' }))
  await expect(server.space.locales()).rejects.toMatchObject({
    name: 'UserError',
    lines: [expect.stringMatching(line)],
  })
  expect(server.asked).toHaveLength(times)
})

test.each(['<!doctype html>', '', '{"total":1}', '{"total":1,"items":["x"]}', 'null'])(
  '%j is no answer of Contentful',
  async (body) => {
    await using server = await spaceAt(() => ({ body }))
    await expect(server.space.entries()).rejects.toThrow(
      /does not answer as Contentful does.*: check the network and try again$/,
    )
    expect(server.asked).toHaveLength(1)
  },
)

test('nobody at the address: one line that says so', async () => {
  const server = await spaceAt(() => ({ body: '' }))
  await server[Symbol.asyncDispose]()
  await expect(server.space.locales()).rejects.toMatchObject({
    name: 'UserError',
    lines: [
      expect.stringMatching(/^127\.0\.0\.1:\d+ does not answer \(.*ECONNREFUSED.*\): check the network and try again$/),
    ],
  })
})

test('every asset comes, also one whose file is missing or half there', async () => {
  const assets = [
    { sys: { id: 'whole' }, fields: { title: 'Whole', file: { url: '//host/a.jpg', details: { size: 3 } } } },
    { sys: { id: 'half' }, fields: { title: null, file: { url: 7, contentType: 'image/jpeg', details: 'none' } } },
    { sys: { id: 'empty' }, fields: {} },
  ]
  await using server = await spaceAt((url) => page(assets, url))
  expect(await server.space.allAssets()).toMatchObject([
    { sys: { id: 'whole' }, fields: { title: 'Whole', file: { url: 'http://host/a.jpg', details: { size: 3 } } } },
    { sys: { id: 'half' }, fields: { title: undefined, file: { url: undefined, contentType: 'image/jpeg' } } },
    { sys: { id: 'empty' }, fields: {} },
  ])
})

test('entries come in all their languages where they are asked for so', async () => {
  await using server = await spaceAt((url) => page([entry(1)], url))
  await server.space.entriesByLocale()
  expect(server.asked.map(({ searchParams }) => searchParams.get('locale'))).toEqual(['*'])
})
