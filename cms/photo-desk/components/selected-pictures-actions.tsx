import { Button } from '@contentful/f36-components'
import { useState } from 'react'
import { canApply } from '#cms/photo-desk/state/publication/change-pictures.ts'
import { usePictures } from '#cms/photo-desk/state/workspace/picture-workspace.ts'
import { ACTIONS, PicturesDialog, type PicturesDialogProps, SELECTION_ACTIONS } from './pictures-dialog.tsx'

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
  const [asked, setAsked] = useState<Pick<PicturesDialogProps, 'action' | 'pictures'>>()
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
            onClick={() => setAsked({ action, pictures })}
          >
            {ACTIONS[action].label} …
          </Button>
        )
      })}
      {asked && <PicturesDialog {...asked} onClose={() => setAsked(undefined)} onDone={onDone} />}
    </>
  )
}
