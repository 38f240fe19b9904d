import { useStore } from 'zustand'
import { useWorkspace } from '#cms/photo-desk/space/picture-workspace.ts'
import { getPicture, type SpaceEntry } from '#cms/photo-desk/space/space-pictures.ts'
import { checkPictures, getPictureCheck } from './check-pictures.ts'
import { type ContentOutcome, type PublishRun, type PublishSelection, publishContent } from './publish-content.ts'
import { savePendingTexts } from './save-pending-texts.ts'

/** Publishes pictures and the page. The workspace has the progress and the result, so that other views do not end it. */
export function usePublishing() {
  const workspace = useWorkspace()
  const run = useStore(workspace.publishRun)
  const setRun = (next: PublishRun | undefined) => workspace.publishRun.setState(next, true)
  const updateRun = (change: Partial<PublishRun>) => {
    const current = workspace.publishRun.getState()
    if (current) setRun({ ...current, ...change })
  }

  /** Publishes what is selected. `seenPage` is the version of the page that the editor has seen. */
  async function publish(selection: PublishSelection, seenPage: SpaceEntry): Promise<void> {
    setRun({ selection, progress: { done: 0, total: 0 }, result: undefined })
    const unsaved = await savePendingTexts(workspace)
    const spacePictures = workspace.getSpacePictures()
    if (!spacePictures) return setRun(undefined)
    const check = checkPictures(spacePictures, workspace.pictureType)
    // Texts that were typed last can have made a picture invalid.
    const refused = new Map<string, ContentOutcome>(unsaved)
    for (const id of selection.entryIds) {
      const [issue] = getPictureCheck(check, id).blocking
      if (issue && !refused.has(id)) refused.set(id, { status: 'failed', message: issue.text })
    }
    const result = await publishContent({
      client: workspace.client,
      pictures: selection.entryIds.flatMap(
        (id) => (!refused.has(id) && getPicture(spacePictures, workspace.pictureType, id)) || [],
      ),
      page: selection.hasPage ? seenPage : undefined,
      onChange: workspace.updateSpacePictures,
      onProgress: (progress) => updateRun({ progress }),
    })
    const isSelected = ([id]: readonly [string, ContentOutcome]) => selection.entryIds.includes(id)
    const pictures = new Map([...result.pictures, ...[...refused].filter(isSelected)])
    updateRun({ result: { ...result, pictures } })
  }

  return { run, publish, dismiss: () => setRun(undefined) }
}
