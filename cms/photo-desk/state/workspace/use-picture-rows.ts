import { useMemo } from 'react'
import { useStore } from 'zustand'
import type { DeskPicture } from '#cms/photo-desk/state/pictures/picture.ts'
import { findListedRow, listOrphanedTexts, listPictureRows } from '#cms/photo-desk/state/texts/picture-rows.ts'
import { addTextAdvice } from '#cms/photo-desk/state/texts/text-advice.ts'
import { useSpacePictures, useWorkspace } from './picture-workspace.ts'

/** Returns all pictures of the space with their unsaved texts, then removed ones with texts. Suspends until they are fetched. */
export function usePictureRows(): readonly DeskPicture[] {
  const workspace = useWorkspace()
  const spacePictures = useSpacePictures()
  const uploads = useStore(workspace.uploads.store)
  const edits = useStore(workspace.edits.store)
  const { pictureType } = workspace
  return useMemo(() => {
    const rows = addTextAdvice(listPictureRows({ spacePictures, uploads, edits, pictureType }), pictureType)
    return [...rows, ...listOrphanedTexts(rows, edits, pictureType)]
  }, [spacePictures, uploads, edits, pictureType])
}

/** Returns a picture of the list by its key or the id of its entry; an archived one if the page lists it. */
export const usePictureRow = (id: string): DeskPicture | undefined => findListedRow(usePictureRows(), id)
