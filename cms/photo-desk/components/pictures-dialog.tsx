import { Flex, Menu, Paragraph } from '@contentful/f36-components'
import { CaretDownIcon } from '@contentful/f36-icons'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { PictureType } from '#cms/photo-desk/client/picture-type.ts'
import type { SpacePicture } from '#cms/photo-desk/state/pictures/picture.ts'
import { applyPictureAction, type PublishResult } from '#cms/photo-desk/state/publication/apply-picture-action.ts'
import { canApply, type PictureAction, type Progress } from '#cms/photo-desk/state/publication/change-pictures.ts'
import {
  describeActionResult,
  describeHidden,
  describeSelection,
  findHidden,
} from '#cms/photo-desk/state/publication/describe-content.ts'
import {
  usePictures,
  useShownIds,
  useSpacePictures,
  useWorkspace,
} from '#cms/photo-desk/state/workspace/picture-workspace.ts'
import { Button } from './button.tsx'
import { ConfirmDialog } from './dialog.tsx'
import { FailuresDialog } from './failures-dialog.tsx'
import { PictureNames } from './picture-names.tsx'
import { UsageLists, useUsages } from './usage-list.tsx'
import './pictures-dialog.css'

/** The label of each action, and what the pictures are after it. */
export const ACTIONS = {
  publish: { label: 'Publish', done: 'published' },
  takeDown: { label: 'Take down', done: 'taken down' },
  archive: { label: 'Archive', done: 'archived' },
  restore: { label: 'Restore', done: 'restored' },
  delete: { label: 'Delete', done: 'deleted' },
} as const

/** What a selection or the menu of a picture offers, beside Publish. */
export const SELECTION_ACTIONS = ['takeDown', 'archive', 'restore', 'delete'] as const

interface SelectionAction {
  readonly label: string
  readonly isDisabled: boolean
  readonly onClick: () => void
}

interface SelectedPicturesActionsProps extends Pick<PicturesDialogProps, 'onDone'> {
  /** What else can be done with the selection. It comes first. */
  readonly actions: readonly SelectionAction[]
  readonly entryIds: ReadonlySet<string>
  /** Whether they can be published here too. */
  readonly hasPublish?: boolean
  readonly isDisabled?: boolean
}

/** What can be done with several pictures at once. Each action asks first. On a small screen it is a menu. */
export function SelectedPicturesActions(props: SelectedPicturesActionsProps) {
  const { entryIds, hasPublish = false, isDisabled = false, onDone } = props
  const allPictures = usePictures()
  const [asked, setAsked] = useState<Pick<PicturesDialogProps, 'action' | 'pictures'>>()
  const selected = [...entryIds].flatMap((id) => allPictures.get(id) ?? [])
  const ownActions = [...(hasPublish ? (['publish'] as const) : []), ...SELECTION_ACTIONS].flatMap((action) => {
    const pictures = selected.filter((picture) => canApply(action, picture))
    const isForArchived = action === 'restore' || action === 'delete'
    if (isForArchived && pictures.length === 0) return []
    const onClick = () => setAsked({ action, pictures })
    return { label: `${ACTIONS[action].label} …`, isDisabled: isDisabled || pictures.length === 0, onClick }
  })
  const actions = [...props.actions, ...ownActions]
  return (
    <>
      <Flex className="selection-buttons" flexWrap="wrap" gap="spacingXs">
        {actions.map(({ label, ...button }) => (
          <Button key={label} {...button}>
            {label}
          </Button>
        ))}
      </Flex>
      <Menu usePortal={false}>
        <Menu.Trigger>
          <Button className="selection-menu" endIcon={<CaretDownIcon />}>
            Actions
          </Button>
        </Menu.Trigger>
        <Menu.List>
          {actions.map(({ label, ...item }) => (
            <Menu.Item key={label} {...item}>
              {label}
            </Menu.Item>
          ))}
        </Menu.List>
      </Menu>
      {asked && <PicturesDialog {...asked} onClose={() => setAsked(undefined)} onDone={onDone} />}
    </>
  )
}

export interface PicturesDialogProps {
  readonly action: PictureAction
  readonly pictures: readonly SpacePicture[]
  readonly onClose: () => void
  /** Called after the action, with what is done, and whether something is not as the editor expects. */
  readonly onDone: (text: string, hasFailed: boolean) => void
}

