import type { Plan, PlannedResource } from '#cms/sync/plan/plan.ts'
import {
  hasPreservedDifferences,
  type ReconcileAction,
  type ResourceTypeName,
} from '#cms/sync/resources/resource-type.ts'

/** Counts of the resources of one type. One resource can be created and published. */
export interface ResourceCounts {
  readonly created: number
  readonly updated: number
  readonly published: number
  readonly deleted: number
  readonly unchanged: number
  /** Resources with differences that the space keeps, such as changes of editors. Their other fields can be updated. */
  readonly kept: number
  readonly failed: number
}

/** A resource that was not applied. */
export interface FailedResource {
  readonly kind: ResourceTypeName
  readonly id: string
  /** One line: Contentful’s message, or the failed dependency. */
  readonly reason: string
}

export interface ApplyResult {
  readonly counts: Readonly<Record<Exclude<ResourceTypeName, 'preview addresses'>, ResourceCounts>> & {
    /** Only if the plan contains the preview environment. */
    readonly 'preview addresses'?: ResourceCounts
  }
  readonly failures: readonly FailedResource[]
}

const COUNT_BY_ACTION = {
  create: 'created',
  update: 'updated',
  process: null,
  unarchive: null,
  publish: 'published',
  delete: 'deleted',
} as const

/** Counts the applied steps and the failures of a plan. */
export class ResultCounter {
  readonly #counts = {
    'content type': createCounts(),
    'editor interface': createCounts(),
    asset: createCounts(),
    entry: createCounts(),
    'preview addresses': createCounts(),
  } satisfies Record<ResourceTypeName, ResourceCounts>
  readonly #failures: FailedResource[] = []
  readonly #includesPreviews: boolean

  constructor(plan: Plan) {
    const items = plan.flatMap(({ items }) => items)
    this.#includesPreviews = items.some(({ resourceType }) => resourceType === 'preview addresses')
    for (const item of items)
      if (hasPreservedDifferences(item)) this.#counts[item.resourceType].kept += 1
      else if (!item.action) this.#counts[item.resourceType].unchanged += 1
  }

  count({ resourceType }: PlannedResource, action: ReconcileAction) {
    const count = COUNT_BY_ACTION[action]
    if (count) this.#counts[resourceType][count] += 1
  }

  fail({ resourceType, id }: PlannedResource, reason: string) {
    this.#counts[resourceType].failed += 1
    this.#failures.push({ kind: resourceType, id, reason })
  }

  result(): ApplyResult {
    const { 'preview addresses': previews, ...counts } = this.#counts
    const previewCounts = this.#includesPreviews && { 'preview addresses': previews }
    return { counts: { ...counts, ...previewCounts }, failures: this.#failures }
  }
}

const createCounts = () => ({ created: 0, updated: 0, published: 0, deleted: 0, unchanged: 0, kept: 0, failed: 0 })
