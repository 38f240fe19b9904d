import { expect, onTestFinished, test, vi } from 'vitest'
import { LOCALE } from '#shared/constants.ts'
import { createTestDeskClient } from '#tests/setup/photo-desk/test-cma.ts'
import { createTestAsset, DRAFT } from '#tests/setup/photo-desk/test-pictures.ts'
import { processAsset } from './asset-requests.ts'

test('asks again for a processing that never begins', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const processed = createTestAsset('photo', DRAFT)
  const file = { [LOCALE]: { fileName: 'photo.jpg', contentType: 'image/jpeg' } }
  let requests = 0
  const client = createTestDeskClient(({ action }) => {
    if (action !== 'get') requests += 1
    return requests > 1 ? processed : { ...processed, fields: { ...processed.fields, file } }
  })
  const asset = processAsset('photo', { client, signal: new AbortController().signal })
  await vi.advanceTimersByTimeAsync(15_000)
  expect(await asset).toEqual(processed)
  expect(requests).toBe(2)
})
