import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ScheduledActionProps } from 'contentful-management'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useDesk, useLibrary } from '#cms/photo-desk/space/desk.ts'
import type { DeskClient } from '#cms/photo-desk/space/desk-client.ts'
import { getAssetId, type Library, type LibraryEntry, toMap } from '#cms/photo-desk/space/library.ts'
import { checkLibrary, type LibraryCheck } from './check-library.ts'
import { formatChangeTime } from './publication-time.ts'
import { createScheduledActionsQuery, type ScheduledActions } from './scheduled-actions.ts'
import {
  findUnpublishedContent,
  getChangedIds,
  type PublishedVersions,
  type UnpublishedContent,
} from './unpublished-content.ts'

export interface PublishingData {
  readonly library: Library
  readonly content: UnpublishedContent
  readonly check: LibraryCheck
  /** `undefined` while they are fetched, or if they cannot be fetched. */
  readonly scheduled: ScheduledActions | undefined
  /** Why the scheduled actions cannot be fetched: a sentence. */
  readonly scheduledError: string | undefined
  /** Pending actions on the pictures of the desk and on their page. */
  readonly ownActions: readonly ScheduledActionProps[]
  /** Says who changed an entry last and when, for example `by you, 25 Nov, 16:00`. */
  readonly describeChange: (entry: LibraryEntry) => string
  /** Whether the first requests of the view still run. Rows that are shown before would change their height. */
  readonly isLoading: boolean
}

const NO_VERSIONS: PublishedVersions = { entries: new Map(), assets: new Map() }

/** Returns what the view shows. `isPublishing`: the published versions are not fetched again meanwhile. */
export function usePublishingData(isPublishing: boolean): PublishingData {
  const { client, pictureType, sdk } = useDesk()
  const library = useLibrary()
  const { entryIds, assetIds } = getChangedIds(library)
  const versions = useQuery({
    queryKey: ['published-versions', pictureType.type, getVersionKey(library, entryIds, assetIds)],
    queryFn: () => fetchPublishedVersions(client, entryIds, assetIds),
    placeholderData: keepPreviousData,
    enabled: !isPublishing,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false, // the client has retried the requests
  })
  const scheduled = useQuery(createScheduledActionsQuery(client, getEnvironmentId(sdk.ids)))
  useLibraryRefetch(scheduled.data)
  const published = versions.data ?? NO_VERSIONS
  const content = useMemo(
    () => findUnpublishedContent(library, pictureType, published),
    [library, pictureType, published],
  )
  const check = useMemo(() => checkLibrary(library, pictureType), [library, pictureType])
  const names = useUserNames([library.page, ...content.pictures.map(({ entry }) => entry)])
  const isLoading = useInitialLoading(versions.isLoading || scheduled.isLoading || names.isLoading)
  const pending = scheduled.data?.pending ?? []
  const ownIds = getOwnIds(library)
  return {
    library,
    content,
    check,
    scheduled: scheduled.data,
    scheduledError: scheduled.error?.message,
    ownActions: pending.filter(({ entity }) => ownIds.has(entity.sys.id)),
    describeChange,
    isLoading,
  }

  function describeChange(entry: LibraryEntry): string {
    const id = getUserId(entry)
    const name = id === sdk.ids.user ? 'you' : (names.data?.get(id ?? '') ?? 'somebody else')
    return `by ${name}, ${formatChangeTime(entry.sys.updatedAt)}`
  }

  function getOwnIds({ page, entries }: Library): ReadonlySet<string> {
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

/** Fetches the libraries again after a scheduled action has run: it has changed what is published. */
function useLibraryRefetch(scheduled: ScheduledActions | undefined): void {
  const queryClient = useQueryClient()
  const previous = useRef<ScheduledActions>(undefined)
  useEffect(() => {
    const pendingIds = new Set(previous.current?.pending.map(({ sys }) => sys.id))
    previous.current = scheduled
    if (scheduled?.recent.some(({ sys }) => pendingIds.has(sys.id)))
      void queryClient.invalidateQueries({ queryKey: ['library'] })
  }, [scheduled, queryClient])
}

/** The environment of requests: its alias if the editor works with one. */
export const getEnvironmentId = (ids: { readonly environment: string; readonly environmentAlias?: string }) =>
  ids.environmentAlias ?? ids.environment

/** Identifies the published versions of these ids. */
const getVersionKey = (
  { page, entries, assets }: Library,
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
function useUserNames(entries: readonly LibraryEntry[]) {
  const { client, sdk } = useDesk()
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

const getUserId = ({ sys }: LibraryEntry): string | undefined => sys.updatedBy?.sys.id
