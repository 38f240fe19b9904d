import type { EntryProps, PlainClientAPI } from 'contentful-management'
import PQueue from 'p-queue'
import { LOCALE } from '#shared/constants.ts'

/** Changes a field of an entry and publishes it. Resolves with the previous value. */
export async function publishField(management: PlainClientAPI, entryId: string, field: string, value: unknown) {
  const entry = await management.entry.get({ entryId })
  const fields = { ...entry.fields, [field]: { [LOCALE]: value } }
  await management.entry.publish({ entryId }, await management.entry.update({ entryId }, { ...entry, fields }))
  return entry.fields[field]?.[LOCALE]
}

interface Space {
  readonly client: PlainClientAPI
}

/** Saves a field of an entry without publishing it, as the web app does while an editor types. */
export async function saveDraft({ client }: Space, entryId: string, field: string, value: unknown) {
  const entry = await client.entry.get({ entryId })
  return client.entry.update({ entryId }, { ...entry, fields: { ...entry.fields, [field]: { [LOCALE]: value } } })
}

/** Saves a field of an entry without publishing it. Returns a function that restores and publishes the entry. */
export async function saveDraftField(
  management: PlainClientAPI,
  entryId: string,
  field: string,
  value: unknown,
): Promise<() => Promise<void>> {
  const { fields } = await management.entry.get({ entryId })
  await saveDraft({ client: management }, entryId, field, value)
  return async () => {
    const { sys } = await management.entry.get({ entryId })
    await management.entry.publish({ entryId }, await management.entry.update({ entryId }, { sys, fields }))
  }
}

/** Adds a field to a content type in the space. The model in the repository does not have it. */
export async function addField({ client }: Space, contentTypeId: string, field: object) {
  const params = { contentTypeId }
  const type = await client.contentType.get(params)
  const defaults = { name: 'Own', required: false, localized: false, disabled: false, omitted: false, validations: [] }
  const fields = [...type.fields, { id: 'own', type: 'Symbol', ...defaults, ...field }]
  await client.contentType.publish(params, await client.contentType.update(params, { ...type, fields }))
}

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
