import { Badge, Checkbox, Flex, IconButton, Menu, Text } from '@contentful/f36-components'
import { DotsThreeIcon } from '@contentful/f36-icons'
import type { ScheduledActionProps } from 'contentful-management'
import { useState } from 'react'
import type { PictureType } from '#cms/photo-desk/client/picture-type.ts'
import { Button } from '#cms/photo-desk/components/button.tsx'
import { ACTIONS, SELECTION_ACTIONS } from '#cms/photo-desk/components/pictures-dialog.tsx'
import { PublicationBadge } from '#cms/photo-desk/components/publication-badge.tsx'
import { Thumbnail } from '#cms/photo-desk/components/thumbnail.tsx'
import type { SpacePicture } from '#cms/photo-desk/state/pictures/picture.ts'
import { canApply, type PictureAction } from '#cms/photo-desk/state/publication/change-pictures.ts'
import type { ComparedContent } from '#cms/photo-desk/state/publication/compare-content.ts'
import { describeLastChange } from '#cms/photo-desk/state/publication/describe-content.ts'
import { formatTime } from '#cms/photo-desk/state/publication/publication-time.ts'
import { useIsPublishing, useWorkspace } from '#cms/photo-desk/state/workspace/picture-workspace.ts'
import { getPublicationState } from '#cms/publish-state.ts'
import { PageChanges, PictureChanges } from './publishing-changes.tsx'
import type { PublishingData } from './use-publishing-data.ts'

interface PublishingRowProps {
  readonly data: PublishingData
  readonly compared: ComparedContent
  readonly isSelected: boolean
  /** `isRange`: all rows from the one that was changed last to this one. */
  readonly onSelect: (isSelected: boolean, isRange: boolean) => void
  readonly onAction: (action: PictureAction) => void
}

export const getPageTitle = ({ page }: PictureType): string => `The ${page.name}`

