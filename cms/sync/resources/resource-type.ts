/** One request that moves a resource towards its desired state. Resolves with the new actual state. */
export interface ReconcileStep<Actual> {
  readonly action: ReconcileAction
  readonly run: () => Promise<Actual>
}

export type ReconcileAction = 'create' | 'unarchive' | 'update' | 'process' | 'publish'

/**
 * How resources of one type are read, compared and written. A resource is reconciled step by step until `nextStep`
 * returns `null`. Each step depends on the actual state only, so that the next run continues an interrupted one.
 */
export interface ResourceType<Desired extends { readonly id: string }, Actual> {
  readonly name: ResourceTypeName
  readonly read: (id: string) => Promise<Actual>
  readonly compare: (desired: Desired, actual: Actual | undefined) => ResourceDiff
  /** Returns `null` if the desired state is published, apart from editors’ changes that are preserved. */
  readonly nextStep: (desired: Desired, actual: Actual | undefined) => ReconcileStep<Actual> | null
  /** Returns the keys of the resources that must exist first. */
  readonly dependsOn: (desired: Desired) => readonly string[]
}

/** The differences between the actual and the desired state of a resource. */
export interface ResourceDiff {
  /** Fields that a seed run writes. */
  readonly changes: readonly FieldChange[]
  /** Fields that an editor has changed since the last seed run, which are not written. */
  readonly preserved: readonly FieldChange[]
  /** Why the resource is not published, or not written at all, because of an editor’s change. */
  readonly note?: string | undefined
  /** How an editor withdrew the resource that `--force` publishes again. */
  readonly withdrawal?: string | undefined
  /** Who created a resource that only the space has: an editor, or an earlier seed run. */
  readonly orphanOf?: 'editor' | 'seed'
  /** Fields of a content type that only the space has. A seed run keeps them. */
  readonly extraFields?: readonly ExtraField[] | undefined
  /** Why Contentful would reject the change, and how to fix it. */
  readonly blocked?: string | undefined
}

export interface FieldChange {
  readonly field: string
  readonly actual: unknown
  readonly desired: unknown
}

/** A field of a content type that the space has and the model has not. */
export interface ExtraField {
  readonly id: string
  /** Contentful’s field type, for example `Symbol`. */
  readonly type: string
  readonly required: boolean
}

export type ResourceTypeName = 'content type' | 'editor interface' | 'asset' | 'entry'

/** Returns the key of a resource in messages and plans, for example `entry hero-home`: the name of a link to it. */
export const resourceKey = (type: ResourceTypeName, id: string) => `${type} ${id}`

/** Note for a resource with unpublished changes of an editor. */
export const UNPUBLISHED_DRAFT_NOTE = 'it has an editor’s unpublished changes'

/**
 * Whether the actual value matches the desired one. The order of keys is ignored, `null` equals absent, and keys that
 * only the actual value has are ignored: Contentful adds its own, and so can an owner who extends the model.
 */
export function matchesDesired(actual: unknown, desired: unknown): boolean {
  if (isNullish(desired)) return isNullish(actual)
  if (Array.isArray(desired))
    return (
      Array.isArray(actual) &&
      actual.length === desired.length &&
      desired.every((item, index) => matchesDesired(actual[index], item))
    )
  if (isObject(desired))
    return isObject(actual) && Object.entries(desired).every(([key, value]) => matchesDesired(actual[key], value))
  return actual === desired
}

const isNullish = (value: unknown) => value === undefined || value === null

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
