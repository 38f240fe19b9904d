import { useState } from 'react'
import { useWorkspace } from '#cms/photo-desk/space/picture-workspace.ts'
import { getPicture, type SpacePicture, type SpacePictures } from '#cms/photo-desk/space/space-pictures.ts'
import { collectEntities } from './collect-entities.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { describeSelection } from './describe-content.ts'
import type { PublishResult, PublishSelection } from './publish-content.ts'
import { RemovalDialog } from './removal-dialog.tsx'
import { ScheduleDialog } from './schedule-dialog.tsx'
import type { PictureAction } from './unpublished-picture-row.tsx'

/** What the menu of a picture, or the button for a time, opens. */
export type OpenDialog =
  | { readonly kind: 'schedule' }
  | { readonly kind: PictureAction; readonly picture: SpacePicture }

interface PublishingDialogsProps {
  readonly dialog: OpenDialog | undefined
  readonly spacePictures: SpacePictures
  readonly selection: PublishSelection
  /** The result of the last publication. Its conflicts are shown until the editor answers them. */
  readonly result: PublishResult | undefined
  readonly onPublish: (selection: PublishSelection) => void
  /** Called when the dialog is closed, with a sentence about what is done. */
  readonly onClose: (done?: string) => void
}

/** The dialog that is open, if any. */
export function PublishingDialogs({
  dialog,
  spacePictures,
  selection,
  result,
  onPublish,
  onClose,
}: PublishingDialogsProps) {
  const workspace = useWorkspace()
  const { pictureType } = workspace
  const [answeredResult, setAnsweredResult] = useState<PublishResult>()
  if (result && result !== answeredResult && hasConflicts(result))
    return <ConflictDialog {...{ spacePictures, result, onPublish }} onClose={() => setAnsweredResult(result)} />
  if (!dialog) return null
  if (dialog.kind === 'schedule')
    return (
      <ScheduleDialog
        action="publish"
        description={describeSelection(pictureType, selection.entryIds.length, selection.hasPage)}
        prepare={() => collectEntities(workspace, selection)}
        onClose={onClose}
      />
    )
  const { id } = dialog.picture.entry.sys
  if (dialog.kind === 'unpublish-later')
    return (
      <ScheduleDialog
        action="unpublish"
        description={`this ${pictureType.name}`}
        // The file stays: other entries can use it by then.
        prepare={async () => [{ linkType: 'Entry', id }]}
        onClose={onClose}
      />
    )
  const picture = getPicture(spacePictures, pictureType, id) ?? dialog.picture
  return <RemovalDialog kind={dialog.kind} {...{ picture, spacePictures, onClose }} />
}

const hasConflicts = ({ pictures, page }: PublishResult) =>
  [...pictures.values(), page].some((outcome) => outcome?.status === 'conflict')
