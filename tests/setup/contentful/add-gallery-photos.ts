import type { EntryProps, PlainClientAPI } from 'contentful-management'
import { LOCALE } from '#shared/constants.ts'

/** Requests that are sent at the same time. */
const CONCURRENCY = 8

/** Adds photos to the published gallery until it has `count`: copies of its photos with other names. Returns their ids. */
export async function addGalleryPhotos(client: PlainClientAPI, count: number): Promise<readonly string[]> {
  const { items: photos } = await client.entry.getMany({ query: { content_type: 'galleryImage', limit: 1_000 } })
  const ids = Array.from({ length: count - photos.length }, (_, index) => `extra-photo-${photos.length + index + 1}`)
  const remaining = [...ids.entries()]
  const addRemaining = async () => {
    for (let next = remaining.shift(); next; next = remaining.shift()) {
      const [index, id] = next
      const source = photos[index % photos.length]
      if (!source) throw new Error('The gallery has no photo to copy')
      await addPhoto(client, id, source)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, addRemaining))
  const [page] = (await client.entry.getMany({ query: { content_type: 'galleryPage' } })).items
  if (!page) throw new Error('The space has no gallery page')
  const links = ids.map((id) => ({ sys: { type: 'Link', linkType: 'Entry', id } }))
  page.fields.images[LOCALE] = [...page.fields.images[LOCALE], ...links]
  const updated = await client.entry.update({ entryId: page.sys.id }, page)
  await client.entry.publish({ entryId: page.sys.id }, updated)
  return ids
}

async function addPhoto(client: PlainClientAPI, entryId: string, { fields }: EntryProps): Promise<void> {
  const altText = { [LOCALE]: `${fields.altText[LOCALE]} (${entryId})` }
  const entry = await client.entry.createWithId(
    { contentTypeId: 'galleryImage', entryId },
    { fields: { ...fields, altText } },
  )
  await client.entry.publish({ entryId }, entry)
}
