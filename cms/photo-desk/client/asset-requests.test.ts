import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LOCALE } from '#shared/constants.ts'
import { createTestCma, createTestDeskClient } from '#tests/setup/photo-desk/test-cma.ts'
import { createTestAsset, DRAFT } from '#tests/setup/photo-desk/test-pictures.ts'
import { processAsset, sendFile } from './asset-requests.ts'
import { createDeskClient } from './desk-client.ts'
import { RequestError } from './request-error.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const processed = createTestAsset('photo', DRAFT)
const { signal } = new AbortController()
const file = { [LOCALE]: { fileName: 'photo.jpg', contentType: 'image/jpeg' } }
const unprocessed = { ...processed, fields: { ...processed.fields, file } }

test.each([
  ['never begins', unprocessed],
  ['gives no response', new Promise(() => {})],
])('asks again for a processing that %s', async (_, response) => {
  let requests = 0
  const client = createTestDeskClient(({ action }) => {
    if (action !== 'get') requests += 1
    if (action === 'get') return requests > 1 ? processed : unprocessed
    return requests > 1 ? processed : response
  })
  const asset = processAsset('photo', { client, signal }, undefined)
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
  expect(await processAsset('photo', { client, signal }, unprocessed)).toEqual(processed)
  expect(actions).toEqual(['processForLocale'])
})

test.each([
  [5_000, /aborted/],
  [200_000, /within 90 seconds/],
])('waits for a file that is never processed until it is cancelled after %i ms, or 90 seconds', async (ms, message) => {
  const [client, controller] = [createTestDeskClient(() => unprocessed), new AbortController()]
  const asset = processAsset('photo', { client, signal: controller.signal }, unprocessed)
  const failure = expect(asset).rejects.toThrow(message)
  await vi.advanceTimersByTimeAsync(ms)
  controller.abort()
  await vi.advanceTimersByTimeAsync(300_000)
  await failure
})

test.each([400, 422])('a processing that is refused with %i fails unless the file is processed', async (status) => {
  const process = (found: object) => {
    const client = createTestDeskClient(({ action }) => {
      if (action !== 'get') throw new RequestError('Refused', { status })
      return found
    })
    return processAsset('photo', { client, signal }, unprocessed)
  }
  expect(await process(processed)).toEqual(processed)
  await expect(process(unprocessed)).rejects.toThrow('Refused')
})

test('waits longer for the upload of a file the larger it is', async () => {
  const respond = () => new Promise((resolve) => setTimeout(() => resolve({ sys: { id: 'upload' } }), 150_000))
  const file = Object.assign(new Blob(), { arrayBuffer: async () => new ArrayBuffer(1_000_000) })
  const client = createDeskClient(createTestCma(respond))
  const upload = sendFile(file, { client, signal })
  await vi.advanceTimersByTimeAsync(151_000)
  expect(await upload).toBe('upload')
})
