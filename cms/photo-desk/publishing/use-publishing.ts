import { useStore } from 'zustand'
import { useDesk } from '#cms/photo-desk/space/desk.ts'
import { getPicture, type LibraryEntry } from '#cms/photo-desk/space/library.ts'
import { checkLibrary, getPictureCheck } from './check-library.ts'
import { type ContentOutcome, type PublishRun, type PublishSelection, publishContent } from './publish-content.ts'
import { savePendingTexts } from './save-pending-texts.ts'

/** Publishes pictures and the page. The desk has the progress and the result, so that other views do not end it. */
export function usePublishing() {
  const desk = useDesk()
  const run = useStore(desk.publishRun)
  const setRun = (next: PublishRun | undefined) => desk.publishRun.setState(next, true)
  const updateRun = (change: Partial<PublishRun>) => {
    const current = desk.publishRun.getState()
    if (current) setRun({ ...current, ...change })
  }

  /** Publishes what is selected. `seenPage` is the version of the page that the editor has seen. */
  async function publish(selection: PublishSelection, seenPage: LibraryEntry): Promise<void> {
    setRun({ selection, progress: { done: 0, total: 0 }, result: undefined })
    const unsaved = await savePendingTexts(desk)
    const library = desk.getLibrary()
    if (!library) return setRun(undefined)
    const check = checkLibrary(library, desk.pictureType)
    // Texts that were typed last can have made a picture invalid.
    const refused = new Map<string, ContentOutcome>(unsaved)
    for (const id of selection.entryIds) {
      const [issue] = getPictureCheck(check, id).blocking
      if (issue && !refused.has(id)) refused.set(id, { status: 'failed', message: issue.text })
    }
    const result = await publishContent({
      client: desk.client,
      pictures: selection.entryIds.flatMap(
        (id) => (!refused.has(id) && getPicture(library, desk.pictureType, id)) || [],
      ),
      page: selection.hasPage ? seenPage : undefined,
      onChange: desk.updateLibrary,
      onProgress: (progress) => updateRun({ progress }),
    })
    const isSelected = ([id]: readonly [string, ContentOutcome]) => selection.entryIds.includes(id)
    const pictures = new Map([...result.pictures, ...[...refused].filter(isSelected)])
    updateRun({ result: { ...result, pictures } })
  }

  return { run, publish, dismiss: () => setRun(undefined) }
}
