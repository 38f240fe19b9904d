import { createStore } from 'zustand/vanilla'
import {
  type ActionOptions,
  applyPictureAction,
  type PublicationContext,
  type PublishResult,
  type PublishSelection,
} from './apply-picture-action.ts'
import type { Progress } from './change-pictures.ts'
import { describeActionResult } from './describe-content.ts'

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

/** Creates what publishes pictures and the page. It goes on when the view is closed. */
export function createPublishing(context: PublicationContext) {
  const store = createStore<PublishingState | undefined>(() => undefined)
  const setState = (state: PublishingState | undefined) => store.setState(state, true)
  return {
    /** The running or last publication, or another action; `undefined` if there is none. */
    store,
    publish: async (
      selection: PublishSelection,
      options: Omit<ActionOptions, 'onProgress'>,
    ): Promise<PublishResult> => {
      const onProgress = (progress: Progress) => setState({ kind: 'running', progress })
      onProgress({ done: 0, total: 0 })
      const result = await applyPictureAction(context, 'publish', selection, { ...options, onProgress })
      const text = describeActionResult(context.pictureType, result, 'published')
      setState({ kind: 'done', text, hasFailed: result.failures.size > 0, result })
      return result
    },
    say: (text: string, hasFailed = false) => setState({ kind: 'done', text, hasFailed }),
    dismiss: () => setState(undefined),
  }
}