/** Says where pictures are used and what visitors will see, then publishes, takes down, archives, restores or deletes them. */
export function PicturesDialog({ action, pictures: chosenPictures, onClose, onDone }: PicturesDialogProps) {
  const workspace = useWorkspace()
  const { page } = useSpacePictures()
  const { pictureType } = workspace
  const [pictures] = useState(chosenPictures) // they change while the action runs
  const entryIds = pictures.map(({ id }) => id)
  const [progress, setProgress] = useState<Progress>()
  const isRemoval = action !== 'publish' && action !== 'restore'
  const isDeletion = action === 'delete'
  const usages = useUsages(pictures, isRemoval)
  const { label, done } = ACTIONS[action]
  const shownIds = useShownIds()
  const hidden = action === 'publish' ? findHidden(pictures, shownIds) : []
  const places = action === 'restore' ? (shownIds ?? []) : undefined
  const returned = action === 'restore' ? pictures.filter(({ isListed }) => !isListed) : []
  function closeDone(result: PublishResult) {
    const isDone = ({ id }: SpacePicture) => !result.failures.has(id)
    const [changed, changedHidden] = [pictures.filter(isDone), hidden.filter(isDone)]
    const text = describeActionResult(pictureType, result, done)
    const isExplained = changedHidden.length > 0 || (places && changed.length > 0)
    onClose()
    onDone(
      isExplained ? `${text} ${explainAction(action, pictureType, changed, changedHidden)}` : text,
      result.failures.size > 0 || hidden.length > 0,
    )
  }
  const run = useMutation({
    mutationFn: () => {
      const { sharedAssetIds } = usages.data ?? {}
      const options = { page, sharedAssetIds, places, onProgress: setProgress }
      return applyPictureAction(workspace, action, { entryIds, hasPage: false }, options)
    },
    onSuccess: (result) => result.failures.size === 0 && closeDone(result),
  })
  const result = run.data
  if (result && result.failures.size > 0)
    return <FailuresDialog {...{ result, done }} onClose={() => closeDone(result)} />
  return (
    <ConfirmDialog
      title={`${label} ${describeSelection(pictureType, pictures.length)}${isDeletion ? ' for good' : ''}?`}
      action={label}
      variant={isRemoval ? 'negative' : 'positive'}
      isDisabled={isRemoval && !usages.data}
      isRunning={run.isPending}
      error={usages.error?.message ?? run.error?.message}
      onConfirm={() => run.mutate()}
      onClose={onClose}
    >
      <Paragraph>
        {returned.length > 0 && `Back to the ${pictureType.page.name}, ${describePlaces(returned, places)}. `}
        {explainAction(action, pictureType, pictures, hidden)}
      </Paragraph>
      <PictureNames pictures={pictures} />
      <UsageLists
        title={isDeletion ? `Used in, where ${pictures.length > 1 ? 'they are' : 'it is'} missing then` : undefined}
        usages={usages}
        total={pictures.length}
      >
        {run.isPending && progress && `${progress.done} of ${progress.total} …`}
      </UsageLists>
    </ConfirmDialog>
  )
}

/** Says what becomes of pictures. `hidden`: those that visitors do not see after they are published. */
function explainAction(
  action: PictureAction,
  pictureType: PictureType,
  pictures: readonly SpacePicture[],
  hidden: readonly SpacePicture[],
): string {
  const pageName = pictureType.page.name
  const isPlural = pictures.length > 1
  const [them, drafts] = isPlural
    ? ['them', 'They become drafts and stay where they are']
    : ['it', 'It becomes a draft and stays where it is']
  const texts = {
    publish: `${describeHidden(pictureType, hidden) || 'Visitors see the latest version.'} The ${pageName} is not published here: do that under Publish.`,
    takeDown: `Visitors no longer see ${them}. ${drafts}, until somebody selects ${them} to be published again.`,
    archive: `Visitors no longer see ${them}, and the ${pageName} no longer lists ${them}. You find ${them} under Publish, Archived, and can restore ${them} there.`,
    restore: `Visitors see ${them} when you publish ${them} and the ${pageName}.`,
    delete: `${isPlural ? 'Their texts, their files and their places' : 'Its texts, its file and its place'} in the ${pageName} are lost: nobody can restore ${them}.`,
  }
  return texts[action]
}

/** Says where restored pictures come in the list, for example `2 at their old places, 1 at the end`. */
function describePlaces(pictures: readonly SpacePicture[], places: readonly string[] = []): string {
  const known = pictures.filter(({ id }) => places.includes(id)).length
  const atOldPlaces = pictures.length > 1 ? 'at their old places' : 'at its old place'
  if (known === pictures.length) return atOldPlaces
  return known > 0 ? `${known} ${atOldPlaces}, ${pictures.length - known} at the end` : 'at the end'
}
