import { expect, test } from 'vitest'
import { createContentfulClient } from './delivery-space.ts'
import { catchApiError, publishContentType, publishEntry, startTestContentful } from './test-contentful.ts'

/** The maximum length of a Text field. 150 of them exceed the response limit. */
const LONG_TEXT = 'x'.repeat(50_000)

test('rejects a response above 7 MB with its size, and returns fewer items', async () => {
  await using local = await startTestContentful()
  await publishContentType(local, { id: 'note', fields: [{ id: 'text', type: 'Text' }] })
  for (let count = 0; count < 150; count += 1) await publishEntry(local, 'note', `note-${count}`, { text: LONG_TEXT })

  const { status, message } = await catchApiError(local.client.entry.getMany({ query: { limit: 200 } }))
  expect({ status, message }).toEqual({ status: 400, message: expect.stringMatching(/^The response has 7\d{6} bytes/) })
  expect((await local.client.entry.getMany({ query: { limit: 100 } })).items).toHaveLength(100)

  const delivery = createContentfulClient(local.url)
  await expect(delivery.getEntries({ limit: 200 })).rejects.toThrow(/The response has 7\d{6} bytes/)
  expect((await delivery.getEntries({ limit: 100 })).items).toHaveLength(100)

  const {
    status: graphqlStatus,
    data,
    errors,
  } = await local.queryGraphql('{ noteCollection(limit: 150) { items { text } } }')
  expect({ graphqlStatus, data }).toEqual({ graphqlStatus: 400, data: undefined })
  expect(errors?.[0]?.extensions.contentful.code).toBe('RESPONSE_TOO_BIG')
})
