import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ScheduledActionProps } from 'contentful-management'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { DeskClient } from '#cms/photo-desk/space/desk-client.ts'
import { useSpacePictures, useWorkspace } from '#cms/photo-desk/space/picture-workspace.ts'
import { getAssetId, type SpaceEntry, type SpacePictures, toMap } from '#cms/photo-desk/space/space-pictures.ts'
import { checkPictures, type PictureChecks } from './check-pictures.ts'
import { formatChangeTime } from './publication-time.ts'
import { createScheduledActionsQuery, type ScheduledActions } from './scheduled-actions.ts'
import {
  findUnpublishedContent,
  getChangedIds,
  type PublishedVersions,
  type UnpublishedContent,
} from './unpublished-content.ts'

export interface PublishingData {
  readonly spacePictures: SpacePictures
  readonly content: UnpublishedContent
  readonly check: PictureChecks
  /** `undefined` while they are fetched, or if they cannot be fetched. */
  readonly scheduled: ScheduledActions | undefined
  /** Why the scheduled actions cannot be fetched: a sentence. */
  readonly scheduledError: string | undefined
  /** Pending actions on the pictures of the desk and on their page. */
  readonly ownActions: readonly ScheduledActionProps[]
  /** Says who changed an entry last and when, for example `by you, 25 Nov, 16:00`. */
  readonly describeChange: (entry: SpaceEntry) => string
  /** Whether the first requests of the view still run. Rows that are shown before would change their height. */
  readonly isLoading: boolean
}

const NO_VERSIONS: PublishedVersions = { entries: new Map(), assets: new Map() }

/** Returns what the view shows. `isPublishing`: the published versions are not fetched again meanwhile. */
export function usePublishingData(isPublishing: boolean): PublishingData {
  const { client, pictureType, sdk } = useWorkspace()
  const spacePictures = useSpacePictures()
  const { entryIds, assetIds } = getChangedIds(spacePictures)
  const versions = useQuery({
    queryKey: ['published-versions', pictureType.type, getVersionKey(spacePictures, entryIds, assetIds)],
    queryFn: () => fetchPublishedVersions(client, entryIds, assetIds),
    placeholderData: keepPreviousData,
    enabled: !isPublishing,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false, // the client has retried the requests
  })
  const scheduled = useQuery(createScheduledActionsQuery(client, getEnvironmentId(sdk.ids)))
  useSpacePicturesRefetch(scheduled.data)
  const published = versions.data ?? NO_VERSIONS
  const content = useMemo(
    () => findUnpublishedContent(spacePictures, pictureType, published),
    [spacePictures, pictureType, published],
  )
  const check = useMemo(() => checkPictures(spacePictures, pictureType), [spacePictures, pictureType])
  const names = useUserNames([spacePictures.page, ...content.pictures.map(({ entry }) => entry)])
  const isLoading = useInitialLoading(versions.isLoading || scheduled.isLoading || names.isLoading)
  const pending = scheduled.data?.pending ?? []
  const ownIds = getOwnIds(spacePictures)
  return {
    spacePictures,
    content,
    check,
    scheduled: scheduled.data,
    scheduledError: scheduled.error?.message,
    ownActions: pending.filter(({ entity }) => ownIds.has(entity.sys.id)),
    describeChange,
    isLoading,
  }

  function describeChange(entry: SpaceEntry): string {
    const id = getUserId(entry)
    const name = id === sdk.ids.user ? 'you' : (names.data?.get(id ?? '') ?? 'somebody else')
    return `by ${name}, ${formatChangeTime(entry.sys.updatedAt)}`
  }

  function getOwnIds({ page, entries }: SpacePictures): ReadonlySet<string> {
    const ownAssetIds = [...entries.values()].flatMap((entry) => getAssetId(entry, pictureType) ?? [])
    return new Set([page.sys.id, ...entries.keys(), ...ownAssetIds])
  }
}

/** Returns `true` until the first requests are done. Later requests do not hide what is shown. */
function useInitialLoading(isLoading: boolean): boolean {
  const [hasLoaded, setHasLoaded] = useState(false)
  if (!isLoading && !hasLoaded) setHasLoaded(true)
  return isLoading && !hasLoaded
}

/** Fetches the pictures again after a scheduled action has run: it has changed what is published. */
function useSpacePicturesRefetch(scheduled: ScheduledActions | undefined): void {
  const queryClient = useQueryClient()
  const previous = useRef<ScheduledActions>(undefined)
  useEffect(() => {
    const pendingIds = new Set(previous.current?.pending.map(({ sys }) => sys.id))
    previous.current = scheduled
    if (scheduled?.recent.some(({ sys }) => pendingIds.has(sys.id)))
      void queryClient.invalidateQueries({ queryKey: ['space-pictures'] })
  }, [scheduled, queryClient])
}

/** The environment of requests: its alias if the editor works with one. */
export const getEnvironmentId = (ids: { readonly environment: string; readonly environmentAlias?: string }) =>
  ids.environmentAlias ?? ids.environment

/** Identifies the published versions of these ids. */
const getVersionKey = (
  { page, entries, assets }: SpacePictures,
  entryIds: readonly string[],
  assetIds: readonly string[],
) => [
  ...entryIds.map((id) => [id, (id === page.sys.id ? page : entries.get(id))?.sys.publishedVersion]),
  ...assetIds.map((id) => [id, assets.get(id)?.sys.publishedVersion]),
]

async function fetchPublishedVersions(
  client: DeskClient,
  entryIds: readonly string[],
  assetIds: readonly string[],
): Promise<PublishedVersions> {
  const [entries, assets] = await Promise.all([
    client.readByIds(entryIds, (cma, query) => cma.entry.getPublished({ query })),
    client.readByIds(assetIds, (cma, query) => cma.asset.getPublished({ query })),
  ])
  return { entries: toMap(entries), assets: toMap(assets) }
}

/** Fetches the names of the users of the space by id, if somebody else has changed one of the entries last. */
function useUserNames(entries: readonly SpaceEntry[]) {
  const { client, sdk } = useWorkspace()
  return useQuery({
    queryKey: ['user-names'],
    enabled: entries.some((entry) => getUserId(entry) !== sdk.ids.user),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false, // only administrators may read the users of some spaces
    queryFn: async () => {
      const { items } = await client.send((cma) => cma.user.getManyForSpace({ query: { limit: 1_000 } }))
      return new Map(items.map(({ sys, firstName, lastName }) => [sys.id, `${firstName} ${lastName}`.trim()]))
    },
  })
}

const getUserId = ({ sys }: SpaceEntry): string | undefined => sys.updatedBy?.sys.id
