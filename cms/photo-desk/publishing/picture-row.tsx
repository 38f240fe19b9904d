import { Button, IconButton, Menu } from '@contentful/f36-components'
import { DotsThreeIcon } from '@contentful/f36-icons'
import { useState } from 'react'
import { PublicationBadge } from '#cms/photo-desk/publication-badge.tsx'
import { useWorkspace } from '#cms/photo-desk/space/picture-workspace.ts'
import { getPublicationState, type SpacePicture } from '#cms/photo-desk/space/space-pictures.ts'
import { PictureThumbnail } from '#cms/photo-desk/thumbnail.tsx'
import { canApply, type Failure } from './change-pictures.ts'
import { ChangesButton, getChangesLabel } from './changes-button.tsx'
import type { PictureCheck } from './check-pictures.ts'
import type { ComparedPicture } from './compare-content.ts'
import { getPictureTitle } from './describe-content.ts'
import { IssueList } from './issue-list.tsx'
import { PublishedAndDraft } from './published-and-draft.tsx'
import type { RowAction } from './publishing-dialogs.tsx'
import { SelectionCheckbox } from './selection-checkbox.tsx'
import { isUnpublished } from './unpublished-content.ts'

interface PictureRowProps {
  readonly picture: ComparedPicture
  /** What is not published, who changed it, and when it is published: short texts. */
  readonly details: readonly string[]
  readonly check: PictureCheck
  readonly failure: Failure | undefined
  readonly isSelected: boolean
  readonly isDisabled: boolean
  readonly onSelect: (isSelected: boolean, isRange: boolean) => void
  readonly onAction: (action: RowAction) => void
}

/** A picture with what is not published of it, and a menu. */
export function PictureRow(props: PictureRowProps) {
  const { picture, details, check, failure, isSelected, isDisabled, onSelect, onAction } = props
  const { pictureType } = useWorkspace()
  const [areChangesShown, setAreChangesShown] = useState(false)
  const title = getPictureTitle(picture, pictureType)
  const isChanged = picture.differences.length > 0
  const hasTextIssue = [...check.blocking, ...check.advice].some(({ target }) => target?.kind === 'entry')
  return (
    <li className="publishing-row">
      <SelectionCheckbox name={`“${title}”`} {...{ isSelected, isDisabled, onSelect }} />
      <PictureThumbnail {...picture} pictureType={pictureType} />
      <div className="publishing-row-text">
        <strong>{title}</strong>
        <div>
          <PublicationBadge state={getPictureState(picture)} /> {details.join(' · ')}
        </div>
        <IssueList check={check} failure={failure} />
        {/* The menu has the same: a row has two tab stops. */}
        <div className="publishing-row-buttons">
          {isChanged && (
            <ChangesButton tabIndex={-1} title={`“${title}”`} isOpen={areChangesShown} onToggle={setAreChangesShown} />
          )}
          {hasTextIssue && (
            <Button
              size="small"
              tabIndex={-1}
              aria-label={`Edit texts of “${title}”`}
              onClick={() => onAction('texts')}
            >
              Edit texts
            </Button>
          )}
        </div>
      </div>
      <PictureMenu {...{ picture, title, isDisabled, onAction }}>
        {isChanged && (
          <Menu.Item onClick={() => setAreChangesShown(!areChangesShown)}>{getChangesLabel(areChangesShown)}</Menu.Item>
        )}
      </PictureMenu>
      {isChanged && areChangesShown && <PublishedAndDraft {...picture} />}
    </li>
  )
}

/** Returns the state of the entry; `changed` if it is published, but its asset is not. */
function getPictureState(picture: SpacePicture) {
  const state = getPublicationState(picture.entry)
  return state === 'published' && isUnpublished(picture) ? 'changed' : state
}

interface PictureMenuProps extends Pick<PictureRowProps, 'picture' | 'isDisabled' | 'onAction'> {
  readonly title: string
  /** The first items. */
  readonly children: React.ReactNode
}

const MENU_ACTIONS = [
  { action: 'takeDown', label: 'Take down …', appliesTo: 'takeDown' },
  { action: 'takeDownLater', label: 'Take down at a time …', appliesTo: 'takeDown' },
  { action: 'archive', label: 'Archive …', appliesTo: 'archive' },
  { action: 'restore', label: 'Restore …', appliesTo: 'restore' },
  { action: 'delete', label: 'Delete …', appliesTo: 'delete' },
] as const

function PictureMenu({ picture, title, isDisabled, onAction, children }: PictureMenuProps) {
  const { sdk } = useWorkspace()
  const { id } = picture.entry.sys
  return (
    <Menu>
      <Menu.Trigger>
        <IconButton
          className="publishing-menu"
          variant="transparent"
          isDisabled={isDisabled}
          icon={<DotsThreeIcon />}
          aria-label={`Actions for “${title}”`}
        />
      </Menu.Trigger>
      <Menu.List>
        {children}
        {canApply('archive', picture) && (
          <Menu.Item onClick={() => onAction('texts')}>Edit texts and picture …</Menu.Item>
        )}
        <Menu.Item onClick={() => void sdk.navigator.openEntry(id, { slideIn: true })}>Open in Contentful</Menu.Item>
        {MENU_ACTIONS.filter(({ appliesTo }) => canApply(appliesTo, picture)).map(({ action, label }) => (
          <Menu.Item key={action} onClick={() => onAction(action)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.List>
    </Menu>
  )
}
