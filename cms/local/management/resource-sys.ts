import type { StoredResource } from '#cms/local/store/resource-table.ts'
import { LOCAL_ENVIRONMENT_ID, LOCAL_SPACE_ID } from '#shared/local-contentful.ts'

/** A link as Contentful writes it, to anything. */
export const createResourceLink = (linkType: string, id: string) => ({ sys: { type: 'Link', linkType, id } })

/** Every `sys` needs both: import crashes without (docs/contentful.md). */
export const LOCAL_SPACE_SYS = {
  space: createResourceLink('Space', LOCAL_SPACE_ID),
  environment: createResourceLink('Environment', LOCAL_ENVIRONMENT_ID),
} as const

/** The `sys` of anything with versions. What was never published has no word of publication. */
export function toResourceSys(type: string, found: StoredResource<unknown>) {
  const { id, version, createdAt, updatedAt, contentType } = found
  return {
    ...LOCAL_SPACE_SYS,
    type,
    id,
    version,
    createdAt,
    updatedAt,
    ...(contentType === null ? {} : { contentType: createResourceLink('ContentType', contentType) }),
    ...publicationOf(found),
    ...archiveOf(found),
  }
}

function publicationOf(found: StoredResource<unknown>) {
  const { publishedVersion, publishedAt, firstPublishedAt, publishedCounter } = found
  return {
    publishedCounter,
    ...(firstPublishedAt === null ? {} : { firstPublishedAt }),
    ...(publishedVersion === null ? {} : { publishedVersion, publishedAt }),
  }
}

const archiveOf = ({ archivedVersion, archivedAt }: StoredResource<unknown>) =>
  archivedVersion === null ? {} : { archivedVersion, archivedAt }
