import type { EntryProps, PlainClientAPI } from 'contentful-management'
import PQueue from 'p-queue'
import { LOCALE } from '#shared/constants.ts'

/** Requests that are sent at the same time. */
const CONCURRENCY = 8

/** Adds photos to the published gallery until it has `count`: copies of its photos with other names. */
export async function addGalleryPhotos(client: PlainClientAPI, count: number): Promise<void> {
  const { items: photos } = await client.entry.getMany({ query: { content_type: 'galleryImage', limit: 1_000 } })
  const ids = Array.from({ length: count - photos.length }, (_, index) => `extra-photo-${photos.length + index + 1}`)
  await new PQueue({ concurrency: CONCURRENCY }).addAll(
    ids.map((id, index) => async () => {
      const source = photos[index % photos.length]
      if (!source) throw new Error('The gallery has no photo to copy')
      await addPhoto(client, id, source)
    }),
  )
  const page = await getGalleryPage(client)
  const links = ids.map((id) => ({ sys: { type: 'Link', linkType: 'Entry', id } }))
  page.fields.images[LOCALE] = [...page.fields.images[LOCALE], ...links]
  const updated = await client.entry.update({ entryId: page.sys.id }, page)
  await client.entry.publish({ entryId: page.sys.id }, updated)
}

async function getGalleryPage(client: PlainClientAPI): Promise<EntryProps> {
  const [page] = (await client.entry.getMany({ query: { content_type: 'galleryPage' } })).items
  if (!page) throw new Error('The space has no gallery page')
  return page
}

async function addPhoto(client: PlainClientAPI, entryId: string, { fields }: EntryProps): Promise<void> {
  const altText = { [LOCALE]: `${fields.altText[LOCALE]} (${entryId})` }
  const entry = await client.entry.createWithId(
    { contentTypeId: 'galleryImage', entryId },
    { fields: { ...fields, altText } },
  )
  await client.entry.publish({ entryId }, entry)
}
