import { Button, Checkbox, Menu } from '@contentful/f36-components'
import { PublicationBadge } from '#cms/photo-desk/publication-badge.tsx'
import { useWorkspace } from '#cms/photo-desk/space/picture-workspace.ts'
import { getPublicationState, type SpacePicture } from '#cms/photo-desk/space/space-pictures.ts'
import { useViewNavigation } from '#cms/photo-desk/space/view-navigation.ts'
import { PictureThumbnail } from '#cms/photo-desk/thumbnail.tsx'
import type { PictureCheck } from './check-pictures.ts'
import { getPictureTitle } from './describe-content.ts'
import { IssueList } from './issue-list.tsx'
import type { RemovalKind } from './remove-picture.ts'

/** What the menu of a picture starts. */
export type PictureAction = RemovalKind | 'unpublish-later'

interface PictureRowProps {
  readonly picture: SpacePicture
  /** What is not published, who changed it, and when it is published: short texts. */
  readonly details: readonly string[]
  readonly check: PictureCheck
  readonly failure?: string | undefined
  /** `undefined`: it cannot be selected. */
  readonly selection?: { readonly isSelected: boolean; readonly onChange: (isSelected: boolean) => void } | undefined
  readonly isDisabled: boolean
  readonly onAction: (action: PictureAction, picture: SpacePicture) => void
}

/** A picture with what is not published of it, and a menu. */
export function UnpublishedPictureRow(props: PictureRowProps) {
  const { picture, details, check, failure, selection, isDisabled, onAction } = props
  const { pictureType } = useWorkspace()
  const { openView } = useViewNavigation()
  const title = getPictureTitle(picture, pictureType)
  const isBlocked = check.blocking.length > 0
  const hasTextIssue = [...check.blocking, ...check.advice].some(({ target }) => target?.kind === 'entry')
  return (
    <li className="publishing-row" data-kind={selection ? 'unpublished' : 'published'}>
      {selection && (
        <Checkbox
          aria-label={`Publish “${title}”`}
          isChecked={selection.isSelected && !isBlocked}
          isDisabled={isDisabled || isBlocked}
          onChange={(event) => selection.onChange(event.target.checked)}
        />
      )}
      <PictureThumbnail {...picture} pictureType={pictureType} />
      <div className="publishing-row-text">
        <strong>{title}</strong>
        <div>
          <PublicationBadge state={getPictureState(picture)} /> {details.join(' · ')}
        </div>
        <IssueList check={check} failure={failure} />
        {hasTextIssue && (
          <Button
            size="small"
            onClick={() => openView('texts', picture.entry.sys.id)}
            aria-label={`Open the texts of “${title}”`}
          >
            Open texts
          </Button>
        )}
      </div>
      <PictureMenu {...{ picture, title, isDisabled, onAction }} />
    </li>
  )
}

/** Returns the state of the entry; `changed` if it is published, but its asset is not. */
function getPictureState({ entry, asset }: SpacePicture) {
  const state = getPublicationState(entry)
  return state === 'published' && asset && getPublicationState(asset) !== 'published' ? 'changed' : state
}

type PictureMenuProps = Pick<PictureRowProps, 'picture' | 'isDisabled' | 'onAction'> & { readonly title: string }

function PictureMenu({ picture, title, isDisabled, onAction }: PictureMenuProps) {
  const { sdk } = useWorkspace()
  const { id, publishedVersion } = picture.entry.sys
  const isPublished = publishedVersion !== undefined
  return (
    <Menu>
      <Menu.Trigger>
        <Button
          className="publishing-menu"
          variant="secondary"
          isDisabled={isDisabled}
          aria-label={`Actions for “${title}”`}
        >
          …
        </Button>
      </Menu.Trigger>
      <Menu.List>
        <Menu.Item onClick={() => void sdk.navigator.openEntry(id, { slideIn: true })}>Open in Contentful</Menu.Item>
        {isPublished && <Menu.Item onClick={() => onAction('unpublish', picture)}>Unpublish …</Menu.Item>}
        {isPublished && (
          <Menu.Item onClick={() => onAction('unpublish-later', picture)}>Unpublish at a time …</Menu.Item>
        )}
        <Menu.Item onClick={() => onAction('archive', picture)}>Archive …</Menu.Item>
        <Menu.Item onClick={() => onAction('delete', picture)}>Delete …</Menu.Item>
      </Menu.List>
    </Menu>
  )
}
