import { ENVIRONMENT, SPACE } from '#cms/local/local-space.ts'
import type { Resource } from '#cms/local/store/resources.ts'

/** A link as Contentful writes it, to anything. */
export const link = (linkType: string, id: string) => ({ sys: { type: 'Link', linkType, id } })

/** Every `sys` needs both: import crashes without (contentful.md). */
export const PLACE = { space: link('Space', SPACE), environment: link('Environment', ENVIRONMENT) } as const

/** The `sys` of anything with versions. What was never published has no word of publication. */
export function resourceSys(type: string, found: Resource<unknown>) {
  const { id, version, createdAt, updatedAt, contentType } = found
  return {
    ...PLACE,
    type,
    id,
    version,
    createdAt,
    updatedAt,
    ...(contentType === null ? {} : { contentType: link('ContentType', contentType) }),
    ...publicationOf(found),
    ...archiveOf(found),
  }
}

function publicationOf(found: Resource<unknown>) {
  const { publishedVersion, publishedAt, firstPublishedAt, publishedCounter } = found
  return {
    publishedCounter,
    ...(firstPublishedAt === null ? {} : { firstPublishedAt }),
    ...(publishedVersion === null ? {} : { publishedVersion, publishedAt }),
  }
}

const archiveOf = ({ archivedVersion, archivedAt }: Resource<unknown>) =>
  archivedVersion === null ? {} : { archivedVersion, archivedAt }
