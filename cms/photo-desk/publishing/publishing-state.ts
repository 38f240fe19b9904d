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

/** What the view says: the progress or result of a publication, or a sentence about the last other action. */
export type PublishingState =
  | { readonly kind: 'running'; readonly progress: Progress }
  | { readonly kind: 'published'; readonly result: PublishResult }
  | { readonly kind: 'message'; readonly text: string }
