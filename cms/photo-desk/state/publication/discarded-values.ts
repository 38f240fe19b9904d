import type { AssetProps } from 'contentful-management'
import { repeatOnConflict } from '#cms/photo-desk/client/desk-client.ts'
import { getListedEntryIds, updatePageList } from '#cms/photo-desk/client/page-list.ts'
import {
  type EntryValues,
  getAssetId,
  isSameValue,
  type SpaceAccess,
  type SpaceEntry,
} from '#cms/photo-desk/client/space-pictures.ts'
import { getValue } from '#cms/photo-desk/state/edits/entry-edit.ts'
import type { EntryEdits } from '#cms/photo-desk/state/edits/entry-edits.ts'
import { insertAdded, isSameOrder, type PictureOrder } from '#cms/photo-desk/state/order/move-entries.ts'
import type { DeskPicture, SpacePicture } from '#cms/photo-desk/state/pictures/picture.ts'
import { LOCALE } from '#shared/constants.ts'

/** A value of a draft that the published one replaces, and the way back. */
export interface DiscardedValue {
  /** Resolves with a sentence about what is left to do, if something is. */
  readonly discard: () => Promise<string | undefined>
  readonly undo: () => Promise<string | undefined>
}

/** A value that is not written, and why: a sentence. The same attempt would end the same way. */
export class RefusedWriteError extends Error {
  override readonly name = 'RefusedWriteError'
}

const createChangeError = () =>
  new RefusedWriteError('Somebody else has changed it meanwhile, and nothing is overwritten: look at what is there now')

/** What discards need of the workspace. */
export interface DiscardContext extends SpaceAccess {
  readonly edits: EntryEdits
}

/** Writes a value in place of the one that the editor has seen. */
type WriteValue<Value> = (seen: Value, value: Value) => Promise<string | undefined>

const createDiscardedValue = <Value>(draft: Value, published: Value, write: WriteValue<Value>): DiscardedValue => ({
  discard: () => write(draft, published),
  undo: () => write(published, draft),
})

/**
 * Discards texts of a picture, or its focal point. They are written as unsaved texts, which the browser keeps until they are
 * saved, and which find what others have changed.
 */
export function discardTexts(
  { edits, getSpacePictures }: DiscardContext,
  { id, name, entry }: DeskPicture,
  published: SpaceEntry,
  fields: readonly string[],
): DiscardedValue {
  const toValues = (getFieldValue: (field: string) => string | null): EntryValues =>
    Object.fromEntries(fields.map((field) => [field, getFieldValue(field)]))
  const getCurrent = () => {
    const unsaved = edits.getValues(id)
    const saved = getSpacePictures()?.entries.get(entry?.sys.id ?? '')
    return toValues((field) => (field in unsaved ? (unsaved[field] ?? null) : getValue(saved, field)))
  }
  const publishedValues = toValues((field) => getValue(published, field))
  return createDiscardedValue(getCurrent(), publishedValues, async (seen, values) => {
    if (!isSameValue(getCurrent(), seen)) throw createChangeError()
    edits.change(id, values, name)
    await edits.save(id)
    const edit = edits.store.getState().get(id)
    if (edit?.status === 'conflict')
      return 'The same was changed elsewhere too: choose one of both, here or under Texts.'
    return edit?.error && `It is not saved yet: ${edit.error}. See Texts.`
  })
}

/** Discards the file of a picture: that of its asset, or the link to another asset. */
export function discardFile(
  context: DiscardContext,
  { entry, asset }: SpacePicture,
  published: { readonly entry: SpaceEntry; readonly asset: AssetProps },
): DiscardedValue {
  const { pictureField } = context.pictureType
  const getLink = ({ fields }: SpaceEntry): unknown => fields[pictureField]?.[LOCALE]
  if (asset?.sys.id !== published.asset.sys.id)
    return createDiscardedValue(getLink(entry), getLink(published.entry), (seen, link) =>
      writeLink(context, entry.sys.id, seen, link),
    )
  return createDiscardedValue(getFile(asset), getFile(published.asset), (seen, file) =>
    writeFile(context, asset.sys.id, seen, file),
  )
}

type AssetFile = AssetProps['fields']['file'][string] | undefined

const getFile = ({ fields }: AssetProps): AssetFile => fields.file?.[LOCALE]

