import type { AssetProps } from 'contentful-management'
import type { DeskClient } from '#cms/photo-desk/space/desk-client.ts'
import type { SpaceChange, SpaceEntry, SpacePicture } from '#cms/photo-desk/space/space-pictures.ts'
import {
  ASSET_REQUESTS,
  ENTRY_REQUESTS,
  type PublishOutcome,
  publishResource,
  type ResourceRequests,
  type VersionConflict,
} from './publish-resource.ts'
import { isDraftOrChanged } from './unpublished-content.ts'

interface PublishOptions {
  readonly client: DeskClient
  readonly pictures: readonly SpacePicture[]
  /** `undefined`: the page is not published. */
  readonly page: SpaceEntry | undefined
  /** Called with each resource that is published, or that somebody else has changed. */
  readonly onChange: (change: SpaceChange) => void
  /** Called after each step. */
  readonly onProgress: (progress: PublishProgress) => void
}

/** How many of the assets, entries and pages are processed. */
interface PublishProgress {
  readonly done: number
  readonly total: number
}

/** `failed`: `message` says why and what to do. `conflict`: somebody else has changed the entry or its asset. */
export type ContentOutcome =
  | { readonly status: 'published' }
  | { readonly status: 'failed'; readonly message: string }
  | {
      readonly status: 'conflict'
      readonly entry?: VersionConflict<SpaceEntry>
      readonly asset?: VersionConflict<AssetProps>
    }

/** The outcome of each picture by the id of its entry, and of the page. */
export interface PublishResult {
  readonly pictures: ReadonlyMap<string, ContentOutcome>
  readonly page: ContentOutcome | undefined
}

/** The pictures, by the id of their entry, and whether the page is selected. */
export interface PublishSelection {
  readonly entryIds: readonly string[]
  readonly hasPage: boolean
}

/** A running or finished publication. */
export interface PublishRun {
  readonly selection: PublishSelection
  readonly progress: PublishProgress
  /** `undefined` while it runs. */
  readonly result: PublishResult | undefined
}

/**
 * Publishes assets, then entries, then the page, so that visitors never see a page without its pictures. A picture that
 * fails does not keep the others or the page from being published: the site leaves out what is not published.
 */
export async function publishContent(options: PublishOptions): Promise<PublishResult> {
  const { client, pictures, page, onChange, onProgress } = options
  const assets = new Map(
    pictures.flatMap(({ asset }) => (asset && isDraftOrChanged(asset) ? [[asset.sys.id, asset]] : [])),
  )
  const entries = pictures.map(({ entry }) => entry).filter(isDraftOrChanged)
  const total = assets.size + entries.length + (page ? 1 : 0)
  let done = 0
  let offlineMessage: string | undefined
  onProgress({ done, total })

  /** After the connection or the session has ended, the remaining steps fail without a request. */
  async function publishStep<Resource extends SpaceEntry | AssetProps>(
    requests: ResourceRequests<Resource>,
    resource: Resource,
  ): Promise<PublishOutcome<Resource>> {
    if (offlineMessage !== undefined) return { status: 'failed', message: offlineMessage, isOffline: true }
    const outcome = await publishResource(client, requests, resource)
    if (outcome.status === 'failed' && outcome.isOffline) offlineMessage = outcome.message
    return outcome
  }

  const assetOutcomes = new Map<string, PublishOutcome<AssetProps>>()
  async function publishAsset(asset: AssetProps): Promise<void> {
    const outcome = await publishStep(ASSET_REQUESTS, asset)
    assetOutcomes.set(asset.sys.id, outcome)
    if (outcome.status !== 'failed') onChange({ assets: [getLatest(outcome)] })
    done += 1
    onProgress({ done, total })
  }

  async function publishEntry({ entry, asset }: SpacePicture): Promise<ContentOutcome> {
    const assetOutcome = assetOutcomes.get(asset?.sys.id ?? '')
    const isAssetPublished = !assetOutcome || assetOutcome.status === 'published'
    if (!isDraftOrChanged(entry)) return toContentOutcome(undefined, assetOutcome)
    const outcome = isAssetPublished ? await publishStep(ENTRY_REQUESTS, entry) : undefined
    if (outcome && outcome.status !== 'failed') onChange({ entries: [getLatest(outcome)] })
    done += 1
    onProgress({ done, total })
    return toContentOutcome(outcome, assetOutcome)
  }

  await Promise.all([...assets.values()].map(publishAsset))
  const outcomes = await Promise.all(
    pictures.map(async (picture) => [picture.entry.sys.id, await publishEntry(picture)] as const),
  )
  const pageOutcome = page && (await publishStep(ENTRY_REQUESTS, page))
  if (pageOutcome && pageOutcome.status !== 'failed') onChange({ page: getLatest(pageOutcome) })
  if (pageOutcome) onProgress({ done: total, total })
  return { pictures: new Map(outcomes), page: pageOutcome && toContentOutcome(pageOutcome, undefined) }
}

const getLatest = <Resource>(outcome: Exclude<PublishOutcome<Resource>, { readonly status: 'failed' }>): Resource =>
  outcome.status === 'published' ? outcome.resource : outcome.actual

function toContentOutcome(
  entry: PublishOutcome<SpaceEntry> | undefined,
  asset: PublishOutcome<AssetProps> | undefined,
): ContentOutcome {
  for (const outcome of [asset, entry])
    if (outcome?.status === 'failed') return { status: 'failed', message: outcome.message }
  const conflicts = {
    ...(entry?.status === 'conflict' && { entry: { seen: entry.seen, actual: entry.actual } }),
    ...(asset?.status === 'conflict' && { asset: { seen: asset.seen, actual: asset.actual } }),
  }
  return Object.keys(conflicts).length > 0 ? { status: 'conflict', ...conflicts } : { status: 'published' }
}
