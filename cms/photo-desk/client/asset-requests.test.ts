import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LOCALE } from '#shared/constants.ts'
import { createTestCma, createTestDeskClient } from '#tests/setup/photo-desk/test-cma.ts'
import { createTestAsset, DRAFT } from '#tests/setup/photo-desk/test-pictures.ts'
import { createAsset, processAsset, replaceAssetFile, sendFile } from './asset-requests.ts'
import { createDeskClient } from './desk-client.ts'
import { RequestError } from './request-error.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const processed = createTestAsset('photo', DRAFT)
const { signal } = new AbortController()
const file = { [LOCALE]: { fileName: 'photo.jpg', contentType: 'image/jpeg' } }
const unprocessed = { ...processed, fields: { ...processed.fields, file } }

/** Throws an error of Contentful’s client. */
function fail(name: string, message: string): never {
  throw Object.assign(new Error(message), { name })
}

test.each([
  ['never begins', () => unprocessed],
  ['gives no response', () => new Promise(() => {})],
  ['ends without a result', () => fail('AssetProcessingTimeout', '')],
  ['ends without a result in the web app', () => fail('Error', 'Asset is taking longer then expected to process')],
])('asks again for a processing that %s', async (_, respond) => {
  let requests = 0
  const client = createTestDeskClient(({ action }) => {
    if (action !== 'get') requests += 1
    if (action === 'get') return requests > 1 ? processed : unprocessed
    return requests > 1 ? processed : respond()
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
  [5_000, /aborted/, { processForLocale: 1, get: 6 }],
  [200_000, /within 90 seconds/, { processForLocale: 9, get: 81 }],
])(
  'waits for a file that is never processed until it is cancelled after %i ms, or 90 seconds',
  async (ms, message, counts) => {
    const controller = new AbortController()
    const requests: Record<string, number> = {}
    const client = createTestDeskClient(({ action }) => {
      requests[action] = (requests[action] ?? 0) + 1
      return unprocessed
    })
    const asset = processAsset('photo', { client, signal: controller.signal }, unprocessed)
    const failure = expect(asset).rejects.toThrow(message)
    await vi.advanceTimersByTimeAsync(ms)
    controller.abort()
    await vi.advanceTimersByTimeAsync(300_000)
    await failure
    expect(requests).toEqual(counts)
  },
)

test.each([
  ['that is processed stays', processed, ['createWithId', 'get']],
  ['that is not processed gets the file again', unprocessed, ['createWithId', 'get', 'update']],
  ['whose file is replaced keeps its texts', processed, ['get', 'update']],
])('an existing asset %s', async (_, existing, actions) => {
  const { sys, fields } = existing
  const texts = { title: { [LOCALE]: 'A crew' }, description: { de: 'In Texas' } }
  const requests: { readonly action: string; readonly payload: unknown }[] = []
  const client = createTestDeskClient((request) => {
    requests.push(request)
    if (request.action === 'createWithId') throw new RequestError('It exists', { status: 409 })
    return { sys, fields: { ...texts, file: { ...fields.file, de: { fileName: 'de.jpg' } } } }
  })
  const prepared = { hash: '', perceptualHash: new Uint8Array(768), fileName: 'crew.jpg', contentType: 'image/jpeg' }
  const assetFile = { assetId: 'photo', file: prepared, uploadId: 'upload-1' }
  await (actions[0] === 'get'
    ? replaceAssetFile(assetFile, { client, signal })
    : createAsset(assetFile, 'A title', { client, signal }))
  const uploadFrom = { sys: { type: 'Link', linkType: 'Upload', id: 'upload-1' } }
  const sent = { [LOCALE]: { fileName: 'crew.000000.jpg', contentType: 'image/jpeg', uploadFrom } }
  const payloads = {
    createWithId: { fields: { title: { [LOCALE]: 'A title' }, description: {}, file: sent } },
    update: { sys, fields: { ...texts, file: { de: { fileName: 'de.jpg' }, ...sent } } },
  }
  const expected = actions.map((action) => ({
    action,
    payload: new Map<string, unknown>(Object.entries(payloads)).get(action),
  }))
  expect(requests.map(({ action, payload }) => ({ action, payload }))).toEqual(expected)
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
