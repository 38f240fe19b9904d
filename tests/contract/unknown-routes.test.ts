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
  expect(body.message).toBe(`The local Contentful has no GET ${path}`)
})
