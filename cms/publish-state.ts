/** The properties of `sys` that say whether a resource is a draft, published or archived (docs/contentful.md, Versions). */
export interface PublishState {
  readonly version: number
  readonly publishedVersion?: number
  readonly firstPublishedAt?: string
  readonly archivedVersion?: number
}

/** Whether the resource is a draft, or has changed since it was published. */
export const needsPublishing = ({ version, publishedVersion }: PublishState): boolean =>
  publishedVersion === undefined || version > publishedVersion + 1

/** The state of publication. `changed`: visitors see an older version. */
export type PublicationState = 'draft' | 'changed' | 'published' | 'archived'

/** Returns the state of publication of an entry or asset. */
export function getPublicationState(sys: PublishState): PublicationState {
  if (sys.archivedVersion !== undefined) return 'archived'
  if (sys.publishedVersion === undefined) return 'draft'
  return needsPublishing(sys) ? 'changed' : 'published'
}

/**
 * Returns how an editor withdrew the resource from publication, if one did: a seed run never archives, and unpublishes
 * only what it deletes.
 */
export function getWithdrawalReason({
  archivedVersion,
  publishedVersion,
  firstPublishedAt,
}: PublishState): string | undefined {
  if (archivedVersion !== undefined) return 'an editor has archived it'
  return publishedVersion === undefined && firstPublishedAt !== undefined ? 'an editor has unpublished it' : undefined
}
