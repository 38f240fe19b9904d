import type { AssetProps, KeyValueMap } from 'contentful-management'
import { parseLink } from '#cms/links.ts'
import { getListedEntryIds, updatePageList } from '#cms/photo-desk/client/page-list.ts'
import { RequestError } from '#cms/photo-desk/client/request-error.ts'
import {
  changeField,
  type EntryValues,
  isSameValue,
  type SpaceAccess,
  type SpaceEntry,
} from '#cms/photo-desk/client/space-pictures.ts'
import { getValue } from '#cms/photo-desk/state/edits/entry-edit.ts'
import { isSameOrder, type PictureOrder, returnEntries } from '#cms/photo-desk/state/order/move-entries.ts'
import type { DeskPicture, SpacePicture } from '#cms/photo-desk/state/pictures/picture.ts'
import { LOCALE } from '#shared/constants.ts'
import type { PublicationContext } from './apply-picture-action.ts'

/** A value of a draft that the published one replaces, and the way back. */
export interface DiscardedValue {
  /** Resolves with a sentence about what is left to do, if something is. */
  readonly discard: () => Promise<string | undefined>
  readonly undo: () => Promise<string | undefined>
}

/** The status of a value that is not written because another one is there than the editor has seen. */
export const CHANGED_STATUS = 412

const createChangeError = () =>
  new RequestError('Somebody else has changed it meanwhile, and nothing is overwritten: look at what is there now', {
    status: CHANGED_STATUS,
  })

/** `write`: writes a value in place of the one that the editor has seen. */
const createDiscardedValue = <Value>(
  draft: Value,
  published: Value,
  write: (seen: Value, value: Value) => ReturnType<DiscardedValue['discard']>,
): DiscardedValue => ({
  discard: () => write(draft, published),
  undo: () => write(published, draft),
})

/**
 * Discards texts of a picture, or its focal point. They are written like typed texts: the browser keeps them until they are
 * saved, and a change of somebody else is a conflict.
 */
export function discardTexts(
  { edits, getSpacePictures }: Pick<PublicationContext, 'edits' | 'getSpacePictures'>,
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
  context: SpaceAccess,
  { entry, asset }: SpacePicture,
  published: { readonly entry: SpaceEntry; readonly asset: AssetProps },
): DiscardedValue {
  const { client, pictureType, updateSpacePictures } = context
  const isSameAsset = asset?.sys.id === published.asset.sys.id
  const [resource, source] = isSameAsset ? [asset, published.asset] : [entry, published.entry]
  const field = isSameAsset ? 'file' : pictureType.pictureField
  const read = ({ fields }: { readonly fields: KeyValueMap }): unknown => fields[field]?.[LOCALE]
  return createDiscardedValue(read(resource), read(source), async (seen, value) => {
    const assetId = parseLink(value)?.id
    if (assetId !== undefined) updateSpacePictures({ assets: [await client.send((cma) => cma.asset.get({ assetId }))] })
    await changeField(context, resource, field, (present) => {
      if (!isSameFile(present, seen) && !isSameFile(present, value)) throw createChangeError()
      return value
    })
    return undefined
  })
}

/** Whether two values are the same file, which is identified by its URL, or the same link. */
const isSameFile = (a: unknown, b: unknown): boolean => isSameValue(identifyFile(a), identifyFile(b))

const identifyFile = (value: unknown): unknown =>
  typeof value === 'object' && value && 'url' in value ? value.url : value

/**
 * Discards the order of the page and what was removed from its list; what was added to it stays. `undefined` if nothing
 * would change. Entries that are archived or deleted are not listed again.
 */
export function discardOrder(
  context: SpaceAccess,
  seenPage: SpaceEntry,
  publishedPage: SpaceEntry,
): DiscardedValue | undefined {
  const { getSpacePictures, pictureType } = context
  const getIds = (page: SpaceEntry) => [...new Set(getListedEntryIds(page, pictureType.page))]
  const [draft, published] = [getIds(seenPage), getIds(publishedPage)]
  const entries = getSpacePictures()?.entries
  const isListable = (id: string) => entries?.has(id) && entries.get(id)?.sys.archivedVersion === undefined
  const kept = published.filter((id) => draft.includes(id) || isListable(id))
  const order = addNew(kept, draft, published)
  if (isSameOrder(draft, order)) return undefined
  // What others have added meanwhile stays.
  return createDiscardedValue<PictureOrder>(draft, order, async (seen, ids) => {
    const known = [...seen, ...ids]
    await updatePageList(context, (listedIds) => {
      const present = [...new Set(listedIds)]
      const others = present.filter((id) => known.includes(id))
      if (isSameOrder(others, ids)) return listedIds
      if (!isSameOrder(others, seen)) throw createChangeError()
      return addNew(ids, present, known)
    })
    return undefined
  })
}

/** Returns an order with the entries of a list that are not known. */
const addNew = (order: PictureOrder, list: PictureOrder, known: PictureOrder): PictureOrder =>
  returnEntries(order, new Set(list.filter((id) => !known.includes(id))), list)
