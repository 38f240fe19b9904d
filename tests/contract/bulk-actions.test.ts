import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  catchApiError,
  createAsset,
  createDraftEntry,
  createPicture,
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

const versioned = ({ sys: { type, id, version } }: { readonly sys: Sys }) => ({
  sys: { type: 'Link' as const, linkType: type === 'Asset' ? ('Asset' as const) : ('Entry' as const), id, version },
})

/** The client wants the place with every bulk action. */
const PLACE = { spaceId: 'local', environmentId: 'master' }

const collection = <Item>(items: Item[]) => ({ entities: { sys: { type: 'Array' as const }, items } })

async function ended(bulkActionId: string) {
  for (;;) {
    const run = await local.client.bulkAction.get({ ...PLACE, bulkActionId })
    if (run.sys.status === 'succeeded' || run.sys.status === 'failed') return run
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

test('entries and assets are published, and unpublished, with one request', async () => {
  const things = [
    await createDraftEntry(local, 'photo', 'one', { alt: 'The first' }),
    await createAsset(local, 'file', await createPicture()),
  ].map(versioned)
  const begun = await local.client.bulkAction.publish(PLACE, collection(things))
  expect(begun).toMatchObject({
    sys: { type: 'BulkAction', status: 'created' },
    action: 'publish',
    payload: collection(things),
  })
  expect(await ended(begun.sys.id)).toMatchObject({ sys: { status: 'succeeded' } })
  expect((await local.client.entry.get({ entryId: 'one' })).sys).toMatchObject({ version: 2, publishedVersion: 1 })
  expect((await local.client.asset.get({ assetId: 'file' })).sys).toMatchObject({ version: 3, publishedVersion: 2 })

  const links = things.map(({ sys: { type, linkType, id } }) => ({ sys: { type, linkType, id } }))
  const back = await local.client.bulkAction.unpublish(PLACE, collection(links))
  expect(await ended(back.sys.id)).toMatchObject({ sys: { status: 'succeeded' }, action: 'unpublish' })
  expect((await local.client.entry.get({ entryId: 'one' })).sys).not.toHaveProperty('publishedVersion')
})

test('one thing that may not be published keeps all of them from it, and is named', async () => {
  const good = await createDraftEntry(local, 'photo', 'good', { alt: 'A good one' })
  const bad = await createDraftEntry(local, 'photo', 'bad', {})
  const things = [good, bad].map(versioned)
  const failure = {
    sys: { status: 'failed' },
    error: {
      sys: { id: 'BulkActionFailed' },
      details: { errors: [{ entity: versioned(bad), error: { sys: { id: 'ValidationFailed' } } }] },
    },
  }
  const checked = await local.client.bulkAction.validate(PLACE, { action: 'publish', ...collection(things) })
  expect(await ended(checked.sys.id)).toMatchObject({ ...failure, action: 'validate' })
  const begun = await local.client.bulkAction.publish(PLACE, collection(things))
  expect(await ended(begun.sys.id)).toMatchObject(failure)
  expect((await local.client.entry.get({ entryId: 'good' })).sys).not.toHaveProperty('publishedVersion')
})

test('a request that cannot be carried out is refused at once', async () => {
  const entry = versioned(await createDraftEntry(local, 'photo', 'once', { alt: 'Only once' }))
  const publish = (items: (typeof entry)[]) => catchApiError(local.client.bulkAction.publish(PLACE, collection(items)))
  const other = (id: string, version: number) => ({ sys: { ...entry.sys, id, version } })
  expect(await publish([entry, entry])).toMatchObject({ status: 422, details: { errors: [{ name: 'duplicate' }] } })
  expect(await publish([other('nowhere', 1)])).toMatchObject({
    status: 400,
    message: expect.stringContaining('nowhere'),
  })
  expect(await publish([other('once', 7)])).toMatchObject({
    status: 400,
    message: expect.stringContaining('version 1'),
  })
  const many = Array.from({ length: 201 }, (_, index) => other(`many-${index}`, 1))
  expect(JSON.stringify(await publish(many))).toContain('<=200')
  expect(await catchApiError(local.client.bulkAction.get({ ...PLACE, bulkActionId: 'nowhere' }))).toMatchObject({
    status: 404,
  })
})
