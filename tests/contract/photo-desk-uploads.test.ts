import { onlineManager } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { PHOTO_TYPE } from '#cms/photo-desk/client/picture-type.ts'
import { LOCALE } from '#shared/constants.ts'
import { INITIAL_COUNT, readListedIds } from '#tests/setup/contentful/picture-space.ts'
import { callBefore, createTestQueue, createUnreliableClient } from './test-desk.ts'

test('§10.27 §10.37 adds photographs as drafts with the texts typed meanwhile, and keeps their file names', async () => {
  const { space, edits, addPhotos, waitFor, readList, findId } = await createTestQueue()
  await addPhotos('one', 'two')
  edits.change(findId('one.jpg'), { altText: 'A welder on a pipe ', caption: '' })
  await waitFor('done', 'done')
  await expect.poll(() => edits.store.getState().size).toBe(0)
  const ids = await readList()
  const entries = await Promise.all(ids.map((entryId) => space.client.entry.get({ entryId })))
  expect(entries.map(({ fields }) => fields.altText?.[LOCALE])).toEqual(['A welder on a pipe ', undefined])
  const assets = await Promise.all(ids.map((assetId) => space.client.asset.get({ assetId })))
  expect(assets.map(({ fields }) => [fields.title[LOCALE], fields.file[LOCALE]?.fileName])).toEqual([
    ['A welder on a pipe', expect.stringMatching(/^one\.[0-9a-f]{6}\.jpg$/)],
    ['two', expect.stringMatching(/^two\.[0-9a-f]{6}\.jpg$/)],
  ])
  expect([...entries, ...assets].filter(({ sys }) => sys.publishedVersion !== undefined)).toEqual([])
})

test.each(['Upload create', 'Asset createWithId', 'Asset processForLocale', 'Entry createWithId', 'Entry update'])(
  'adds a photograph once if the response to a request is lost: %s',
  async (kind) => {
    const { addPhotos, waitFor, readList, queue } = await createTestQueue({
      intercept: (_, url) => createUnreliableClient(url, kind),
    })
    await addPhotos('one')
    await waitFor('done')
    expect(await readList()).toEqual([queue.store.getState()[0]?.entryId])
  },
)

test.each(['asset', 'entry'] as const)(
  'adds a photograph whose %s somebody else deletes meanwhile again',
  async (type) => {
    let isDeleted = false
    const { space, addPhotos, waitFor, readList, queue } = await createTestQueue({
      intercept: ({ asset, entry }) => ({
        asset: {
          processForLocale: callBefore(asset.processForLocale, async (...args) => {
            if (type === 'asset' && !isDeleted) await asset.delete({ assetId: args[1].sys.id })
            isDeleted ||= type === 'asset'
          }),
        },
        entry: {
          update: callBefore(entry.update, async () => {
            if (isDeleted) return
            isDeleted = true
            await entry.delete({ entryId: queue.store.getState()[0]?.entryId ?? '' })
            throw new Error(JSON.stringify({ status: 422, message: 'Not valid' }))
          }),
        },
      }),
    })
    await addPhotos('one')
    await waitFor('failed')
    queue.resume(queue.store.getState().map(({ id }) => id))
    await waitFor('done')
    const [id = ''] = await readList()
    expect((await space.client.asset.get({ assetId: id })).fields.file[LOCALE]?.url).toBeDefined()
    expect((await space.client.entry.get({ entryId: id })).sys.id).toBe(id)
  },
)

test('stops all uploads when the space is full', async () => {
  const body = { status: 403, message: 'Forbidden', details: { reasons: ['usageExceeded'] } }
  let isFull = true
  const { queue, addPhotos, waitFor } = await createTestQueue({
    intercept: ({ asset }) => ({
      asset: {
        createWithId: callBefore(asset.createWithId, () => {
          if (isFull) throw new Error(JSON.stringify(body))
        }),
      },
    }),
  })
  await addPhotos('one', 'two')
  await expect.poll(() => queue.status.getState().problem).toMatch(/^The space is full/)
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
        update: callBefore(entry.update, async (...[params]) => {
          if (isChanged) return
          isChanged = true
          const page = await entry.get(params)
          const links = page.fields.images[LOCALE]
          await entry.update(params, {
            ...page,
            fields: { ...page.fields, images: { [LOCALE]: [...links, links[0]] } },
          })
        }),
      },
    }),
  })
  const [firstId] = await readListedIds(space)
  await addPhotos('one')
  await waitFor('done')
  expect(await readList()).toEqual([firstId, expect.stringMatching(/^photo-/)])
})

test('§10.17 a full list is noticed before the file is sent', async () => {
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
