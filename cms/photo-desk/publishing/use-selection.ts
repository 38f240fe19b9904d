import { useState } from 'react'
import type { SpacePictures } from '#cms/photo-desk/space/space-pictures.ts'
import { getPictureCheck, type PictureChecks } from './check-pictures.ts'
import type { PublishSelection } from './publish-content.ts'
import type { UnpublishedContent } from './unpublished-content.ts'

interface SelectionOptions {
  readonly spacePictures: SpacePictures
  readonly content: UnpublishedContent
  readonly check: PictureChecks
}

/** Keeps which pictures and whether the page are published: all that can be, except what the editor deselects. */
export function useSelection({ spacePictures, content, check }: SelectionOptions) {
  const [deselectedIds, setDeselectedIds] = useState<ReadonlySet<string>>(new Set())
  const isSelected = (id: string) => !deselectedIds.has(id)
  const pageId = spacePictures.page.sys.id
  const readyIds = content.pictures
    .map(({ entry }) => entry.sys.id)
    .filter((id) => getPictureCheck(check, id).blocking.length === 0)
  const isPageReady = content.page !== undefined && check.page.blocking.length === 0
  const selectableIds = [...readyIds, ...(isPageReady ? [pageId] : [])]
  const selection: PublishSelection = {
    entryIds: readyIds.filter(isSelected),
    hasPage: isPageReady && isSelected(pageId),
  }

  function select(ids: readonly string[], shouldSelect: boolean): void {
    const changed = new Set(deselectedIds)
    for (const id of ids)
      if (shouldSelect) changed.delete(id)
      else changed.add(id)
    setDeselectedIds(changed)
  }

  return {
    selection,
    selectableIds,
    selectedCount: selectableIds.filter(isSelected).length,
    blockedCount: content.pictures.length - readyIds.length,
    isSelected,
    select,
  }
}
