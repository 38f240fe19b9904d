import { createClient } from 'contentful-management'
import { expect, test } from 'vitest'
import { setFaults } from '#cms/local/client.ts'
import { createPicture, startTestContentful, type TestContentful } from './test-contentful.ts'

const MANAGEMENT = '/spaces/local/environments/master/entries'
const UPLOADS = '/spaces/local/uploads'
const GRAPHQL = '/content/v1/spaces/local?query={__typename}'

async function answers({ url }: TestContentful, requests: readonly (readonly [path: string, token: string])[]) {
  return await Promise.all(
    requests.map(async ([path, token]) => {
      const upload = { method: 'POST', body: new Uint8Array(await createPicture()) }
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' }
      const response = await fetch(url + path, path === UPLOADS ? { ...upload, headers } : { headers })
      return { status: response.status, headers: response.headers, text: await response.text() }
    }),
  )
}

const times = <Item>(count: number, item: Item) => Array.from({ length: count }, () => item)

test('above the limit 429 comes with its reset, and the limit stands on every answer', async () => {
  await using local = await startTestContentful(undefined, { limits: { managementRequestsPerSecond: 3 } })
  const all = await answers(local, times(40, [MANAGEMENT, 'local-management'] as const))
  const refused = all.filter(({ status }) => status === 429)
  expect(all.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(3)
  expect(refused.length).toBeGreaterThan(0)
  for (const { headers } of all) expect(headers.get('x-contentful-ratelimit-second-limit')).toBe('3')
  for (const { headers, text } of refused) {
    expect(headers.get('x-contentful-ratelimit-reset')).toBe('1')
    expect(headers.get('x-contentful-ratelimit-second-remaining')).toBe('0')
    expect(JSON.parse(text)).toMatchObject({ sys: { type: 'Error', id: 'RateLimitExceeded' } })
  }
})

test('uploads count with the rest of the management API', async () => {
  await using local = await startTestContentful(undefined, { limits: { managementRequestsPerSecond: 1 } })
  const mixed = [MANAGEMENT, UPLOADS].flatMap((path) => times(10, [path, 'local-management'] as const))
  const statuses = (await answers(local, mixed)).map(({ status }) => status)
  expect(statuses.slice(10)).toContain(429)
  expect(statuses.slice(0, 10)).toContain(429)
})

test('each API that reads has its own count, and pictures have none', async () => {
  await using local = await startTestContentful(undefined, { limits: { deliveryRequestsPerSecond: 2 } })
  const graphql = await answers(local, times(30, [GRAPHQL, 'local-delivery'] as const))
  const refused = graphql.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThan(0)
  for (const { text } of refused) expect(JSON.parse(text).errors).toHaveLength(1)
  const others = await answers(local, times(30, [MANAGEMENT, 'local-management'] as const))
  expect(others.map(({ status }) => status)).toEqual(times(30, 200))
  for (const { headers } of others) {
    expect(headers.get('x-contentful-ratelimit-second-limit')).toBe('1000')
    expect(headers.get('x-contentful-ratelimit-second-remaining')).toBe('1000')
  }
  const pictures = await answers(local, times(30, ['/assets/local/a/b/c.jpg', ''] as const))
  expect(pictures.map(({ status }) => status)).toEqual(times(30, 404))
})

test('the official client waits, and loses nothing', async () => {
  await using local = await startTestContentful()
  await setFaults(local.url, { limits: { managementRequestsPerSecond: 4 } })
  const { host } = new URL(local.url)
  const waits: unknown[] = []
  const client = createClient(
    {
      accessToken: 'local-management',
      host,
      insecure: true,
      logHandler: (level, data) => (level === 'warning' ? waits.push(data) : undefined),
    },
    { type: 'plain', defaults: { spaceId: 'local', environmentId: 'master' } },
  )
  const spaces = await Promise.all(times(9, undefined).map(() => client.space.get({})))
  expect(spaces.map(({ sys }) => sys.id)).toEqual(times(9, 'local'))
  expect(waits.join()).toContain('Rate limit error occurred')

  await setFaults(local.url, {})
  const freed = await answers(local, times(20, [MANAGEMENT, 'local-management'] as const))
  expect(freed.map(({ status }) => status)).toEqual(times(20, 200))
})
