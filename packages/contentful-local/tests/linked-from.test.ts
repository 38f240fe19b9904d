import { expect, test } from 'vitest'
import { LOCAL_TOKENS } from '#local/constants.ts'
import { startTestContentful } from './start-test-contentful.ts'

const { client, url } = await startTestContentful()

const field = { required: false, localized: false }
const types = {
  tag: [{ ...field, id: 'name', name: 'Name', type: 'Symbol' }],
  post: [
    { ...field, id: 'title', name: 'Title', type: 'Symbol' },
    { ...field, id: 'tag', name: 'Tag', type: 'Link', linkType: 'Entry', validations: [{ linkContentType: ['tag'] }] },
    { ...field, id: 'related', name: 'Related', type: 'Link', linkType: 'Entry' },
    { ...field, id: 'data', name: 'Data', type: 'Object' },
    { ...field, id: 'secret', name: 'Secret', type: 'Link', linkType: 'Entry', omitted: true },
  ],
}
for (const [contentTypeId, fields] of Object.entries(types)) {
  const type = await client.contentType.createWithId({ contentTypeId }, { name: contentTypeId, fields })
  await client.contentType.publish({ contentTypeId }, type)
}

const toTag = (id = 'news') => ({ sys: { type: 'Link', linkType: 'Entry', id } })

const create = (contentTypeId: string, entryId: string, values: object) => {
  const fields = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { 'en-US': value }]))
  return client.entry.createWithId({ contentTypeId, entryId }, { fields })
}
const publish = async (...args: Parameters<typeof create>) =>
  client.entry.publish({ entryId: args[1] }, await create(...args))

await publish('tag', 'news', { name: 'News' })
await publish('tag', 'other', { name: 'Other' })
await publish('post', 'a', { title: 'A', tag: toTag() })
await publish('post', 'b', { title: 'B', tag: toTag(), related: toTag() })
await publish('post', 'c', { title: 'C', tag: toTag('other'), data: { link: toTag() }, secret: toTag() })
await publish('post', 'related', { title: 'Related', related: toTag() })
await create('post', 'draft', { title: 'Draft', tag: toTag() })
const moved = await publish('post', 'moved', { title: 'Moved', tag: toTag() })
await client.entry.update({ entryId: 'moved' }, { ...moved, fields: { tag: { 'en-US': toTag('other') } } })

async function query(text: string, token = LOCAL_TOKENS.delivery) {
  const response = await fetch(`${url}/content/v1/spaces/local`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: text }),
  })
  return response.json()
}

const linkingTitles = (preview: boolean) =>
  query(
    `{ tag(id: "news", preview: ${preview}) { linkedFrom { postCollection(order: title_ASC) { items { title } } } } }`,
    LOCAL_TOKENS.preview,
  )

test('linkedFrom lists the published entries with a link, and in the preview the drafts', async () => {
  const toData = (...titles: readonly string[]) => ({
    data: { tag: { linkedFrom: { postCollection: { items: titles.map((title) => ({ title })) } } } },
  })
  expect(await linkingTitles(false)).toEqual(toData('A', 'B', 'Moved', 'Related'))
  expect(await linkingTitles(true)).toEqual(toData('A', 'B', 'Draft', 'Related'))
})

test('the collections of linkedFrom are sorted and paged', async () => {
  const text = `{ tagCollection(order: name_ASC) { items { name linkedFrom {
    postCollection(order: title_DESC, skip: 1, limit: 2) { total skip limit items { title } }
    entryCollection(limit: 1) { total } } } } }`
  const linkedFrom = (titles: readonly string[], total: number) => ({
    postCollection: { total, skip: 1, limit: 2, items: titles.map((title) => ({ title })) },
    entryCollection: { total },
  })
  expect(await query(text)).toEqual({
    data: {
      tagCollection: {
        items: [
          { name: 'News', linkedFrom: linkedFrom(['Moved', 'B'], 4) },
          { name: 'Other', linkedFrom: linkedFrom([], 1) },
        ],
      },
    },
  })
})
