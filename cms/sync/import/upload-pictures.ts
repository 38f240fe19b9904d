import { parse } from 'node:path'
import type { NewPicture } from '#cms/pictures/find-duplicates.ts'
import type { SpacePictures } from '#cms/pictures/page-list.ts'
import { getAssetTitle, type PictureTexts, type PictureType } from '#cms/pictures/picture-type.ts'
import { needsPublishing, type PublishState } from '#cms/publish-state.ts'
import { applyPlan } from '#cms/sync/apply/apply-plan.ts'
import { readByIds } from '#cms/sync/contentful/read-resources.ts'
import type { SpaceClient } from '#cms/sync/contentful/space-client.ts'
import { type Plan, planResources } from '#cms/sync/plan/plan.ts'
import type { ProgressReporter } from '#cms/sync/progress/progress.ts'
import { createAssetResourceType } from '#cms/sync/resources/asset-resource-type.ts'
import { toDesiredAsset } from '#cms/sync/resources/desired-resources.ts'
import type { ActualEntry } from '#cms/sync/resources/entry-resource-type.ts'
import { type ReconcileStep, type ResourceType, resourceKey } from '#cms/sync/resources/resource-type.ts'
import type { UserError } from '#shared/user-error.ts'
import { appendToPageList, publishPage, UNPUBLISHED_EDITS_REASON } from './append-to-page-list.ts'
import { createImportedEntryResourceType } from './imported-entry-resource-type.ts'
import type { PreparedPicture } from './prepare-pictures.ts'

/** A picture that is not a duplicate. */
export type NewPreparedPicture = NewPicture<PreparedPicture>

/** A new picture with its texts. */
export interface PictureWithTexts extends NewPreparedPicture {
  readonly texts: PictureTexts
}

export interface UploadResult {
  /** The reasons of pictures that were not uploaded or not published, by id. */
  readonly failures: ReadonlyMap<string, string>
  /** Whether all other pictures are published. */
  readonly isPublished: boolean
  /** Why they are not published although they should be. */
  readonly waitsFor?: string
}

interface UploadOptions {
  readonly space: SpaceClient
  readonly pictureType: PictureType
  readonly spacePictures: SpacePictures<ActualEntry>
  readonly draft: boolean
  /** Whether an editor’s unpublished changes of the page may be published too. */
  readonly canPublishEdits: boolean
  readonly progress: ProgressReporter
  readonly fatal: (error: unknown) => UserError | null
}

/**
 * Creates drafts, appends them to the list of the page, publishes them, and the page last, so that visitors see all
 * pictures at once. The next run continues an interrupted one.
 */
export async function uploadPictures(
  pictures: readonly PictureWithTexts[],
  options: UploadOptions,
): Promise<UploadResult> {
  const { space, pictureType, spacePictures, draft, canPublishEdits, fatal } = options
  try {
    const failures = await applyAndCollectFailures(await planDrafts(pictures, options), options)
    const uploadedIds = pictures.map(({ id }) => id).filter((id) => !failures.has(id))
    if (uploadedIds.length === 0) return { failures, isPublished: false }
    const appended = await appendToPageList(space, spacePictures.page, pictureType.page, uploadedIds)
    if (draft) return { failures, isPublished: false }
    if (appended.hadUnpublishedEdits && !canPublishEdits)
      return { failures, isPublished: false, waitsFor: UNPUBLISHED_EDITS_REASON }

    const publishFailures = await applyAndCollectFailures(await planPublication(uploadedIds, options), options)
    if (publishFailures.size > 0)
      return {
        failures: new Map([...failures, ...publishFailures]),
        isPublished: false,
        waitsFor: PUBLICATION_FAILED_REASON,
      }
    const waitsFor = await publishPage(space, appended.page)
    return { failures, isPublished: waitsFor === undefined, ...(waitsFor && { waitsFor }) }
  } catch (error) {
    throw fatal(error) ?? error
  }
}

const PUBLICATION_FAILED_REASON =
  'some pictures could not be published, so the page was not published either: run this again'

