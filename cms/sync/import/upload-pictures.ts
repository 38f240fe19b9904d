import { parse } from 'node:path'
import { applyPlan } from '#cms/sync/apply/apply-plan.ts'
import { readByIds } from '#cms/sync/contentful/read-resources.ts'
import type { SpaceClient } from '#cms/sync/contentful/space-client.ts'
import { type Plan, planResources } from '#cms/sync/plan/plan.ts'
import type { ProgressReporter } from '#cms/sync/progress/progress.ts'
import { createAssetResourceType } from '#cms/sync/resources/asset-resource-type.ts'
import { toDesiredAsset } from '#cms/sync/resources/desired-resources.ts'
import {
  needsPublishing,
  type PublishState,
  type ReconcileStep,
  type ResourceType,
  resourceKey,
} from '#cms/sync/resources/resource-type.ts'
import type { UserError } from '#shared/user-error.ts'
import type { NewPicture } from './find-duplicates.ts'
import { createImportedEntryResourceType } from './imported-entry-resource-type.ts'
import { appendToPageList, publishPage, UNPUBLISHED_EDITS_REASON } from './page-list.ts'
import { getAssetTitle, type PictureTexts, type PictureType } from './picture-type.ts'
import type { SpacePictures } from './read-space-pictures.ts'

/** A new picture with its texts. */
export interface PictureWithTexts extends NewPicture {
  readonly texts: PictureTexts
}

export interface UploadResult {
  /** Why a picture did not come in, or was not published, by its id. */
  readonly failures: ReadonlyMap<string, string>
  /** Visitors see what has not failed. */
  readonly isPublished: boolean
  /** Why they do not, where they should. */
  readonly waitsFor?: string
}

interface Options {
  readonly space: SpaceClient
  readonly kind: PictureType
  readonly held: SpacePictures
  readonly draft: boolean
  /** An editor's unpublished changes of the page may be published with it. */
  readonly withOthersChanges: boolean
  readonly progress: ProgressReporter
  readonly fatal: (error: unknown) => UserError | null
}

/**
 * Brings pictures in as drafts, appends them to the page's list, publishes them, and the page last: until then no
 * visitor sees any of them. A run that is killed anywhere is gone on with by the next.
 */
export async function uploadPictures(pictures: readonly PictureWithTexts[], options: Options): Promise<UploadResult> {
  const { space, kind, held, draft, withOthersChanges, fatal } = options
  try {
    const failures = await carriedOut(await draftsOf(pictures, options), options)
    const arrived = pictures.map(({ id }) => id).filter((id) => !failures.has(id))
    if (arrived.length === 0) return { failures, isPublished: false }
    const { page, hadUnpublishedEdits } = await appendToPageList(space, held.page, kind.page, arrived)
    if (draft) return { failures, isPublished: false }
    if (hadUnpublishedEdits && !withOthersChanges)
      return { failures, isPublished: false, waitsFor: UNPUBLISHED_EDITS_REASON }

    const unpublished = await carriedOut(await publicationOf(arrived, options), options)
    if (unpublished.size > 0)
      return { failures: new Map([...failures, ...unpublished]), isPublished: false, waitsFor: PUBLICATION_FAILED }
    const waitsFor = await publishPage(space, page)
    return { failures, isPublished: waitsFor === undefined, ...(waitsFor && { waitsFor }) }
  } catch (error) {
    throw fatal(error) ?? error
  }
}

const PUBLICATION_FAILED = 'part of it could not be published, so the page was not: run this again'

/** What waits is there already, as drafts. */
async function draftsOf(pictures: readonly PictureWithTexts[], { space, kind, held }: Options): Promise<Plan> {
  const missing = pictures.filter(({ isAwaitingPublish }) => !isAwaitingPublish)
  // By their ids they are this command's own: whatever became of them, they are to be as somebody asks now.
  const ofAssets = withoutPublishing(createAssetResourceType(space, { force: true, prune: false }))
  const ofEntries = withoutPublishing(createImportedEntryResourceType(space, kind))
  const wantedAssets = await Promise.all(missing.map((picture) => assetOf(picture, kind)))
  const wantedEntries = missing.map(({ id, texts }) => ({ id, assetId: id, texts }))
  const heldAssets = await readByIds(
    missing.map(({ id }) => id),
    (query) => space.client.asset.getMany({ query }),
  )
  const items = [
    ...planResources(ofAssets, wantedAssets, heldAssets),
    ...planResources(ofEntries, wantedEntries, held.entries),
  ]
  return [{ title: 'Drafts', items }]
}

function assetOf({ id, file, name, texts }: PictureWithTexts, kind: PictureType) {
  if (file === undefined) throw new Error(`No master was made of ${name}`)
  const { dir, base } = parse(file)
  return toDesiredAsset({ id, file: base, title: getAssetTitle(kind, texts) ?? name }, dir)
}

async function publicationOf(ids: readonly string[], { space: { client } }: Options): Promise<Plan> {
  const { asset, entry } = client
  const ofAssets = createPublishOnlyResourceType(
    { name: 'asset', read: (id) => asset.get({ assetId: id }) },
    (held) => asset.publish({ assetId: held.sys.id }, held),
    () => [],
  )
  const ofEntries = createPublishOnlyResourceType(
    { name: 'entry', read: (id) => entry.get({ entryId: id }) },
    (held) => entry.publish({ entryId: held.sys.id }, held),
    (id) => [resourceKey('asset', id)],
  )
  const things = ids.map((id) => ({ id }))
  const [heldAssets, heldEntries] = await Promise.all([
    readByIds(ids, (query) => asset.getMany({ query })),
    readByIds(ids, (query) => entry.getMany({ query })),
  ])
  return [
    {
      title: 'Publication',
      items: [...planResources(ofAssets, things, heldAssets), ...planResources(ofEntries, things, heldEntries)],
    },
  ]
}

/** Why what failed did so, by id: of an entry whose asset failed, the asset's reason. */
async function carriedOut(plan: Plan, { progress, fatal }: Options): Promise<ReadonlyMap<string, string>> {
  const { failures } = await applyPlan(plan, { progress, fatal })
  return new Map(failures.toReversed().map(({ id, reason }) => [id, reason]))
}

/** The same, but nothing is published. */
const withoutPublishing = <Wanted extends { readonly id: string }, Held>(
  kind: ResourceType<Wanted, Held>,
): ResourceType<Wanted, Held> => ({
  ...kind,
  nextStep(wanted, held) {
    const step = kind.nextStep(wanted, held)
    return step?.action === 'publish' ? null : step
  },
})

interface ById {
  readonly id: string
}

/** Publishes what is there, as it is. */
const createPublishOnlyResourceType = <Held extends { readonly sys: PublishState }>(
  { name, read }: Pick<ResourceType<ById, Held>, 'name' | 'read'>,
  publish: (held: Held) => Promise<Held>,
  needs: (id: string) => readonly string[],
): ResourceType<ById, Held> => ({
  name,
  read,
  dependsOn: ({ id }) => needs(id),
  compare: () => ({ changes: [], preserved: [] }),
  nextStep: (_, held): ReconcileStep<Held> | null =>
    held && needsPublishing(held.sys) ? { action: 'publish', run: () => publish(held) } : null,
})
