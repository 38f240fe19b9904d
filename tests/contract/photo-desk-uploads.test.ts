import { onlineManager } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { PHOTO_TYPE } from '#cms/photo-desk/client/picture-type.ts'
import { LOCALE } from '#shared/constants.ts'
import { INITIAL_COUNT } from '#tests/setup/contentful/picture-space.ts'
import { type ClientOverrides, type CMAClient, createTestQueue } from './test-upload-queue.ts'

test('adds photographs as drafts with the texts typed meanwhile, and keeps their file names', async () => {
  const { space, edits, addPhotos, waitFor, readList, findId } = await createTestQueue()
  await addPhotos('one', 'two')
  edits.change(findId('one.jpg'), { altText: 'A welder on a pipe', caption: '' })
  await waitFor('done', 'done')
  await expect.poll(() => edits.store.getState().size).toBe(0)
  const ids = await readList()
  expect(ids).toHaveLength(2)
  const entries = await Promise.all(ids.map((entryId) => space.client.entry.get({ entryId })))
  expect(entries.map(({ fields }) => fields.altText?.[LOCALE]).toSorted()).toEqual(['A welder on a pipe', undefined])
  const assets = await Promise.all(ids.map((assetId) => space.client.asset.get({ assetId })))
  const names = assets.map(({ fields }) => fields.file[LOCALE]?.fileName).toSorted()
  expect(names).toEqual(
    [/^one\.[0-9a-f]{6}\.jpg$/, /^two\.[0-9a-f]{6}\.jpg$/].map((name) => expect.stringMatching(name)),
  )
  expect(assets.map(({ fields }) => fields.title[LOCALE]).toSorted()).toEqual(['A welder on a pipe', 'two'])
  expect([...entries, ...assets].filter(({ sys }) => sys.publishedVersion !== undefined)).toEqual([])
})

test('the list has the order of the files, although a later one is finished first', async () => {
  const { promise: isSecondListed, resolve } = Promise.withResolvers<void>()
  const { queue, addPhotos, waitFor, readList } = await createTestQueue({
    intercept: ({ asset, entry }) => ({
      asset: {
        createWithId: async (...args: Parameters<typeof asset.createWithId>) => {
          if (args[1].fields.file[LOCALE]?.fileName.startsWith('one.')) await isSecondListed
          return asset.createWithId(...args)
        },
      },
      entry: { update: callAfter(entry.update, resolve) },
    }),
  })
  await addPhotos('one', 'two')
  await waitFor('done', 'done')
  expect(await readList()).toEqual(queue.store.getState().map(({ entryId }) => entryId))
})

/** Calls a function after each successful request. */
function callAfter<Args extends readonly unknown[], Result>(
  request: (...args: Args) => Promise<Result>,
  callback: () => void,
) {
  return async (...args: Args): Promise<Result> => {
    const result = await request(...args)
    callback()
    return result
  }
}

const lostResponse = () => new Error('Network Error')

/** Lets the first request take effect, and loses its response. */
function loseFirstResponse<Args extends readonly unknown[], Result>(request: (...args: Args) => Promise<Result>) {
  let isLost = false
  return async (...args: Args): Promise<Result> => {
    const result = await request(...args)
    if (isLost) return result
    isLost = true
    throw lostResponse()
  }
}

test.each<[string, (client: CMAClient) => ClientOverrides]>([
  ['the upload', ({ upload }) => ({ upload: { create: loseFirstResponse(upload.create) } })],
  ['the asset', ({ asset }) => ({ asset: { createWithId: loseFirstResponse(asset.createWithId) } })],
  [
    'the response to the processing',
    ({ asset }) => ({ asset: { processForLocale: loseFirstResponse(asset.processForLocale) } }),
  ],
  ['the entry', ({ entry }) => ({ entry: { createWithId: loseFirstResponse(entry.createWithId) } })],
  ['the list', ({ entry }) => ({ entry: { update: loseFirstResponse(entry.update) } })],
])('adds a photograph once if the response to %s is lost', async (_, intercept) => {
  const { addPhotos, waitFor, readList, queue } = await createTestQueue({ intercept })
  await addPhotos('one')
  await waitFor('done')
  expect(await readList()).toEqual([queue.store.getState()[0]?.entryId])
})

