import { Button } from '@contentful/f36-components'
import { useState } from 'react'
import type { SpacePicture } from '#cms/photo-desk/state/pictures/picture.ts'
import { canApply, type PictureAction } from '#cms/photo-desk/state/publication/change-pictures.ts'
import { usePictures } from '#cms/photo-desk/state/workspace/picture-workspace.ts'
import { ACTIONS, PicturesDialog, SELECTION_ACTIONS } from './pictures-dialog.tsx'

interface SelectedPicturesActionsProps {
  /** The entries of the selected pictures. */
  readonly entryIds: ReadonlySet<string>
  /** Whether they can be published here too. */
  readonly hasPublish?: boolean
  readonly isDisabled?: boolean
  /** Called after an action, with a sentence about what is done. */
  readonly onDone: (text: string) => void
}

/** What can be done with several pictures at once. Each action asks first. */
export function SelectedPicturesActions(props: SelectedPicturesActionsProps) {
  const { entryIds, hasPublish = false, isDisabled = false, onDone } = props
  const allPictures = usePictures()
  const actions = [...(hasPublish ? ['publish' as const] : []), ...SELECTION_ACTIONS]
  const [dialog, setDialog] = useState<{ readonly action: PictureAction; readonly pictures: readonly SpacePicture[] }>()
  const selected = [...entryIds].flatMap((id) => allPictures.get(id) ?? [])
  return (
    <>
      {actions.map((action) => {
        const pictures = selected.filter((picture) => canApply(action, picture))
        if (action === 'restore' && pictures.length === 0) return null
        return (
          <Button
            key={action}
            size="small"
            isDisabled={isDisabled || pictures.length === 0}
            onClick={() => setDialog({ action, pictures })}
          >
            {ACTIONS[action].label} …
          </Button>
        )
      })}
      {dialog && (
        <PicturesDialog
          {...dialog}
          onClose={(done) => {
            setDialog(undefined)
            if (done !== undefined) onDone(done)
          }}
        />
      )}
    </>
  )
}
