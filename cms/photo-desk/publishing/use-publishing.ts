import { useStore } from 'zustand'
import { useWorkspace } from '#cms/photo-desk/space/picture-workspace.ts'
import type { SpaceEntry } from '#cms/photo-desk/space/space-pictures.ts'
import { describeActionResult } from './describe-content.ts'
import { publishSelection } from './publish-selection.ts'
import type { PublishingState, PublishResult, PublishSelection } from './publishing-state.ts'

/** Publishes pictures and the page. The workspace has the state, so that other views do not end a publication. */
export function usePublishing() {
  const workspace = useWorkspace()
  const state = useStore(workspace.publishing)
  const setState = (next: PublishingState | undefined) => workspace.publishing.setState(next, true)

  /** `seenPage` is the version of the page that the editor has seen. */
  async function publish(selection: PublishSelection, seenPage: SpaceEntry): Promise<PublishResult> {
    setState({ kind: 'running', progress: { done: 0, total: 0 } })
    const result = await publishSelection(workspace, selection, seenPage, (progress) =>
      setState({ kind: 'running', progress }),
    )
    setState({ kind: 'done', text: describeActionResult(workspace.pictureType, result, 'published'), result })
    return result
  }

  return {
    state,
    isRunning: state?.kind === 'running',
    publish,
    say: (text: string) => setState({ kind: 'done', text }),
    dismiss: () => setState(undefined),
  }
}
