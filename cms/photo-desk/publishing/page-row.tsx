import { Checkbox } from '@contentful/f36-components'
import { PublicationBadge } from '#cms/photo-desk/publication-badge.tsx'
import { useWorkspace } from '#cms/photo-desk/space/picture-workspace.ts'
import { getPublicationState } from '#cms/photo-desk/space/space-pictures.ts'
import type { PictureCheck } from './check-pictures.ts'
import { DifferenceTable } from './difference-table.tsx'
import { IssueList } from './issue-list.tsx'
import type { UnpublishedPage } from './unpublished-content.ts'

interface PageRowProps {
  readonly page: UnpublishedPage
  readonly check: PictureCheck
  readonly failure: string | undefined
  readonly isSelected: boolean
  readonly isDisabled: boolean
  readonly onSelect: (isSelected: boolean) => void
  /** Who changed the page last, and when. */
  readonly lastChange: string
}

/** The page that lists the pictures, with all its changes: publishing it publishes those of other editors too. */
export function PageRow({ page, check, failure, isSelected, isDisabled, onSelect, lastChange }: PageRowProps) {
  const { name } = useWorkspace().pictureType.page
  const { listChange, otherDifferences, isCompared, entry } = page
  const isBlocked = check.blocking.length > 0
  const isNew = entry.sys.publishedVersion === undefined
  return (
    <li className="publishing-row" data-kind="page">
      <Checkbox
        aria-label={`Publish the ${name}`}
        isChecked={isSelected && !isBlocked}
        isDisabled={isDisabled || isBlocked}
        onChange={(event) => onSelect(event.target.checked)}
      />
      <div className="publishing-row-text">
        <strong>The {name}</strong>
        <div>
          <PublicationBadge state={getPublicationState(entry)} />{' '}
          {listChange ? `Order and list: ${listChange} · changed ${lastChange}` : `Changed ${lastChange}`}
        </div>
        {otherDifferences.length > 0 && (
          <details>
            <summary>
              Also published with it, although it is not changed here:{' '}
              {otherDifferences.map((difference) => difference.name).join(', ')}
            </summary>
            <DifferenceTable
              caption={`Other changes of the ${name}`}
              beforeTitle="Visitors see"
              afterTitle="Will be published"
              differences={otherDifferences}
            />
          </details>
        )}
        {!isCompared && !isNew && <p>Other changes of this page, for example of its titles, are published with it.</p>}
        <IssueList check={check} failure={failure} />
      </div>
    </li>
  )
}
