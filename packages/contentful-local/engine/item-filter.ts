import type { ValueCondition } from '#local/store/content-table.ts'

/** A filter of a list. */
export interface ItemFilter {
  readonly matches: (item: object) => boolean
  /** Exactly the items with these ids match. */
  readonly ids?: readonly string[]
  /** All items that match meet this condition, so that the database can select by it. */
  readonly condition?: ValueCondition
}