/** Plans the drafts of all pictures that do not have one yet. */
async function planDrafts(
  pictures: readonly PictureWithTexts[],
  { space, pictureType, spacePictures }: UploadOptions,
): Promise<Plan> {
  const newPictures = pictures.filter(({ isAwaitingPublish }) => !isAwaitingPublish)
  // Their ids are reserved for this command, so that all values of an earlier run are overwritten.
  const assetResource = withoutPublishing(createAssetResourceType(space, { force: true, prune: false }))
  const entryResource = withoutPublishing(createImportedEntryResourceType(space, pictureType))
  const desiredAssets = await Promise.all(newPictures.map((picture) => createDesiredAsset(picture, pictureType)))
  const desiredEntries = newPictures.map(({ id, texts }) => ({ id, assetId: id, texts }))
  const actualAssets = await readByIds(
    newPictures.map(({ id }) => id),
    (query) => space.client.asset.getMany({ query }),
  )
  const items = [
    ...planResources(assetResource, desiredAssets, actualAssets),
    ...planResources(entryResource, desiredEntries, spacePictures.entries),
  ]
  return [{ title: 'Drafts', items }]
}

function createDesiredAsset({ id, masterFile, name, texts }: PictureWithTexts, pictureType: PictureType) {
  if (masterFile === undefined) throw new Error(`${name} has no master`)
  const { dir, base } = parse(masterFile)
  return toDesiredAsset({ id, file: base, title: getAssetTitle(pictureType, texts) ?? name }, dir)
}

async function planPublication(ids: readonly string[], { space: { client } }: UploadOptions): Promise<Plan> {
  const { asset, entry } = client
  const assetResource = createPublishOnlyResourceType(
    { name: 'asset', read: (id) => asset.get({ assetId: id }) },
    (actual) => asset.publish({ assetId: actual.sys.id }, actual),
    () => [],
  )
  const entryResource = createPublishOnlyResourceType(
    { name: 'entry', read: (id) => entry.get({ entryId: id }) },
    (actual) => entry.publish({ entryId: actual.sys.id }, actual),
    (id) => [resourceKey('asset', id)],
  )
  const desired = ids.map((id) => ({ id }))
  const [actualAssets, actualEntries] = await Promise.all([
    readByIds(ids, (query) => asset.getMany({ query })),
    readByIds(ids, (query) => entry.getMany({ query })),
  ])
  return [
    {
      title: 'Publication',
      items: [
        ...planResources(assetResource, desired, actualAssets),
        ...planResources(entryResource, desired, actualEntries),
      ],
    },
  ]
}

/** Applies a plan. Returns the reasons of failures by id; for an entry whose asset failed, the reason of the asset. */
async function applyAndCollectFailures(
  plan: Plan,
  { progress, fatal }: UploadOptions,
): Promise<ReadonlyMap<string, string>> {
  const { failures } = await applyPlan(plan, { progress, fatal })
  return new Map(failures.toReversed().map(({ id, reason }) => [id, reason]))
}

/** Returns the same resource type without the step `publish`. */
const withoutPublishing = <Desired extends { readonly id: string }, Actual>(
  resourceType: ResourceType<Desired, Actual>,
): ResourceType<Desired, Actual> => ({
  ...resourceType,
  nextStep(desired, actual) {
    const step = resourceType.nextStep(desired, actual)
    return step?.action === 'publish' ? null : step
  },
})

interface ResourceId {
  readonly id: string
}

/** Creates a resource type that publishes existing resources unchanged. */
const createPublishOnlyResourceType = <Actual extends { readonly sys: PublishState }>(
  { name, read }: Pick<ResourceType<ResourceId, Actual>, 'name' | 'read'>,
  publish: (actual: Actual) => Promise<Actual>,
  getDependencies: (id: string) => readonly string[],
): ResourceType<ResourceId, Actual> => ({
  name,
  read,
  dependsOn: ({ id }) => getDependencies(id),
  compare: () => ({ changes: [], preserved: [] }),
  nextStep: (_, actual): ReconcileStep<Actual> | null =>
    actual && needsPublishing(actual.sys) ? { action: 'publish', run: () => publish(actual) } : null,
})
