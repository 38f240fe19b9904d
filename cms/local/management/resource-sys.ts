import { isDeepStrictEqual } from 'node:util'
import { LOCAL_SPACE_ID } from '#local/constants.ts'
import { createResourceLink } from '#local/links.ts'
import type { StoredResource } from '#local/store/resource-table.ts'
import type { LocationSys, Store, StoredContent } from '#local/store/store.ts'

/** The location in the details of a 404. */
export const toLocation = ({ space, environment }: LocationSys) => ({
  environment: environment.sys.id,
  space: space.sys.id,
})

/** The user of every token. */
export const LOCAL_USER_ID = 'local-developer'

/** The user of every token made every change. */
export const LOCAL_USER_LINK = createResourceLink('User', LOCAL_USER_ID)

/** The `sys` of a resource without publication. Every `sys` of an environment needs its links (docs/contentful.md). */
const toChangeSys = (type: string, { id, version, createdAt, updatedAt }: StoredResource<unknown>) => ({
  type,
  id,
  version,
  createdAt,
  updatedAt,
  createdBy: LOCAL_USER_LINK,
  updatedBy: LOCAL_USER_LINK,
})

/** The `sys` of a locale, tag or editor interface. */
export const toResourceSys = (type: string, resource: StoredResource<unknown>, locationSys: LocationSys) => ({
  ...locationSys,
  ...toChangeSys(type, resource),
})

/** The `sys` of a resource of the space, which has no environment. */
export const toSpaceResourceSys = (type: string, resource: StoredResource<unknown>) => ({
  ...toChangeSys(type, resource),
  space: createResourceLink('Space', LOCAL_SPACE_ID),
})

/** Path segments of the resources that have a `urn`. */
const URN_PATHS = { ContentType: 'content_types', Entry: 'entries', Asset: 'assets' } as const

/** The `sys` of a resource that can be published. The publication properties are absent if it was never published. */
export function toPublishableSys(
  type: keyof typeof URN_PATHS,
  resource: StoredResource<unknown>,
  locationSys: LocationSys,
) {
  const { id, contentType, publishedVersion, publishedAt, firstPublishedAt, archivedVersion, archivedAt } = resource
  const { space, environment } = toLocation(locationSys)
  const location = `spaces/${space}/environments/${environment}`
  return {
    ...toResourceSys(type, resource, locationSys),
    ...(contentType === null
      ? {}
      : { contentType: createResourceLink('ContentType', contentType), automationTags: [] }),
    publishedCounter: resource.publishedCounter,
    ...(firstPublishedAt === null ? {} : { firstPublishedAt }),
    ...(publishedVersion === null ? {} : { publishedVersion, publishedAt, publishedBy: LOCAL_USER_LINK }),
    ...(archivedVersion === null ? {} : { archivedVersion, archivedAt, archivedBy: LOCAL_USER_LINK }),
    urn: `crn:contentful:::content:${location}/${URN_PATHS[type]}/${id}`,
  }
}

/** The `sys` of an entry or asset, with the publication state of each locale. */
export const toContentSys = (
  type: 'Entry' | 'Asset',
  resource: StoredResource<StoredContent>,
  { locales, locationSys }: Store,
) => ({
  ...toPublishableSys(type, resource, locationSys),
  fieldStatus: {
    '*': Object.fromEntries(
      locales.all().map(({ draft: { code } }) => [code, getLocaleStatus(type, resource, code)] as const),
    ),
  },
})

/**
 * Each change of an asset makes all its locales `changed`. An entry's locale is `changed` if a value differs from the
 * published one (recorded: contentful-management.rb, vcr_cassettes/{asset,entry}/update_with_concepts.yml).
 */
function getLocaleStatus(type: 'Entry' | 'Asset', resource: StoredResource<StoredContent>, locale: string) {
  const { draft, published, publishedVersion, version } = resource
  if (published === null || publishedVersion === null) return 'draft'
  if (version === publishedVersion + 1) return 'published'
  if (type === 'Asset') return 'changed'
  const names = [...new Set([...Object.keys(draft.fields), ...Object.keys(published.fields)])]
  const isEqual = (name: string) => isDeepStrictEqual(draft.fields[name]?.[locale], published.fields[name]?.[locale])
  return names.every(isEqual) ? 'published' : 'changed'
}
