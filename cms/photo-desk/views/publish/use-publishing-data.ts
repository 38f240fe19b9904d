import { useQuery } from '@tanstack/react-query'
import type { ScheduledActionProps } from 'contentful-management'
import { useMemo, useState } from 'react'
import type { SpacePictures } from '#cms/photo-desk/client/space-pictures.ts'
import { checkPictures } from '#cms/photo-desk/state/publication/check-pictures.ts'
import { compareContent } from '#cms/photo-desk/state/publication/compare-content.ts'
import { createScheduledActionsQuery } from '#cms/photo-desk/state/publication/scheduled-actions.ts'
import {
  usePublishedVersions,
  useShownIds,
  useSpacePictures,
  useWorkspace,
} from '#cms/photo-desk/state/workspace/picture-workspace.ts'

export type PublishingData = ReturnType<typeof usePublishingData>

export function usePublishingData() {
  const { pictureType } = useWorkspace()
  const spacePictures = useSpacePictures()
  const versions = usePublishedVersions()
  const scheduled = useScheduledActions(spacePictures)
  const compared = useMemo(
    () => compareContent(spacePictures, pictureType, versions.data),
    [spacePictures, pictureType, versions.data],
  )
  const issues = useMemo(() => checkPictures(spacePictures, pictureType), [spacePictures, pictureType])
  const [hasLoaded, setHasLoaded] = useState(false)
  const isLoading = versions.isLoading || scheduled.isLoading
  if (!isLoading && !hasLoaded) setHasLoaded(true)
  return {
    ...compared,
    shownIds: useShownIds(),
    issues,
    /** Scheduled actions on the pictures and their page. */
    scheduled,
    /** Whether the first requests still run: rows that are shown before would change their height. Later ones hide nothing. */
    isLoading: isLoading && !hasLoaded,
  }
}

function useScheduledActions({ page, entries, assets }: SpacePictures) {
  const { client, sdk } = useWorkspace()
  const isOwn = ({ entity: { sys } }: ScheduledActionProps) =>
    sys.id === page.sys.id || entries.has(sys.id) || assets.has(sys.id)
  return useQuery({
    ...createScheduledActionsQuery(client, sdk.ids),
    select: (actions) => {
      const pending = actions.pending.filter(isOwn)
      const ofEntries = pending.filter(({ entity }) => entity.sys.linkType === 'Entry')
      /** Those of each entry, in the order of time. */
      const byEntry = Map.groupBy(ofEntries, ({ entity }) => entity.sys.id)
      return { pending, byEntry, failed: actions.failed.filter(isOwn) }
    },
  })
}
