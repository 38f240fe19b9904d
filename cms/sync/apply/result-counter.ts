import type { Plan, PlannedResource } from '#cms/sync/plan/plan.ts'
import type { ReconcileAction, ResourceTypeName } from '#cms/sync/resources/resource-type.ts'

/** What became of the things of one kind. One thing may be created and published. */
export interface ResourceCounts {
  readonly created: number
  readonly updated: number
  readonly published: number
  readonly deleted: number
  readonly unchanged: number
  /** Editors' changes that stay; the rest of such a thing may be brought up to date. */
  readonly kept: number
  readonly failed: number
}

/** A thing that did not come in. */
export interface FailedResource {
  readonly kind: ResourceTypeName
  readonly id: string
  /** On one line; what Contentful says of it, or what it waited for. */
  readonly reason: string
}

export interface ApplyResult {
  readonly counts: Readonly<Record<Exclude<ResourceTypeName, 'preview addresses'>, ResourceCounts>> & {
    /** Where it was said which site shows drafts. */
    readonly 'preview addresses'?: ResourceCounts
  }
  readonly failures: readonly FailedResource[]
}

const COLUMNS = {
  create: 'created',
  update: 'updated',
  process: null,
  unarchive: null,
  publish: 'published',
  delete: 'deleted',
} as const

/** Counts what is done while it is done. */
export class ResultCounter {
  readonly #counts = {
    'content type': none(),
    'editor interface': none(),
    asset: none(),
    entry: none(),
    'preview addresses': none(),
  } satisfies Record<ResourceTypeName, ResourceCounts>
  readonly #failures: FailedResource[] = []
  readonly #hasPreviews: boolean

  constructor(plan: Plan) {
    const items = plan.flatMap(({ items }) => items)
    this.#hasPreviews = items.some(({ resourceType }) => resourceType === 'preview addresses')
    for (const { resourceType, action, preserved, note } of items)
      if (preserved.length > 0 || note) this.#counts[resourceType].kept += 1
      else if (!action) this.#counts[resourceType].unchanged += 1
  }

  count({ resourceType }: PlannedResource, action: ReconcileAction) {
    const column = COLUMNS[action]
    if (column) this.#counts[resourceType][column] += 1
  }

  fail({ resourceType, id }: PlannedResource, reason: string) {
    this.#counts[resourceType].failed += 1
    this.#failures.push({ kind: resourceType, id, reason })
  }

  result(): ApplyResult {
    const { 'preview addresses': previews, ...counts } = this.#counts
    const ofPreviews = this.#hasPreviews && { 'preview addresses': previews }
    return { counts: { ...counts, ...ofPreviews }, failures: this.#failures }
  }
}

const none = () => ({ created: 0, updated: 0, published: 0, deleted: 0, unchanged: 0, kept: 0, failed: 0 })
