import type { CMAClient } from '@contentful/app-sdk'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { AssetProps, EntryProps, KeyValueMap } from 'contentful-management'
import { parseLink } from '#cms/links.ts'
import { LOCALE } from '#shared/constants.ts'
import { type DeskClient, repeatOnConflict } from './desk-client.ts'
import type { PictureType } from './picture-type.ts'

export type SpaceEntry = EntryProps<KeyValueMap>

export type SpaceResource = SpaceEntry | AssetProps

export const isEntry = (resource: SpaceResource): resource is SpaceEntry => 'contentType' in resource.sys

/** Values of fields in the locale of the site; `null` removes a value. */
export type EntryValues = Readonly<Record<string, string | null>>

/** All pictures of one type in the space, and the page that lists them. */
export interface SpacePictures {
  readonly page: SpaceEntry
  /** Entries of the pictures by id, drafts and archived ones included. */
  readonly entries: ReadonlyMap<string, SpaceEntry>
  /** The assets of the entries, and assets without an entry that an upload has left, by id. */
  readonly assets: ReadonlyMap<string, AssetProps>
}

/** The query of the pictures of the space of a picture type. It is changed with `updateSpacePictures`, and fetched again on request only. */
export function createSpacePicturesQuery(client: DeskClient, pictureType: PictureType) {
  const queryKey = ['space-pictures', pictureType.type]
  return queryOptions({
    queryKey,
    queryFn: async ({ client: queryClient }) => {
      const before: SpacePictures | undefined = queryClient.getQueryData(queryKey)
      const fetched = await fetchSpacePictures(client, pictureType)
      return mergeLocalChanges(fetched, before, queryClient.getQueryData(queryKey))
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Reads and changes the pictures of one type in the space. All parts of the desk share it. */
export type SpaceAccess = ReturnType<typeof createSpaceAccess>

/** Creates the access to the pictures of a type. They are fetched once. */
export function createSpaceAccess(client: DeskClient, queryClient: QueryClient, pictureType: PictureType) {
  const query = createSpacePicturesQuery(client, pictureType)
  return {
    client,
    pictureType,
    /** Returns the pictures of the space as they are now; `undefined` until they are fetched. */
    getSpacePictures: () => queryClient.getQueryData(query.queryKey),
    fetchSpacePictures: () => queryClient.ensureQueryData(query),
    /** Applies resources that Contentful has returned, or removed ones, to the pictures of the space. */
    updateSpacePictures: (change: SpaceChange): void => {
      queryClient.setQueryData(query.queryKey, (pictures) => pictures && applySpaceChange(pictures, change))
    },
  }
}

/** Reads the pictures of a type and the page that lists them. Throws if the page does not exist, or exists more than once. */
export async function fetchSpacePictures(client: DeskClient, pictureType: PictureType): Promise<SpacePictures> {
  const [page, entries] = await Promise.all([
    fetchPage(client, pictureType),
    client.readAll((cma, query) => cma.entry.getMany({ query: { ...query, content_type: pictureType.type } })),
  ])
  const assetIds = entries.flatMap((entry) => getAssetId(entry, pictureType) ?? [])
  const assets = await client.readByIds([...new Set(assetIds)], (cma, query) => cma.asset.getMany({ query }))
  return { page, entries: toMap(entries), assets: toMap(assets) }
}

async function fetchPage(client: DeskClient, { page: { type, name } }: PictureType): Promise<SpaceEntry> {
  const query = { content_type: type, 'sys.archivedAt[exists]': false, limit: 10 }
  const { items } = await client.send((cma) => cma.entry.getMany({ query }))
  const published = items.filter(({ sys }) => sys.publishedVersion !== undefined)
  const [page, ...others] = published.length > 0 ? published : items
  if (!page) throw new Error(`The space has no page with the ${name}. Ask the engineers to seed the space`)
  if (others.length > 0)
    throw new Error(
      `The space has several pages with the ${name} (${[page, ...others].map(({ sys }) => sys.id).join(', ')}): archive all but one`,
    )
  return page
}

/** Returns resources by their id. */
export const toMap = <Resource extends SpaceResource>(resources: readonly Resource[]) =>
  new Map(resources.map((resource) => [resource.sys.id, resource]))

/** Resources that Contentful has returned, and ids of deleted ones. */
export interface SpaceChange {
  readonly page?: SpaceEntry
  readonly entries?: readonly SpaceEntry[]
  readonly assets?: readonly AssetProps[]
  readonly deletedEntryIds?: readonly string[]
  readonly deletedAssetIds?: readonly string[]
}

const applySpaceChange = (spacePictures: SpacePictures, change: SpaceChange): SpacePictures => ({
  page: change.page ?? spacePictures.page,
  entries: applyToMap(spacePictures.entries, change.entries, change.deletedEntryIds),
  assets: applyToMap(spacePictures.assets, change.assets, change.deletedAssetIds),
})

function applyToMap<Resource extends SpaceResource>(
  resources: ReadonlyMap<string, Resource>,
  changed: readonly Resource[] = [],
  deletedIds: readonly string[] = [],
): ReadonlyMap<string, Resource> {
  if (changed.length === 0 && deletedIds.length === 0) return resources
  return new Map([...resources, ...toMap(changed)].filter(([id]) => !deletedIds.includes(id)))
}

/** The pictures that are updated with what Contentful has after each request. */
export type ChangedSpace = Omit<SpaceAccess, 'getSpacePictures'>

/** Sends a request that needs only the id of a resource, and applies the resource that Contentful returns. */
export async function sendRequest(
  space: ChangedSpace,
  resource: SpaceResource,
  request: 'get' | 'unpublish' | 'archive' | 'unarchive',
): Promise<SpaceResource> {
  const { id } = resource.sys
  const send = (cma: CMAClient): Promise<SpaceResource> =>
    isEntry(resource) ? cma.entry[request]({ entryId: id }) : cma.asset[request]({ assetId: id })
  return updateResource(space, await space.client.send(send))
}

/** Sends a version of a resource, and applies the resource that Contentful returns. */
export async function sendVersion(space: ChangedSpace, version: SpaceResource, request: 'update' | 'publish') {
  const { id } = version.sys
  const send = (cma: CMAClient): Promise<SpaceResource> =>
    isEntry(version) ? cma.entry[request]({ entryId: id }, version) : cma.asset[request]({ assetId: id }, version)
  return updateResource(space, await space.client.send(send))
}

function updateResource({ pictureType, updateSpacePictures }: ChangedSpace, resource: SpaceResource): SpaceResource {
  if (!isEntry(resource)) updateSpacePictures({ assets: [resource] })
  else if (resource.sys.contentType.sys.id === pictureType.page.type) updateSpacePictures({ page: resource })
  else updateSpacePictures({ entries: [resource] })
  return resource
}

/**
 * Changes a field in the latest version of a resource. Returns the resource, which is also updated in the space, whether or
 * not it is changed. `change` is called again after a conflict.
 */
export const changeField = (
  space: ChangedSpace,
  resource: SpaceResource,
  field: string,
  change: (present: unknown) => unknown,
): Promise<SpaceResource> =>
  repeatOnConflict(async () => {
    const latest = await sendRequest(space, resource, 'get')
    const { [field]: values }: KeyValueMap = latest.fields
    const value = change(values?.[LOCALE])
    if (isSameValue(values?.[LOCALE], value)) return latest
    const changed = { [field]: { ...values, [LOCALE]: value } }
    return isEntry(latest)
      ? sendVersion(space, { ...latest, fields: { ...latest.fields, ...changed } }, 'update')
      : sendVersion(space, { ...latest, fields: { ...latest.fields, ...changed } }, 'update')
  })

/** Returns fetched pictures with what this page has added, changed and deleted while they were fetched. */
export function mergeLocalChanges(
  fetched: SpacePictures,
  before: SpacePictures | undefined,
  known: SpacePictures | undefined,
): SpacePictures {
  if (!known) return fetched
  const merge = <Resource extends SpaceResource>(resource: Resource, knownResource: Resource | undefined) =>
    knownResource && knownResource.sys.version > resource.sys.version ? knownResource : resource
  const mergeMap = <Resource extends SpaceResource>(
    resources: ReadonlyMap<string, Resource>,
    resourcesBefore: ReadonlyMap<string, Resource> | undefined,
    knownResources: ReadonlyMap<string, Resource>,
  ) => {
    const isNew = ({ sys }: Resource) => !resourcesBefore?.has(sys.id)
    const remaining = [...resources.values()].filter(
      (resource) => knownResources.has(resource.sys.id) || isNew(resource),
    )
    const added = [...knownResources.values()].filter((resource) => !resources.has(resource.sys.id) && isNew(resource))
    return toMap([...remaining.map((resource) => merge(resource, knownResources.get(resource.sys.id))), ...added])
  }
  return {
    page: merge(fetched.page, known.page.sys.id === fetched.page.sys.id ? known.page : undefined),
    entries: mergeMap(fetched.entries, before?.entries, known.entries),
    assets: mergeMap(fetched.assets, before?.assets, known.assets),
  }
}

/** Returns the id of the asset of a picture’s entry. */
export const getAssetId = ({ fields }: Pick<SpaceEntry, 'fields'>, { pictureField }: PictureType) =>
  parseLink(fields[pictureField]?.[LOCALE])?.id

/** Returns the text of a field, or `''`. */
export function getText({ fields }: Pick<SpaceEntry, 'fields'>, field: string): string {
  const value: unknown = fields[field]?.[LOCALE]
  return typeof value === 'string' ? value : ''
}

/** Returns the texts of a picture by field; `null` for one that is empty. */
export const getTextValues = (entry: SpaceEntry, { columns }: PictureType): EntryValues =>
  Object.fromEntries(Object.values(columns).map(({ field }) => [field, getText(entry, field) || null]))

/** Whether two field values are the same; a missing value is the same as `null`. */
export const isSameValue = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** Returns the URL of a picture at a width in px, for `<img>`; `undefined` while its file is not processed. */
export function getPictureUrl(asset: AssetProps | undefined, width: number): string | undefined {
  const file = asset?.fields.file?.[LOCALE]
  if (!file?.url) return undefined
  // Without a scheme, so that the browser uses the one of the app: the local Contentful has no https.
  return file.contentType === 'image/svg+xml' ? file.url : `${file.url}?w=${width}&fm=webp&q=75`
}