async function writeFile(
  { client, updateSpacePictures }: SpaceAccess,
  assetId: string,
  seen: AssetFile,
  file: AssetFile,
): Promise<undefined> {
  await repeatOnConflict(async () => {
    const asset = await client.send((cma) => cma.asset.get({ assetId }))
    const present = getFile(asset)
    updateSpacePictures({ assets: [asset] })
    if (present?.url === file?.url) return // it is written: the response to the first attempt was lost
    if (present?.url !== seen?.url) throw createChangeError()
    const { [LOCALE]: _, ...otherLocales } = asset.fields.file ?? {}
    const fields = { ...asset.fields, file: file ? { ...otherLocales, [LOCALE]: file } : otherLocales }
    const written = await client.send((cma) => cma.asset.update({ assetId }, { ...asset, fields }))
    updateSpacePictures({ assets: [written] })
  })
}

async function writeLink(
  { client, pictureType, updateSpacePictures }: SpaceAccess,
  entryId: string,
  seen: unknown,
  link: unknown,
): Promise<undefined> {
  const { pictureField } = pictureType
  await repeatOnConflict(async () => {
    const entry = await client.send((cma) => cma.entry.get({ entryId }))
    const present: unknown = entry.fields[pictureField]?.[LOCALE]
    if (!isSameValue(present, seen) && !isSameValue(present, link)) {
      updateSpacePictures({ entries: [entry] })
      throw createChangeError()
    }
    const fields = { ...entry.fields, [pictureField]: { ...entry.fields[pictureField], [LOCALE]: link } }
    const changed = { ...entry, fields }
    const assetId = getAssetId(changed, pictureType)
    const asset = assetId === undefined ? undefined : await client.send((cma) => cma.asset.get({ assetId }))
    if (asset?.sys.archivedVersion !== undefined) throw new RefusedWriteError('Its file is archived in Contentful')
    const isWritten = isSameValue(present, link)
    const written = isWritten ? entry : await client.send((cma) => cma.entry.update({ entryId }, changed))
    updateSpacePictures({ entries: [written], assets: asset ? [asset] : [] })
  })
}

/**
 * Discards the order of the page and what was removed from its list; what was added to it stays. `undefined` if nothing
 * would change. Entries that are archived or deleted are not listed again.
 */
export function discardOrder(
  context: DiscardContext,
  seenPage: SpaceEntry,
  publishedPage: SpaceEntry,
): DiscardedValue | undefined {
  const { getSpacePictures, pictureType } = context
  const [draft, published] = [seenPage, publishedPage].map((page) => new Set(getListedEntryIds(page, pictureType.page)))
  if (!draft || !published) return undefined
  const entries = getSpacePictures()?.entries
  const isListable = (id: string) => entries?.has(id) && entries.get(id)?.sys.archivedVersion === undefined
  const kept = [...published].filter((id) => draft.has(id) || isListable(id))
  const order = insertAdded(kept, [...draft], (id) => !published.has(id))
  if (isSameOrder([...draft], order)) return undefined
  return createDiscardedValue<PictureOrder>([...draft], order, (seen, ids) => writeOrder(context, seen, ids))
}

/** Writes an order of the list. What others have added meanwhile stays. */
async function writeOrder(space: DiscardContext, seen: PictureOrder, order: PictureOrder): Promise<undefined> {
  const { client, pictureType, getSpacePictures, updateSpacePictures } = space
  const { name, maxItems } = pictureType.page
  const known = new Set([...seen, ...order])
  try {
    const page = await updatePageList(space, (listedIds) => {
      const present = [...new Set(listedIds)]
      const others = present.filter((id) => known.has(id))
      if (isSameOrder(others, order)) return listedIds
      if (!isSameOrder(others, seen)) throw createChangeError()
      const result = insertAdded(order, present, (id) => !known.has(id))
      if (result.length > maxItems)
        throw new RefusedWriteError(`The ${name} would have more than ${maxItems} pictures: remove some of them first`)
      return result
    })
    updateSpacePictures({ page })
  } catch (error) {
    const entryId = getSpacePictures()?.page.sys.id ?? ''
    if (error instanceof RefusedWriteError)
      updateSpacePictures({ page: await client.send((cma) => cma.entry.get({ entryId })) })
    throw error
  }
}