/** A picture, or the page with the changes of all editors, and what is not published of it. */
export function PublishingRow(props: PublishingRowProps) {
  const { data, compared, onSelect, onAction } = props
  const { pictureType, sdk, openPicture } = useWorkspace()
  const isPublishing = useIsPublishing()
  const [areChangesShown, setAreChangesShown] = useState(false)
  const { entry, picture, changes, differences, moves, publishedEntry } = compared
  const { id } = entry.sys
  const issues = data.issues.get(id) ?? []
  const scheduled = data.scheduled.data?.byEntry.get(id) ?? []
  /** Whether the list that visitors see has the picture; `undefined` until it is known. */
  const isShown = data.shownIds?.includes(id)
  const title = picture?.title ?? getPageTitle(pictureType)
  const name = picture ? `“${title}”` : `the ${pictureType.page.name}`
  const entryState = getPublicationState(entry.sys)
  // The entry can be published while its file is not, and be changed back to what is published.
  const isSame = entryState === 'changed' && changes.length === 0
  const state = isSame ? 'published' : entryState === 'published' && changes.length > 0 ? 'changed' : entryState
  const isHidden = picture && state === 'published' && isShown === false
  const details = [
    ...(isSame ? ['No difference to what visitors see'] : []),
    ...(changes.length > 0 ? [changes.join(', ')] : []),
    describeLastChange([entry, ...(picture?.asset ? [picture.asset] : [])], sdk.ids.user),
    ...(picture ? describePlace(picture, isShown, pictureType.page.name) : []),
  ]
  const hasTextIssue = issues.some(({ target }) => target?.kind === 'entry')
  const hasChanges = differences.length > 0 || moves.length > 0
  const toggle = () => setAreChangesShown(!areChangesShown)
  const toggleLabel = areChangesShown ? 'Hide changes' : 'Show changes'
  return (
    <li className="publishing-row">
      <Checkbox
        aria-label={`Select ${name}`}
        isChecked={props.isSelected}
        isDisabled={isPublishing}
        onChange={({ target, nativeEvent }) =>
          onSelect(target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
      />
      <Thumbnail picture={picture} />
      <Flex
        flexDirection="column"
        gap="spacing2Xs"
        className="publishing-row-text"
        style={{ overflowWrap: 'anywhere' }}
      >
        <strong>{title}</strong>
        <Text as="div" fontColor="gray700">
          <PublicationBadge key={isHidden ? 'hidden' : state} state={isHidden ? 'hidden' : state} />{' '}
          {details.join(' · ')}
        </Text>
        {scheduled.length > 0 && (
          <Text as="div" fontColor="gray700">
            {scheduled.map(describeScheduled).join(' · ')}
          </Text>
        )}
        {/* Why it cannot be published, then what should be corrected. */}
        {issues.length > 0 && (
          <Flex as="ul" flexDirection="column" gap="spacing2Xs">
            {issues
              .toSorted((a, b) => Number(b.isBlocking) - Number(a.isBlocking))
              .map(({ text, isBlocking }) => (
                <li key={text}>
                  <Badge variant={isBlocking ? 'negative' : 'warning'}>
                    {isBlocking ? 'Cannot be published' : 'Check'}
                  </Badge>{' '}
                  {text}
                </li>
              ))}
          </Flex>
        )}
      </Flex>
      {/* For a picture, the menu has the same: its row has two tab stops. */}
      <Flex flexWrap="wrap" gap="spacingXs" className="publishing-row-buttons" data-kind={picture ? 'picture' : 'page'}>
        {hasChanges && (
          <Button
            tabIndex={picture ? -1 : 0}
            aria-expanded={areChangesShown}
            aria-label={`${toggleLabel} of ${name}`}
            onClick={toggle}
          >
            {toggleLabel}
          </Button>
        )}
        {picture && hasTextIssue && (
          <Button tabIndex={-1} aria-label={`Edit texts of ${name}`} onClick={() => openPicture(id)}>
            Edit texts
          </Button>
        )}
      </Flex>
      {picture && (
        // Without a portal, which has elements around the menu that are hidden but have the focus for a moment.
        <Menu usePortal={false}>
          <Menu.Trigger>
            <IconButton
              variant="transparent"
              size="small"
              isDisabled={isPublishing}
              icon={<DotsThreeIcon />}
              aria-label={`Actions for ${name}`}
            />
          </Menu.Trigger>
          <Menu.List>
            {hasChanges && <Menu.Item onClick={toggle}>{toggleLabel}</Menu.Item>}
            <Menu.Item onClick={() => void sdk.navigator.openEntry(id, { slideIn: true })}>
              Open in Contentful
            </Menu.Item>
            {entryState !== 'archived' && (
              <Menu.Item onClick={() => openPicture(id)}>Edit texts and picture …</Menu.Item>
            )}
            {SELECTION_ACTIONS.filter((action) => canApply(action, picture)).map((action) => (
              <Menu.Item key={action} onClick={() => onAction(action)}>
                {ACTIONS[action].label} …
              </Menu.Item>
            ))}
          </Menu.List>
        </Menu>
      )}
      {hasChanges && areChangesShown && (
        <div style={{ gridColumn: '2 / -1' }}>
          {!picture && <PageChanges {...compared} />}
          {picture && publishedEntry && <PictureChanges {...compared} {...{ picture, publishedEntry }} />}
        </div>
      )}
    </li>
  )
}

/** Says where the lists of editors and of visitors differ, or that both lack the picture. */
function describePlace({ entry, isListed }: SpacePicture, isShown: boolean | undefined, pageName: string) {
  const isPublished = entry.sys.publishedVersion !== undefined
  if (isListed) return isPublished && isShown === false ? [`not in the ${pageName} that visitors see`] : []
  return [`not in the ${pageName}`, ...(isPublished && isShown ? ['visitors see it until that is published'] : [])]
}

const describeScheduled = ({ action, scheduledFor }: ScheduledActionProps): string =>
  `Will be ${action === 'publish' ? 'published' : 'taken down'} ${formatTime(scheduledFor.datetime)}`
