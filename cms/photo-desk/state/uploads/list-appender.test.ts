import { expect, onTestFinished, test, vi } from 'vitest'
import { getListedEntryIds } from '#cms/photo-desk/client/page-list.ts'
import { PHOTO_TYPE } from '#cms/photo-desk/client/picture-type.ts'
import type { SpaceEntry } from '#cms/photo-desk/client/space-pictures.ts'
import { createTestDeskClient } from '#tests/setup/photo-desk/test-cma.ts'
import { createTestPage, createTestPictures, PUBLISHED } from '#tests/setup/photo-desk/test-pictures.ts'
import { createListAppender } from './list-appender.ts'

test('entries of the same moment are appended with one update, in the order of the queue', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const page = createTestPage(['known'], PUBLISHED)
  const lists: unknown[] = []
  const client = createTestDeskClient<SpaceEntry>(({ action, payload }) => {
    if (action === 'update') lists.push(getListedEntryIds(payload, PHOTO_TYPE.page))
    return page
  })
  const append = createListAppender({
    client,
    pictureType: PHOTO_TYPE,
    getSpacePictures: () => undefined,
    fetchSpacePictures: async () => createTestPictures({ entries: [], page }),
    updateSpacePictures: () => {},
  })
  const appended = [append('third', 3), append('known', 0), append('first', 1)]
  await vi.advanceTimersByTimeAsync(300)
  appended.push(append('second', 2))
  await vi.advanceTimersByTimeAsync(5_000)
  expect(lists).toEqual([['known', 'first', 'second', 'third']])
  await Promise.all(appended)
})
