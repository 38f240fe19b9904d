import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  catchApiError,
  createAsset,
  createDraftEntry,
  createPicture,
  publishEntry,
  publishPhotoModel,
  startTestContentful,
  type TestContentful,
} from './test-contentful.ts'

let local: TestContentful

beforeAll(async () => {
  local = await startTestContentful()
  await publishPhotoModel(local)
})

afterAll(() => local[Symbol.asyncDispose]())

interface Sys {
  readonly type: string
  readonly id: string
  readonly version: number
}

const toVersionedLink = ({ sys: { type, id, version } }: { readonly sys: Sys }) => ({
  sys: { type: 'Link' as const, linkType: type === 'Asset' ? ('Asset' as const) : ('Entry' as const), id, version },
})

/** The client requires these parameters for each bulk action. */
const PARAMS = { spaceId: 'local', environmentId: 'master' }

const toPayload = <Item>(items: Item[]) => ({ entities: { sys: { type: 'Array' as const }, items } })

async function waitForEnd(bulkActionId: string) {
  for (;;) {
    const bulkAction = await local.client.bulkAction.get({ ...PARAMS, bulkActionId })
    if (bulkAction.sys.status === 'succeeded' || bulkAction.sys.status === 'failed') return bulkAction
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

test('publishes and unpublishes entries and assets in one request', async () => {
  const links = [
    await createDraftEntry(local, 'photo', 'one', { alt: 'The first' }),
    await createAsset(local, 'file', await createPicture()),
  ].map(toVersionedLink)
  const started = await local.client.bulkAction.publish(PARAMS, toPayload(links))
  expect(started).toMatchObject({
    sys: { type: 'BulkAction', status: 'created' },
    action: 'publish',
    payload: toPayload(links),
  })
  expect(await waitForEnd(started.sys.id)).toMatchObject({ sys: { status: 'succeeded' } })
  expect((await local.client.entry.get({ entryId: 'one' })).sys).toMatchObject({ version: 2, publishedVersion: 1 })
  expect((await local.client.asset.get({ assetId: 'file' })).sys).toMatchObject({ version: 3, publishedVersion: 2 })

  const unversionedLinks = links.map(({ sys: { type, linkType, id } }) => ({ sys: { type, linkType, id } }))
  const unpublishAction = await local.client.bulkAction.unpublish(PARAMS, toPayload(unversionedLinks))
  expect(await waitForEnd(unpublishAction.sys.id)).toMatchObject({ sys: { status: 'succeeded' }, action: 'unpublish' })
  expect((await local.client.entry.get({ entryId: 'one' })).sys).not.toHaveProperty('publishedVersion')
})

// contentful/contentful-management.js, test/integration/bulk-action-integration.test.ts
test('answers a missing version and an unknown bulk action as the real API', async () => {
  const entry = await createDraftEntry(local, 'photo', 'unversioned', { alt: 'Unversioned' })
  const { version: _, ...sys } = toVersionedLink(entry).sys
  const response = await fetch(`${local.url}/spaces/local/environments/master/bulk_actions/publish`, {
    method: 'POST',
    headers: { authorization: 'Bearer local-management', 'content-type': 'application/json' },
    body: JSON.stringify(toPayload([{ sys }])),
  })
  expect(response.status).toBe(422)
  expect(await response.json()).toMatchObject({
    message: 'Validation error',
    details: {
      errors: [
        {
          details: '"entities.items[0].sys.version" is required',
          name: 'any.required',
          path: ['entities', 'items', 0, 'sys', 'version'],
        },
      ],
    },
  })
  const unknown = await catchApiError(local.client.bulkAction.get({ ...PARAMS, bulkActionId: 'fakeId' }))
  expect(unknown).toMatchObject({ status: 404, message: 'The resource could not be found.' })
  expect(unknown.details).toEqual({ type: 'BulkAction', id: 'fakeId' })
})

test('unpublishing what is not published succeeds', async () => {
  const draft = toVersionedLink(await createDraftEntry(local, 'photo', 'never', { alt: 'Never there' }))
  const published = await publishEntry(local, 'photo', 'there', { alt: 'There until now' })
  const links = [draft, toVersionedLink(published)]
  const started = await local.client.bulkAction.unpublish(PARAMS, toPayload(links))
  expect(await waitForEnd(started.sys.id)).toMatchObject({ sys: { status: 'succeeded' } })
  expect((await local.client.entry.get({ entryId: 'never' })).sys.version).toBe(1)
  expect((await local.client.entry.get({ entryId: 'there' })).sys).not.toHaveProperty('publishedVersion')
})

test('publishes nothing if one entity is invalid, and names that entity', async () => {
  const good = await createDraftEntry(local, 'photo', 'good', { alt: 'A good one' })
  const bad = await createDraftEntry(local, 'photo', 'bad', {})
  const links = [good, bad].map(toVersionedLink)
  const failure = {
    sys: { status: 'failed' },
    error: {
      sys: { id: 'BulkActionFailed' },
      details: { errors: [{ entity: toVersionedLink(bad), error: { sys: { id: 'InvalidEntry' } } }] },
    },
  }
  const validation = await local.client.bulkAction.validate(PARAMS, { action: 'publish', ...toPayload(links) })
  expect(await waitForEnd(validation.sys.id)).toMatchObject({ ...failure, action: 'validate' })
  const started = await local.client.bulkAction.publish(PARAMS, toPayload(links))
  expect(await waitForEnd(started.sys.id)).toMatchObject(failure)
  expect((await local.client.entry.get({ entryId: 'good' })).sys).not.toHaveProperty('publishedVersion')
})

test('rejects requests with duplicates, unknown ids, outdated versions or too many entities', async () => {
  const entry = toVersionedLink(await createDraftEntry(local, 'photo', 'once', { alt: 'Only once' }))
  const publish = (items: (typeof entry)[]) => catchApiError(local.client.bulkAction.publish(PARAMS, toPayload(items)))
  const withIdAndVersion = (id: string, version: number) => ({ sys: { ...entry.sys, id, version } })
  expect(await publish([entry, entry])).toMatchObject({ status: 422, details: { errors: [{ name: 'duplicate' }] } })
  expect(await publish([withIdAndVersion('nowhere', 1)])).toMatchObject({
    status: 400,
    message: expect.stringContaining('nowhere'),
  })
  expect(await publish([withIdAndVersion('once', 7)])).toMatchObject({
    status: 400,
    message: expect.stringContaining('version 1'),
  })
  const many = Array.from({ length: 201 }, (_, index) => withIdAndVersion(`many-${index}`, 1))
  expect(JSON.stringify(await publish(many))).toContain('<=200')
  expect(await catchApiError(local.client.bulkAction.get({ ...PARAMS, bulkActionId: 'nowhere' }))).toMatchObject({
    status: 404,
  })
})
