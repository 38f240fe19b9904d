import type { ScheduledActionProps } from 'contentful-management'
import { createLink } from '#cms/links.ts'
import { isEntry, type SpaceAccess, type SpaceResource } from '#cms/photo-desk/client/space-pictures.ts'
import type { EntryEdit } from '#cms/photo-desk/client/stored-work.ts'
import { applyEdit } from '#cms/photo-desk/state/edits/entry-edit.ts'
import type { EntryEdits } from '#cms/photo-desk/state/edits/entry-edits.ts'
import { isDraftOrChanged, listPictures, type SpacePicture } from '#cms/photo-desk/state/pictures/picture.ts'
import {
  type ChangeOptions,
  ConflictError,
  changePictures,
  type Failure,
  type Failures,
  type PictureAction,
} from './change-pictures.ts'
import { checkPictures, findBlockingIssue } from './check-pictures.ts'
import { compareVersions } from './field-differences.ts'
import type { PublishSelectionStore } from './publish-selection.ts'
import type { ScheduledEntity } from './scheduled-actions.ts'

/** The pictures, by the id of their entry, and whether the page is selected. */
export interface PublishSelection {
  readonly entryIds: readonly string[]
  readonly hasPage: boolean
}

/** What was published, except the failures. */
export interface PublishResult extends PublishSelection {
  readonly pageId: string
  readonly failures: Failures
}

/** What actions need of the workspace. */
export interface PublicationContext extends SpaceAccess {
  readonly edits: EntryEdits
  readonly publishSelection: PublishSelectionStore
  readonly getEntryId: (key: string) => string | undefined
}

export type ActionOptions = Omit<ChangeOptions, 'space' | 'pictures' | 'isPagePublished'>

/** Does an action with a selection. A publication saves pending texts first, and leaves out what cannot be published. */
export async function applyPictureAction(
  workspace: PublicationContext,
  action: PictureAction,
  { entryIds, hasPage }: PublishSelection,
  options: ActionOptions,
): Promise<PublishResult> {
  const { pictures, refused } = await preparePictures(workspace, entryIds, action)
  const failed = await changePictures(action, { ...options, space: workspace, pictures, isPagePublished: hasPage })
  const result = { entryIds, hasPage, pageId: options.page.sys.id, failures: new Map([...failed, ...refused]) }
  workspace.publishSelection.forget(listDoneIds(result))
  return result
}

/** Returns the ids of what was done, with that of the page. */
export const listDoneIds = ({ entryIds, hasPage, pageId, failures }: PublishResult): readonly string[] =>
  [...entryIds, ...(hasPage ? [pageId] : [])].filter((id) => !failures.has(id))

/**
 * Saves pending texts, and returns the entities of a selection in the order of their publication: unpublished assets,
 * unpublished entries, then the page. Throws an error that names the first picture that cannot be published, with the reason.
 */
export async function collectEntities(
  workspace: PublicationContext,
  { entryIds, hasPage }: PublishSelection,
): Promise<readonly ScheduledEntity[]> {
  const { page, all, pictures, refused } = await preparePictures(workspace, entryIds, 'publish')
  for (const [refusedId, { message }] of refused) {
    const title = all.get(refusedId)?.title ?? `A deleted ${workspace.pictureType.name}`
    throw new Error(`“${title}” cannot be published: ${message}`)
  }
  const assets = new Set(pictures.flatMap(({ asset }) => asset ?? []))
  const unpublished = [...assets, ...pictures.map(({ entry }) => entry)].filter(isDraftOrChanged)
  return [...unpublished, ...(hasPage ? [page] : [])].map(toEntity)
}

const toEntity = (resource: SpaceResource): ScheduledEntity =>
  createLink(isEntry(resource) ? 'Entry' : 'Asset', resource.sys.id)

/**
 * Returns the entities to unpublish at a time: each entry before its asset, without assets that others use. `pending`: what
 * is scheduled. Throws an error that names the first picture that is not published by then.
 */
export function collectRemovedEntities(
  pictures: readonly SpacePicture[],
  sharedAssetIds: ReadonlySet<string>,
  pending: readonly ScheduledActionProps[],
  date: Date,
): readonly ScheduledEntity[] {
  const earlier = pending.filter(({ scheduledFor }) => Date.parse(scheduledFor.datetime) < date.getTime())
  const isPublishedBy = ({ sys: { id, type, publishedVersion } }: SpaceResource) => {
    const last = earlier.findLast(({ entity: { sys } }) => sys.id === id && sys.linkType === type)
    return last ? last.action === 'publish' : publishedVersion !== undefined
  }
  const missing = pictures.find(({ entry }) => !isPublishedBy(entry))
  if (missing) throw new Error(`“${missing.title}” is not published at this time: choose another time or deselect it`)
  const isRemoved = (asset: SpaceResource) => !sharedAssetIds.has(asset.sys.id) && isPublishedBy(asset)
  return pictures.flatMap(({ entry, asset }) => (asset && isRemoved(asset) ? [entry, asset] : [entry])).map(toEntity)
}

/** Returns the pictures to change. Before a publication it saves pending texts. `refused`: why others cannot be published. */
async function preparePictures(workspace: PublicationContext, entryIds: readonly string[], action: PictureAction) {
  const refused: Failures = action === 'publish' ? await findRefusals(workspace, entryIds) : new Map()
  const spacePictures = await workspace.fetchSpacePictures()
  const all = listPictures(spacePictures, workspace.pictureType)
  const accepted = entryIds.filter((id) => !refused.has(id))
  return { page: spacePictures.page, all, pictures: accepted.flatMap((id) => all.get(id) ?? []), refused }
}

/**
 * Saves all texts that are typed but not saved. Returns why pictures cannot be published as the editor has seen them, by the
 * id of the entry: their texts are not saved, the save has merged changes of somebody else, or what was typed last has made
 * the picture invalid.
 */
async function findRefusals(workspace: PublicationContext, entryIds: readonly string[]): Promise<Failures> {
  const { edits, getEntryId, fetchSpacePictures, pictureType } = workspace
  const { entries } = await fetchSpacePictures()
  const edited = [...edits.store.getState()].flatMap(([key, edit]) => {
    const id = getEntryId(key) ?? ''
    const seen = entries.get(id)
    return entryIds.includes(id) ? { key, id, expected: seen && (applyEdit(edit, seen) ?? seen) } : []
  })
  await edits.saveAll()
  const spacePictures = await fetchSpacePictures()
  const refusals = new Map<string, Failure>()
  const issues = checkPictures(spacePictures, pictureType)
  for (const id of entryIds) {
    const issue = findBlockingIssue(issues, id)
    if (issue) refusals.set(id, { message: issue.text })
  }
  for (const { key, id, expected } of edited) {
    const edit = edits.store.getState().get(key)
    const actual = spacePictures.entries.get(id)
    if (edit) refusals.set(id, { message: explainUnsaved(edit) })
    else if (expected && actual && compareVersions(expected, actual).length > 0)
      refusals.set(id, new ConflictError(expected, actual))
  }
  return refusals
}

const explainUnsaved = ({ status, error }: EntryEdit): string =>
  status === 'conflict'
    ? 'The same text was changed elsewhere too. Choose one of both under Texts, then publish again'
    : `A text is not saved: ${error ?? 'it was changed while it was saved. Publish again'}`
