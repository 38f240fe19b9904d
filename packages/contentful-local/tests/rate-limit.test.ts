import { createClient } from 'contentful-management'
import { expect, test } from 'vitest'
import { startSpace, type TestSpace } from './start-space.ts'
import { createPicture } from './test-contentful.ts'

const MANAGEMENT = '/spaces/local/environments/master/entries'
const UPLOADS = '/spaces/local/uploads'
const GRAPHQL = '/content/v1/spaces/local?query={__typename}'

const PICTURE = new Uint8Array(await createPicture())

async function fetchAll({ url }: TestSpace, requests: readonly (readonly [path: string, token: string])[]) {
  return await Promise.all(
    requests.map(async ([path, token]) => {
      const upload = { method: 'POST', body: PICTURE }
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' }
      const response = await fetch(url + path, path === UPLOADS ? { ...upload, headers } : { headers })
      return { status: response.status, headers: response.headers, text: await response.text() }
    }),
  )
}

const repeat = <Item>(count: number, item: Item) => Array.from({ length: count }, () => item)

test('responds 429 with a reset header above the limit, also to uploads, and names the limit in every response', async () => {
  await using local = await startSpace({ limits: { managementRequestsPerSecond: 1 } })
  const requests = [MANAGEMENT, UPLOADS].flatMap((path) => repeat(20, [path, 'local-management'] as const))
  const responses = await fetchAll(local, requests)
  const statuses = responses.map(({ status }) => status)
  expect(statuses.slice(0, 20)).toContain(429)
  expect(statuses.slice(20)).toContain(429)
  expect(statuses.filter((status) => status < 300).length).toBeGreaterThanOrEqual(1)
  for (const { headers } of responses) expect(headers.get('x-contentful-ratelimit-second-limit')).toBe('1')
  for (const { headers, text } of responses.filter(({ status }) => status === 429)) {
    expect(headers.get('x-contentful-ratelimit-reset')).toBe('1')
    expect(headers.get('x-contentful-ratelimit-second-remaining')).toBe('0')
    expect(JSON.parse(text)).toMatchObject({
      sys: { type: 'Error', id: 'RateLimitExceeded' },
      message: 'Too many requests: the limit of the management API is 1 per second',
    })
  }
})

test('limits the delivery and management APIs separately, and does not limit files', async () => {
  await using local = await startSpace({ limits: { deliveryRequestsPerSecond: 1 } })
  const graphqlResponses = await fetchAll(local, repeat(30, [GRAPHQL, 'local-delivery'] as const))
  const limited = graphqlResponses.filter(({ status }) => status === 429)
  expect(limited.length).toBeGreaterThan(0)
  for (const { headers, text } of limited) {
    const extensions = { contentful: { code: 'RATE_LIMIT_EXCEEDED', requestId: expect.any(String) } }
    const message = 'Too many requests: the limit of the graphql API is 1 per second'
    expect(JSON.parse(text).errors).toEqual([{ message, extensions }])
    // A page can read the response.
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-expose-headers')?.replaceAll('x-contentful-', '')).toBe(
      'request-id, graphql-query-cost, ratelimit-second-limit, ratelimit-second-remaining, ratelimit-hour-limit, ratelimit-hour-remaining, ratelimit-reset',
    )
  }
  const managementResponses = await fetchAll(local, repeat(30, [MANAGEMENT, 'local-management'] as const))
  expect(managementResponses.map(({ status }) => status)).toEqual(repeat(30, 200))
  for (const { headers } of managementResponses) {
    expect(headers.get('x-contentful-ratelimit-second-limit')).toBe('1000')
    expect(headers.get('x-contentful-ratelimit-second-remaining')).toBe('1000')
  }
  const pictureResponses = await fetchAll(local, repeat(30, ['/assets/local/a/b/c.jpg', ''] as const))
  expect(pictureResponses.map(({ status }) => status)).toEqual(repeat(30, 404))
})

test('the official client retries rate-limited requests until all succeed', async () => {
  await using local = await startSpace({ limits: { managementRequestsPerSecond: 4 } })
  const { host } = new URL(local.url)
  const warnings: unknown[] = []
  const client = createClient(
    {
      accessToken: 'local-management',
      host,
      insecure: true,
      logHandler: (level, data) => (level === 'warning' ? warnings.push(data) : undefined),
    },
    { type: 'plain', defaults: { spaceId: 'local', environmentId: 'master' } },
  )
  const spaces = await Promise.all(repeat(9, undefined).map(() => client.space.get({})))
  expect(spaces.map(({ sys }) => sys.id)).toEqual(repeat(9, 'local'))
  expect(warnings.join()).toContain('Rate limit error occurred')
})
