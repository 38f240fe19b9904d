import { isDeepStrictEqual } from 'node:util'
import { LOCAL_ENVIRONMENT_ID, LOCAL_SPACE_ID } from '#local/constants.ts'
import type { StoredResource } from '#local/store/resource-table.ts'
import type { Store, StoredContent } from '#local/store/store.ts'

/** A link in Contentful's format. */
export const createResourceLink = (linkType: string, id: string) => ({ sys: { type: 'Link', linkType, id } })

/** Every `sys` needs both: contentful-import crashes without them (docs/contentful.md). */
export const LOCAL_SPACE_SYS = {
  space: createResourceLink('Space', LOCAL_SPACE_ID),
  environment: createResourceLink('Environment', LOCAL_ENVIRONMENT_ID),
} as const

/** The location in the details of a 404. */
export const LOCAL_LOCATION = { environment: LOCAL_ENVIRONMENT_ID, space: LOCAL_SPACE_ID } as const

/** The user of every token made every change. */
export const LOCAL_USER_LINK = createResourceLink('User', 'local-developer')

/** The `sys` of a resource without publication: a locale, tag or editor interface. */
export const toResourceSys = (type: string, { id, version, createdAt, updatedAt }: StoredResource<unknown>) => ({
  ...LOCAL_SPACE_SYS,
  type,
  id,
  version,
  createdAt,
  updatedAt,
  createdBy: LOCAL_USER_LINK,
  updatedBy: LOCAL_USER_LINK,
})

/** Path segments of the resources that have a `urn`. */
const URN_PATHS = { ContentType: 'content_types', Entry: 'entries', Asset: 'assets' } as const

/** The `sys` of a resource that can be published. The publication properties are absent if it was never published. */
export function toPublishableSys(type: keyof typeof URN_PATHS, resource: StoredResource<unknown>) {
  const { id, contentType, publishedVersion, publishedAt, firstPublishedAt, archivedVersion, archivedAt } = resource
  const location = `spaces/${LOCAL_SPACE_ID}/environments/${LOCAL_ENVIRONMENT_ID}`
  return {
    ...toResourceSys(type, resource),
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
export const toContentSys = (type: 'Entry' | 'Asset', resource: StoredResource<StoredContent>, { locales }: Store) => ({
  ...toPublishableSys(type, resource),
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
