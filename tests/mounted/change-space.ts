import type { PlainClientAPI } from 'contentful-management'
import { createLink } from '#cms/links.ts'
import { getListedEntryIds, setListedEntryIds } from '#cms/photo-desk/client/page-list.ts'
import { PHOTO_TYPE, type PictureType } from '#cms/photo-desk/client/picture-type.ts'
import { getPublicationState, type PublicationState } from '#cms/publish-state.ts'
import { LOCALE } from '#shared/constants.ts'

async function readPage(space: PlainClientAPI, { page }: PictureType = PHOTO_TYPE) {
  const { items } = await space.entry.getMany({ query: { content_type: page.type } })
  const [entry] = items
  if (!entry) throw new Error(`The space has no ${page.name}`)
  return entry
}

/** The ids of the pictures that the draft of their page lists. */
export const readListedIds = async (space: PlainClientAPI, pictureType = PHOTO_TYPE): Promise<readonly string[]> =>
  getListedEntryIds(await readPage(space, pictureType), pictureType.page)

/** Saves the list of the gallery as a draft. */
export async function saveGalleryIds(space: PlainClientAPI, ids: readonly string[]): Promise<void> {
  const gallery = await readPage(space)
  await space.entry.update({ entryId: gallery.sys.id }, setListedEntryIds(gallery, PHOTO_TYPE.page, ids))
}

/** Saves a field of the gallery as a draft. */
export const saveGalleryField = async (space: PlainClientAPI, field: string, value: unknown) =>
  saveFields(space, (await readPage(space)).sys.id, { [field]: value })

/** Saves fields of an entry as a draft, as another editor. */
export async function saveFields(space: PlainClientAPI, entryId: string, values: Readonly<Record<string, unknown>>) {
  const entry = await space.entry.get({ entryId })
  return space.entry.update({ entryId }, { ...entry, fields: { ...entry.fields, ...localize(values) } })
}

/** Gives the photographs of the gallery the texts `Text 1`, `Text 2` …, and the second one a caption. */
export async function nameTexts(space: PlainClientAPI): Promise<void> {
  for (const [index, id] of (await readListedIds(space)).entries())
    await saveFields(space, id, { altText: `Text ${index + 1}`, caption: index === 1 ? 'Caption 2' : '' })
}

const localize = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(values).map(([field, value]) => [field, { [LOCALE]: value }]))

interface DraftOptions {
  readonly altText?: string
  /** Whether it stands at the start of the gallery. Default: yes. */
  readonly isListed?: boolean
}

/** Creates the draft of a photograph that has the file of the first one of the gallery. */
export async function addDraft(space: PlainClientAPI, entryId: string, { altText, isListed = true }: DraftOptions) {
  const listedIds = await readListedIds(space)
  const photo = await readAssetId(space, listedIds[0] ?? '')
  const fields = localize({ altText, [PHOTO_TYPE.pictureField]: createLink('Asset', photo) })
  await space.entry.createWithId({ contentTypeId: PHOTO_TYPE.type, entryId }, { fields })
  if (isListed) await saveGalleryIds(space, [entryId, ...listedIds])
}

/** Adds drafts of photographs to the end of the gallery until it lists `count`. */
export async function fillGallery(space: PlainClientAPI, count: number): Promise<void> {
  const listedIds = await readListedIds(space)
  const ids = Array.from({ length: count - listedIds.length }, (_, index) => `extra-${index}`)
  await Promise.all(ids.map((id) => addDraft(space, id, { altText: `A pipe of ${id}`, isListed: false })))
  await saveGalleryIds(space, [...listedIds, ...ids])
}

/** The id of the asset of a photograph. */
export async function readAssetId(space: PlainClientAPI, entryId: string): Promise<string> {
  const { fields } = await space.entry.get({ entryId })
  return fields[PHOTO_TYPE.pictureField][LOCALE].sys.id
}

/** Takes photographs down with their files, and archives them. */
export async function archive(space: PlainClientAPI, ids: readonly string[]): Promise<void> {
  for (const entryId of ids) {
    const assetId = await readAssetId(space, entryId)
    await space.entry.unpublish({ entryId })
    await space.entry.archive({ entryId })
    await space.asset.unpublish({ assetId })
    await space.asset.archive({ assetId })
  }
}

/** The state of each entry in Contentful; `undefined` if it does not exist. */
export async function readStates(
  space: PlainClientAPI,
  ids: readonly string[],
): Promise<readonly (PublicationState | undefined)[]> {
  const { items } = await space.entry.getMany({ query: { 'sys.id[in]': ids.join(',') } })
  const states = new Map(items.map(({ sys }) => [sys.id, getPublicationState(sys)]))
  return ids.map((id) => states.get(id))
}
