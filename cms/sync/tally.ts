import type { Action, KindName } from './kind.ts'
import type { Plan, PlannedItem } from './plan.ts'

/** What became of the things of one kind. One thing may be created and published. */
export interface Counts {
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
export interface Failure {
  readonly kind: KindName
  readonly id: string
  /** On one line; what Contentful says of it, or what it waited for. */
  readonly reason: string
}

export interface Outcome {
  readonly counts: Readonly<Record<Exclude<KindName, 'preview addresses'>, Counts>> & {
    /** Where it was said which site shows drafts. */
    readonly 'preview addresses'?: Counts
  }
  readonly failures: readonly Failure[]
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
export class Tally {
  readonly #counts = {
    'content type': none(),
    'editor interface': none(),
    asset: none(),
    entry: none(),
    'preview addresses': none(),
  } satisfies Record<KindName, Counts>
  readonly #failures: Failure[] = []
  readonly #hasPreviews: boolean

  constructor(plan: Plan) {
    const items = plan.flatMap(({ items }) => items)
    this.#hasPreviews = items.some(({ kind }) => kind === 'preview addresses')
    for (const { kind, action, kept, note } of items)
      if (kept.length > 0 || note) this.#counts[kind].kept += 1
      else if (!action) this.#counts[kind].unchanged += 1
  }

  count({ kind }: PlannedItem, action: Action) {
    const column = COLUMNS[action]
    if (column) this.#counts[kind][column] += 1
  }

  fail({ kind, id }: PlannedItem, reason: string) {
    this.#counts[kind].failed += 1
    this.#failures.push({ kind, id, reason })
  }

  outcome(): Outcome {
    const { 'preview addresses': previews, ...counts } = this.#counts
    const ofPreviews = this.#hasPreviews && { 'preview addresses': previews }
    return { counts: { ...counts, ...ofPreviews }, failures: this.#failures }
  }
}

const none = () => ({ created: 0, updated: 0, published: 0, deleted: 0, unchanged: 0, kept: 0, failed: 0 })
