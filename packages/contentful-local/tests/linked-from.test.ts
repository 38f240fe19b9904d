import { expect, test } from 'vitest'
import { createDraftEntry, publishContentType, publishEntry, toLink } from './test-contentful.ts'
import { useSpace } from './use-space.ts'

const local = await useSpace()
const linkToTag = { type: 'Link', linkType: 'Entry', validations: [{ linkContentType: ['tag'] }] }
await publishContentType(local, { id: 'tag', fields: [{ id: 'name', type: 'Symbol' }] })
await publishContentType(local, {
  id: 'post',
  fields: [
    { id: 'title', type: 'Symbol' },
    { id: 'tag', ...linkToTag },
    { id: 'text', type: 'RichText' },
    { id: 'data', type: 'Object' },
    { id: 'secret', ...linkToTag, omitted: true },
  ],
})
const [news, other] = [toLink('Entry', 'news'), toLink('Entry', 'other')]
await publishEntry(local, 'tag', 'news', { name: 'News' })
await publishEntry(local, 'tag', 'other', { name: 'Other' })
await publishEntry(local, 'post', 'a', { title: 'A', tag: news })
const embedded = { nodeType: 'embedded-entry-block', data: { target: news }, content: [] }
const text = { nodeType: 'document', data: {}, content: [embedded] }
await publishEntry(local, 'post', 'b', { title: 'B', text })
await publishEntry(local, 'post', 'c', { title: 'C', tag: other, data: { link: news }, secret: news })
await createDraftEntry(local, 'post', 'draft', { title: 'Draft', tag: news })
const moved = await publishEntry(local, 'post', 'moved', { title: 'Moved', tag: news })
await local.client.entry.update({ entryId: 'moved' }, { ...moved, fields: { tag: { 'en-US': other } } })

test('linkedFrom lists the published entries with a link, also in a rich text, and in the preview the drafts', async () => {
  const list = async (preview: boolean) => {
    const posts = 'linkedFrom { postCollection(order: title_ASC, skip: 1, limit: 2) { total items { title } } }'
    const query = `{ tag(id: "news", preview: ${preview}) { ${posts} } }`
    return (await local.queryGraphql(query, { token: 'local-preview' })).data?.tag
  }
  const linkedFrom = (...titles: readonly string[]) => ({
    linkedFrom: { postCollection: { total: 3, items: titles.map((title) => ({ title })) } },
  })
  expect(await list(false)).toEqual(linkedFrom('B', 'Moved'))
  expect(await list(true)).toEqual(linkedFrom('B', 'Draft'))
})
