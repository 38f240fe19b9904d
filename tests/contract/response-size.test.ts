import { expect, test } from 'vitest'
import { createContentfulClient } from './delivery-space.ts'
import { catchApiError, publishEntry, startTestContentful } from './test-contentful.ts'

/** The maximum length of a Text field. 150 of them exceed the response limit. */
const LONG_TEXT = 'x'.repeat(50_000)

test('rejects a response above 7 MB with its size, and returns fewer items', async () => {
  await using local = await startTestContentful()
  const params = { contentTypeId: 'note' }
  const text = { id: 'text', name: 'Text', type: 'Text', required: false, localized: false }
  const type = await local.client.contentType.createWithId(params, { name: 'Note', fields: [text] })
  await local.client.contentType.publish(params, type)
  for (let count = 0; count < 150; count += 1) await publishEntry(local, 'note', `note-${count}`, { text: LONG_TEXT })

  const { status, message } = await catchApiError(local.client.entry.getMany({ query: { limit: 200 } }))
  expect({ status, message }).toEqual({ status: 400, message: expect.stringMatching(/^The response has 7\d{6} bytes/) })
  expect((await local.client.entry.getMany({ query: { limit: 100 } })).items).toHaveLength(100)

  const delivery = createContentfulClient(local.url)
  await expect(delivery.getEntries({ limit: 200 })).rejects.toThrow(/The response has 7\d{6} bytes/)
  expect((await delivery.getEntries({ limit: 100 })).items).toHaveLength(100)
})
