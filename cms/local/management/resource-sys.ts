import { LOCAL_ENVIRONMENT_ID, LOCAL_SPACE_ID } from '#local/constants.ts'
import type { StoredResource } from '#local/store/resource-table.ts'

/** A link in Contentful's format. */
export const createResourceLink = (linkType: string, id: string) => ({ sys: { type: 'Link', linkType, id } })

/** Every `sys` needs both: contentful-import crashes without them (docs/contentful.md). */
export const LOCAL_SPACE_SYS = {
  space: createResourceLink('Space', LOCAL_SPACE_ID),
  environment: createResourceLink('Environment', LOCAL_ENVIRONMENT_ID),
} as const

/** The `sys` of a resource with versions. The publication properties are absent if it was never published. */
export function toResourceSys(type: string, resource: StoredResource<unknown>) {
  const { id, version, createdAt, updatedAt, contentType } = resource
  return {
    ...LOCAL_SPACE_SYS,
    type,
    id,
    version,
    createdAt,
    updatedAt,
    ...(contentType === null ? {} : { contentType: createResourceLink('ContentType', contentType) }),
    ...toPublicationSys(resource),
    ...toArchiveSys(resource),
  }
}

function toPublicationSys(resource: StoredResource<unknown>) {
  const { publishedVersion, publishedAt, firstPublishedAt, publishedCounter } = resource
  return {
    publishedCounter,
    ...(firstPublishedAt === null ? {} : { firstPublishedAt }),
    ...(publishedVersion === null ? {} : { publishedVersion, publishedAt }),
  }
}

const toArchiveSys = ({ archivedVersion, archivedAt }: StoredResource<unknown>) =>
  archivedVersion === null ? {} : { archivedVersion, archivedAt }
