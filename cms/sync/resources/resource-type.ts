import type { ContentType } from '#cms/model/field-definitions.ts'

/** Brings a thing one step nearer to what is wanted; answers with what the space then holds. */
export interface ReconcileStep<Held> {
  readonly action: ReconcileAction
  readonly run: () => Promise<Held>
}

export type ReconcileAction = 'create' | 'unarchive' | 'update' | 'process' | 'publish' | 'delete'

/**
 * How one kind of thing comes into a space. A thing is brought in step by step until no next step is left.
 * Each step follows from what the space holds alone: so a run that was killed anywhere is continued by the next.
 */
export interface ResourceType<Wanted extends { readonly id: string }, Held> {
  readonly name: ResourceTypeName
  readonly read: (id: string) => Promise<Held>
  readonly compare: (wanted: Wanted, held: Held | undefined) => ResourceDiff
  /** `null` when the space holds, and has published, what is wanted; what editors changed is left out of account. */
  readonly nextStep: (wanted: Wanted, held: Held | undefined) => ReconcileStep<Held> | null
  /** What must be there before, as `label` writes it. */
  readonly dependsOn: (wanted: Wanted) => readonly string[]
}

/** What the model brings, and the space may hold more of. Of entries and assets everything is read anyway. */
export interface ModelResourceType<Held> extends ResourceType<ContentType, Held> {
  /** What the space holds of these, by id. */
  readonly readMany: (ids: readonly string[]) => Promise<ReadonlyMap<string, Held>>
}

/** How what a space holds differs from what is wanted. */
export interface ResourceDiff {
  /** What seeding writes. */
  readonly changes: readonly FieldChange[]
  /** What an editor changed since the last seeding, and stays. */
  readonly preserved: readonly FieldChange[]
  /** Why it is not published, or not touched at all, where an editor wanted it so. */
  readonly note?: string | undefined
  /** Why Contentful would refuse it, with the remedy. */
  readonly blocked?: string | undefined
}

export interface FieldChange {
  readonly field: string
  readonly held: unknown
  readonly wanted: unknown
}

/** What a seeding may do. */
export interface OverwriteOptions {
  /** Editors' changes are overwritten. */
  readonly force: boolean
  /** What an earlier seeding brought and the seed no longer holds is deleted. */
  readonly prune: boolean
}

export type ResourceTypeName = 'content type' | 'editor interface' | 'asset' | 'entry' | 'preview addresses'

/** `entry hero-home`: names a thing in messages, and uniquely in a plan. */
export const resourceKey = (kind: ResourceTypeName, id: string) => `${kind} ${id}`

/** Draft, or changed since it was published (docs/contentful.md, Versions). */
export const needsPublishing = ({ version, publishedVersion }: PublishState) =>
  publishedVersion === undefined || version > publishedVersion + 1

/** Why visitors do not see it, where an editor wanted it so: seeding never archives, and unpublishes only what it deletes. */
export function getWithdrawalReason({
  archivedVersion,
  publishedVersion,
  firstPublishedAt,
}: PublishState): string | undefined {
  if (archivedVersion !== undefined) return 'an editor has archived it'
  return publishedVersion === undefined && firstPublishedAt !== undefined ? 'an editor has unpublished it' : undefined
}

export const UNPUBLISHED_DRAFT_NOTE = 'an editor’s draft of it waits to be published'

export interface PublishState {
  readonly version: number
  readonly publishedVersion?: number
  readonly firstPublishedAt?: string
  readonly archivedVersion?: number
}

/** Returns the resource keys of all links in a field value. */
export function extractLinkKeys(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(extractLinkKeys)
  if (typeof value !== 'object' || value === null) return []
  if (!('sys' in value)) return Object.values(value).flatMap(extractLinkKeys)
  const { sys } = value
  if (typeof sys !== 'object' || sys === null || !('linkType' in sys && 'id' in sys)) return []
  return [resourceKey(sys.linkType === 'Asset' ? 'asset' : 'entry', String(sys.id))]
}
