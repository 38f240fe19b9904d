import { LOCAL_SPACE_ID } from '#local/constants.ts'
import type { StoredResource } from '#local/store/resource-table.ts'
import type { LocationSys, StoredContent } from '#local/store/store.ts'

/** A link in Contentful's format. */
export const createResourceLink = (linkType: string, id: string) => ({ sys: { type: 'Link', linkType, id } })

/** The user of every token. */
export const LOCAL_USER_ID = 'local-developer'
const USER_LINK = createResourceLink('User', LOCAL_USER_ID)

/** The `sys` properties of each resource: who created and last changed it, and when. */
export const toChangeSys = ({ id, version, createdAt, updatedAt }: StoredResource<unknown>) => ({
  id,
  version,
  createdAt,
  updatedAt,
  createdBy: USER_LINK,
  updatedBy: USER_LINK,
})

/** The `sys` of a resource of the space, which has no environment. */
export const toSpaceResourceSys = (type: string, resource: StoredResource<unknown>) => ({
  type,
  ...toChangeSys(resource),
  space: createResourceLink('Space', LOCAL_SPACE_ID),
})

/** Paths in the URN of a resource, by type. */
const URN_PATHS = { Entry: 'entries', Asset: 'assets', ContentType: 'content_types' } as const

/**
 * The `sys` of an entry, asset or content type. The publication properties are absent if it was never published.
 * Every `sys` needs links to space and environment: contentful-import crashes without them (docs/contentful.md).
 */
export function toResourceSys(
  type: keyof typeof URN_PATHS,
  resource: StoredResource<unknown>,
  locationSys: LocationSys,
) {
  const { id, contentType } = resource
  const { space, environment } = locationSys
  return {
    ...locationSys,
    type,
    ...toChangeSys(resource),
    ...(contentType === null ? {} : { contentType: createResourceLink('ContentType', contentType) }),
    ...toPublicationSys(resource),
    ...toArchiveSys(resource),
    urn: `crn:contentful:::content:spaces/${space.sys.id}/environments/${environment.sys.id}/${URN_PATHS[type]}/${id}`,
  }
}

function toPublicationSys({
  publishedVersion,
  publishedAt,
  firstPublishedAt,
  publishedCounter,
}: StoredResource<unknown>) {
  return {
    publishedCounter,
    ...(firstPublishedAt === null ? {} : { firstPublishedAt }),
    ...(publishedVersion === null ? {} : { publishedVersion, publishedAt, publishedBy: USER_LINK }),
  }
}

const toArchiveSys = ({ archivedVersion, archivedAt }: StoredResource<unknown>) =>
  archivedVersion === null ? {} : { archivedVersion, archivedAt, archivedBy: USER_LINK }

/**
 * The state of an entry or asset in each locale, as in recorded responses (contentful-management.rb,
 * entry/update_with_concepts.yml): `{ '*': { 'en-US': 'changed' } }`.
 */
export function toFieldStatus({ draft, published }: StoredResource<StoredContent>, locales: readonly string[]) {
  const getValues = (content: StoredContent, locale: string) =>
    JSON.stringify(Object.entries(content.fields).map(([name, values]) => [name, values[locale] ?? null]))
  const getStatus = (locale: string) => {
    if (!published) return 'draft'
    return getValues(draft, locale) === getValues(published, locale) ? 'published' : 'changed'
  }
  return { '*': Object.fromEntries(locales.map((locale) => [locale, getStatus(locale)])) }
}
