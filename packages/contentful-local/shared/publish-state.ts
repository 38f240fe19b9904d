export const PUBLISH_STATES = ['draft', 'changed', 'published', 'archived'] as const
export type PublishState = (typeof PUBLISH_STATES)[number]

interface Versions {
  readonly version: number
  readonly publishedVersion?: number | null | undefined
  readonly archivedVersion?: number | null | undefined
}

/** Derives the state from version numbers (docs/contentful.md, Versions). */
export function getPublishState({ version, publishedVersion, archivedVersion }: Versions): PublishState {
  if (archivedVersion != null) return 'archived'
  if (publishedVersion == null) return 'draft'
  return version > publishedVersion + 1 ? 'changed' : 'published'
}