test.each(['asset', 'entry'] as const)(
  'adds a photograph whose %s somebody else deletes meanwhile again',
  async (type) => {
    let isFirst = true
    const { space, addPhotos, waitFor, readList, queue } = await createTestQueue({
      intercept: ({ asset, entry }) => ({
        asset: {
          processForLocale: async (...args) => {
            if (type === 'asset' && isFirst) await asset.delete({ assetId: args[1].sys.id })
            isFirst &&= type !== 'asset'
            return asset.processForLocale(...args)
          },
        },
        entry: {
          update: async (...args) => {
            if (type === 'asset' || !isFirst) return entry.update(...args)
            isFirst = false
            await entry.delete({ entryId: queue.store.getState()[0]?.entryId ?? '' })
            throw Object.assign(new Error(JSON.stringify({ status: 422, message: 'Not valid' })), {
              name: 'InvalidEntry',
            })
          },
        },
      }),
    })
    await addPhotos('one')
    await waitFor('failed')
    if (type === 'asset')
      expect(queue.store.getState()[0]?.problem?.message).toBe(
        'This does not exist any more: somebody else has deleted it',
      )
    queue.resume(queue.store.getState().map(({ id }) => id))
    await waitFor('done')
    const [id = ''] = await readList()
    expect((await space.client.asset.get({ assetId: id })).fields.file[LOCALE]?.url).toBeDefined()
    expect((await space.client.entry.get({ entryId: id })).sys.id).toBe(id)
  },
)

test('stops all uploads when the space is full', async () => {
  const body = {
    status: 403,
    message: 'Forbidden',
    details: { reasons: ['usageExceeded', 'The limit is 1,000 assets'] },
  }
  let isFull = true
  const { queue, addPhotos, waitFor } = await createTestQueue({
    intercept: ({ asset }) => ({
      asset: {
        createWithId: async (...args) => {
          if (isFull) throw Object.assign(new Error(JSON.stringify(body)), { name: 'AccessDenied' })
          return asset.createWithId(...args)
        },
      },
    }),
  })
  await addPhotos('one', 'two')
  await expect.poll(() => queue.status.getState().problem).toMatch(/^The space is full .*The limit is 1,000 assets/)
  await waitFor('waiting', 'waiting')
  isFull = false
  queue.resume([])
  await waitFor('done', 'done')
})

test('a lost connection stops uploads, and a new one continues them', async () => {
  const { addPhotos, waitFor } = await createTestQueue()
  onlineManager.setOnline(false)
  await addPhotos('one')
  await waitFor('waiting')
  onlineManager.setOnline(true)
  await waitFor('done')
})

test('keeps what another editor adds to the list at the same time', async () => {
  let isChanged = false
  const { space, addPhotos, waitFor, readList } = await createTestQueue({
    intercept: ({ entry }) => ({
      entry: {
        update: async (...args) => {
          const [params, data] = args
          if (!isChanged && data.sys.contentType.sys.id === 'galleryPage') {
            isChanged = true
            const page = await entry.get(params)
            const links = page.fields.images?.[LOCALE] ?? []
            page.fields.images = { [LOCALE]: [...links, links[0]] }
            await entry.update(params, page)
          }
          return entry.update(...args)
        },
      },
    }),
  })
  const { items } = await space.client.entry.getMany({ query: { content_type: 'galleryPage' } })
  const [firstId] = items[0]?.fields.images?.[LOCALE].map((link: { sys: { id: string } }) => link.sys.id) ?? []
  await addPhotos('one')
  await waitFor('done')
  const [theirs, ours] = await readList()
  expect(theirs).toBe(firstId)
  expect(ours).toMatch(/^photo-/)
})

test('a full list is noticed before the file is sent', async () => {
  const page = { ...PHOTO_TYPE.page, maxItems: INITIAL_COUNT + 1 }
  const { queue, addPhotos, waitFor, readList } = await createTestQueue({ pictureType: { ...PHOTO_TYPE, page } })
  await addPhotos('one')
  await waitFor('done')
  await addPhotos('two')
  await waitFor('done', 'failed')
  expect(queue.store.getState()[1]?.problem?.message).toBe(
    'does not fit: the gallery has 4 of at most 4 pictures. Remove some of them, then retry',
  )
  expect(await readList()).toHaveLength(1)
})
