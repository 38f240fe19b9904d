import { expect, onTestFinished, test, vi } from 'vitest'
import { LOCALE } from '#shared/constants.ts'
import { createTestDeskClient } from '#tests/setup/photo-desk/test-cma.ts'
import { createTestAsset, DRAFT } from '#tests/setup/photo-desk/test-pictures.ts'
import { processAsset } from './asset-requests.ts'

const processed = createTestAsset('photo', DRAFT)
const file = { [LOCALE]: { fileName: 'photo.jpg', contentType: 'image/jpeg' } }
const unprocessed = { ...processed, fields: { ...processed.fields, file } }

test.each([
  ['never begins', unprocessed],
  ['gives no response', new Promise(() => {})],
])('asks again for a processing that %s', async (_, response) => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let requests = 0
  const client = createTestDeskClient(({ action }) => {
    if (action !== 'get') requests += 1
    if (action === 'get') return requests > 1 ? processed : unprocessed
    return requests > 1 ? processed : response
  })
  const asset = processAsset('photo', { client, signal: new AbortController().signal }, undefined)
  await vi.advanceTimersByTimeAsync(40_000)
  expect(await asset).toEqual(processed)
  expect(requests).toBe(2)
})

test('reads no asset that is known before its processing, and with the response to it', async () => {
  const actions: string[] = []
  const client = createTestDeskClient(({ action }) => {
    actions.push(action)
    return processed
  })
  expect(await processAsset('photo', { client, signal: new AbortController().signal }, unprocessed)).toEqual(processed)
  expect(actions).toEqual(['processForLocale'])
})
