import { useStore } from 'zustand'
import type { SpaceEntry } from '#cms/photo-desk/client/space-pictures.ts'
import { applyPictureAction } from '#cms/photo-desk/state/publication/apply-picture-action.ts'
import type { Progress } from '#cms/photo-desk/state/publication/change-pictures.ts'
import { describeActionResult } from '#cms/photo-desk/state/publication/describe-content.ts'
import type {
  PublishingState,
  PublishResult,
  PublishSelection,
} from '#cms/photo-desk/state/publication/publishing-state.ts'
import { useWorkspace } from '#cms/photo-desk/state/workspace/picture-workspace.ts'

/** Publishes pictures and the page. The workspace has the state, so that other views do not end a publication. */
export function usePublishing() {
  const workspace = useWorkspace()
  const state = useStore(workspace.publishing)
  const setState = (next: PublishingState | undefined) => workspace.publishing.setState(next, true)

  /** `seenPage` is the version of the page that the editor has seen. */
  async function publish(selection: PublishSelection, seenPage: SpaceEntry): Promise<PublishResult> {
    setState({ kind: 'running', progress: { done: 0, total: 0 } })
    const onProgress = (progress: Progress) => setState({ kind: 'running', progress })
    const result = await applyPictureAction(workspace, 'publish', selection, { seenPage, onProgress })
    const text = describeActionResult(workspace.pictureType, result, 'published')
    setState({ kind: 'done', text, hasFailed: result.failures.size > 0, result })
    return result
  }

  return {
    state,
    isRunning: state?.kind === 'running',
    publish,
    say: (text: string, hasFailed = false) => setState({ kind: 'done', text, hasFailed }),
    dismiss: () => setState(undefined),
  }
}
