import { expect, test } from 'vitest'
import { startTestContentful } from './test-contentful.ts'

test.each([
  ['/cdn/spaces/local/environments/master/taxonomy', 'delivery', 'local-delivery'],
  ['/preview/spaces/local/environments/master/taxonomy', 'delivery', 'local-preview'],
  ['/spaces/local/environments/master/taxonomy', 'management', 'local-management'],
  ['/nothing', 'management', ''],
])('responds UnknownRoute to %s in the format of the %s API', async (path, api, token) => {
  await using local = await startTestContentful()
  const response = await fetch(`${local.url}${path}?limit=1`, { headers: { authorization: `Bearer ${token}` } })
  expect(response.status).toBe(404)
  expect(response.headers.get('content-type')).toContain(`application/vnd.contentful.${api}.v1+json`)
  const body = await response.json()
  expect(body).toMatchObject({ sys: { type: 'Error', id: 'UnknownRoute' }, requestId: expect.any(String) })
  expect(body.message).toMatch(`The local Contentful has no GET ${path}`)
})

test.each([
  ['/cdn/spaces/local/sync', 'Use GET /entries and /assets with sys.updatedAt[gt], or webhooks'],
  ['/cdn/spaces/local/environments/master/entries?cursor=true', 'Use skip and limit'],
  ['/spaces/local/environments/master/taxonomy/concepts', 'Use tags'],
  ['/spaces/local/environments/master/entries/a/snapshots', 'Use contentful-export before a change'],
  [
    '/spaces/local/environments/master/public/content_types',
    'Use sys.publishedVersion of the list, or the delivery API',
  ],
  ['/organizations/local/organization_memberships', 'Use the tokens that the server was started with'],
  ['/organizations/local/app_uploads', 'Use an app definition with src and locations'],
  ['/spaces/local/environments/master/extensions', 'Use app definitions and app installations'],
])('the response to %s names what to use instead', async (path, alternative) => {
  await using local = await startTestContentful()
  const token = path.startsWith('/cdn') ? 'local-delivery' : 'local-management'
  const response = await fetch(local.url + path, { headers: { authorization: `Bearer ${token}` } })
  expect((await response.json()).message).toContain(alternative)
})
