import { expect, test, vi } from 'vitest'
import { stubEditorPage } from '#local/tests/stub-editor-page.ts'

stubEditorPage('http://127.0.0.1:4000')
const { entitySchema, requestManagementApi } = await import('./management-client.ts')
const { formatError } = await import('./format-error.ts')

const entry = {
  sys: { id: 'a', type: 'Entry', version: 1, updatedAt: '2026-01-01T00:00:00.000Z' },
  metadata: {},
  fields: {},
}
const request = async (body: unknown, status = 200) => {
  vi.stubGlobal('fetch', async () => Response.json(body, { status }))
  return requestManagementApi(entitySchema, 'entries/a').then(({ sys }) => sys.id, formatError)
}

test.for([
  [200, entry, /^a$/],
  [200, { ...entry, fields: { title: 'Home' } }, /^The response is not as expected: .*fields\.title/s],
  [200, null, /^The response is not as expected: /],
  [409, { message: 'Changed meanwhile' }, 'Changed meanwhile'],
  [
    422,
    { message: 'Invalid', details: { errors: [{ name: 'required', path: ['fields', 'title'] }] } },
    'This must not be empty.',
  ],
  [500, 'no JSON of the API', 'The local Contentful responded with 500'],
] as const)(
  'a response with status %i and the body %j is its entity, or an error in words',
  async ([status, body, text]) => {
    expect(await request(body, status)).toMatch(text)
  },
)

const master = { space: 'local', environment: 'master' }
test.for([
  ['/app/spaces/local/environments/master/entries', { ids: master, collection: 'entries' }],
  [
    '/app/spaces/a/environments/dev/assets/b',
    { ids: { space: 'a', environment: 'dev' }, collection: 'assets', entityPath: 'assets/b' },
  ],
  ['/app/spaces/local/environments/master/entries/a/b', { ids: master }],
  ['/app/spaces/local/environments/master/tags', { ids: master }],
  ['/app/spaces/local/environments/master/apps/my%20app', { ids: master, app: { id: 'my app', path: '/' } }],
  ['/app/spaces/local/environments/master/apps/a/b/c', { ids: master, app: { id: 'a', path: '/b/c' } }],
  ['/app/other', { ids: master }],
] as const)('the address %s names a page', async ([pathname, page]) => {
  Object.assign(stubEditorPage('http://127.0.0.1:4000'), { pathname })
  const { currentPage, getEntityUrl } = await import('./management-client.ts')
  expect(currentPage).toEqual(page)
  const { space, environment } = page.ids
  const url = `/app/spaces/${space}/environments/${environment}/assets/a%2Fb`
  expect(getEntityUrl({ type: 'Asset', id: 'a/b' })).toBe(url)
})
