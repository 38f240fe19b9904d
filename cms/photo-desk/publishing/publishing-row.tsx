import { Button, Checkbox, Flex, IconButton, Menu } from '@contentful/f36-components'
import { DotsThreeIcon } from '@contentful/f36-icons'
import { type ReactNode, useState } from 'react'
import { PublicationBadge } from '#cms/photo-desk/publication-badge.tsx'
import type { PublicationState } from '#cms/photo-desk/space/space-pictures.ts'
import type { Failure } from './change-pictures.ts'
import type { PictureCheck } from './check-pictures.ts'
import { IssueList } from './issue-list.tsx'

/** What every row has. */
export interface RowProps {
  readonly check: PictureCheck
  readonly failure: Failure | undefined
  readonly isSelected: boolean
  readonly isDisabled: boolean
  /** `isRange`: all rows from the one that was changed last to this one. */
  readonly onSelect: (isSelected: boolean, isRange: boolean) => void
}

interface PublishingRowProps extends RowProps {
  readonly title: string
  /** The title within a sentence, for example `the gallery`. */
  readonly name: string
  readonly state: PublicationState
  /** What is not published, who changed it, and when it is published: short texts. */
  readonly details: readonly string[]
  readonly note?: ReactNode
  readonly thumbnail?: ReactNode
  /** What visitors see beside what will be published. */
  readonly changes?: ReactNode
  readonly buttons?: ReactNode
  readonly menuItems?: ReactNode
}

/** A picture or the page, with what is not published of it. */
export function PublishingRow(props: PublishingRowProps) {
  const { title, name, state, details, changes, menuItems, isDisabled, onSelect } = props
  const [areChangesShown, setAreChangesShown] = useState(false)
  const toggle = () => setAreChangesShown(!areChangesShown)
  const toggleLabel = areChangesShown ? 'Hide changes' : 'Show changes'
  return (
    <li className="publishing-row" data-kind={menuItems ? 'picture' : 'page'}>
      <Checkbox
        aria-label={`Select ${name}`}
        isChecked={props.isSelected}
        isDisabled={isDisabled}
        onChange={({ target, nativeEvent }) =>
          onSelect(target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
      />
      {props.thumbnail}
      <div className="publishing-row-text">
        <strong>{title}</strong>
        <div>
          <PublicationBadge state={state} /> {details.join(' · ')}
        </div>
        <IssueList check={props.check} failure={props.failure} />
        {props.note}
        <Flex flexWrap="wrap" gap="spacingXs">
          {changes && (
            <Button
              size="small"
              tabIndex={menuItems ? -1 : 0} // the menu has the same: a row has two tab stops
              aria-expanded={areChangesShown}
              aria-label={`${toggleLabel} of ${name}`}
              onClick={toggle}
            >
              {toggleLabel}
            </Button>
          )}
          {props.buttons}
        </Flex>
      </div>
      {menuItems && (
        <Menu>
          <Menu.Trigger>
            <IconButton
              variant="transparent"
              isDisabled={isDisabled}
              icon={<DotsThreeIcon />}
              aria-label={`Actions for ${name}`}
            />
          </Menu.Trigger>
          <Menu.List>
            {changes && <Menu.Item onClick={toggle}>{toggleLabel}</Menu.Item>}
            {menuItems}
          </Menu.List>
        </Menu>
      )}
      {changes && areChangesShown && <div className="publishing-changes">{changes}</div>}
    </li>
  )
}
