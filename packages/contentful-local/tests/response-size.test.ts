import { expect, test } from 'vitest'
import { createContentfulClient } from './delivery-space.ts'
import { startSpace } from './start-space.ts'
import { catchApiError, publishContentType, publishEntry } from './test-contentful.ts'

/** 9 of them exceed the response limit. */
const LARGE = { text: 'x'.repeat(850_000) }

test('rejects a response above 7 MB with its size, and returns fewer items', async () => {
  await using local = await startSpace()
  await publishContentType(local, { id: 'note', fields: [{ id: 'data', type: 'Object' }] })
  for (let count = 0; count < 9; count += 1) await publishEntry(local, 'note', `note-${count}`, { data: LARGE })

  const { status, message } = await catchApiError(local.client.entry.getMany({ query: { limit: 9 } }))
  expect({ status, message }).toEqual({ status: 400, message: expect.stringMatching(/^The response has 7\d{6} bytes/) })
  expect((await local.client.entry.getMany({ query: { limit: 8 } })).items).toHaveLength(8)

  const delivery = createContentfulClient(local.url)
  await expect(delivery.getEntries({ limit: 9 })).rejects.toThrow(/The response has 7\d{6} bytes/)
  expect((await delivery.getEntries({ limit: 8 })).items).toHaveLength(8)

  expect(await local.queryGraphql('{ noteCollection(limit: 9) { items { data } } }')).toMatchObject({
    status: 400,
    errors: [{ extensions: { contentful: { code: 'RESPONSE_TOO_BIG' } } }],
  })
})
