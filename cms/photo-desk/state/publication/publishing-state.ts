import type { Failures, Progress } from './change-pictures.ts'

/** The pictures, by the id of their entry, and whether the page is selected. */
export interface PublishSelection {
  readonly entryIds: readonly string[]
  readonly hasPage: boolean
}

/** What was published, except the failures. */
export interface PublishResult extends PublishSelection {
  readonly pageId: string
  readonly failures: Failures
}

/** What the view says: the progress of a publication, or a sentence about what was done last, with its result. */
export type PublishingState =
  | { readonly kind: 'running'; readonly progress: Progress }
  | {
      readonly kind: 'done'
      readonly text: string
      /** Whether it says that something is not done. */
      readonly hasFailed: boolean
      readonly result?: PublishResult
    }
