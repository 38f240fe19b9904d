import { useState } from 'react'
import { PublicationBadge } from '#cms/photo-desk/publication-badge.tsx'
import { useSpacePictures, useWorkspace } from '#cms/photo-desk/space/picture-workspace.ts'
import { getPicture, getPublicationState } from '#cms/photo-desk/space/space-pictures.ts'
import type { Failure } from './change-pictures.ts'
import { ChangesButton } from './changes-button.tsx'
import type { PictureCheck } from './check-pictures.ts'
import { type ComparedPage, type ListMove, NO_DIFFERENCE } from './compare-content.ts'
import { DifferenceTable } from './difference-table.tsx'
import { IssueList } from './issue-list.tsx'
import { PictureNames } from './picture-names.tsx'
import { SelectionCheckbox } from './selection-checkbox.tsx'

interface PageRowProps {
  readonly page: ComparedPage
  readonly check: PictureCheck
  readonly failure: Failure | undefined
  readonly isSelected: boolean
  readonly isDisabled: boolean
  readonly onSelect: (isSelected: boolean, isRange: boolean) => void
  /** Who changed the page last, and when. */
  readonly lastChange: string
}

/** The page that lists the pictures, with all its changes: publishing it publishes those of other editors too. */
export function PageRow({ page, check, failure, isSelected, isDisabled, onSelect, lastChange }: PageRowProps) {
  const { name } = useWorkspace().pictureType.page
  const { listChange, moves, otherDifferences, isCompared, entry } = page
  const [areChangesShown, setAreChangesShown] = useState(false)
  const isNew = entry.sys.publishedVersion === undefined
  const hasDifferences = moves.length + otherDifferences.length > 0
  const changes = [
    ...(listChange ? [`Order and list: ${listChange}`] : []),
    ...(otherDifferences.length > 0 ? [`also ${otherDifferences.map((other) => other.name).join(', ')}`] : []),
    ...(isCompared && !hasDifferences ? [NO_DIFFERENCE] : []),
    `changed ${lastChange}`,
  ]
  return (
    <li className="publishing-row" data-kind="page">
      <SelectionCheckbox name={`the ${name}`} {...{ isSelected, isDisabled, onSelect }} />
      <div className="publishing-row-text">
        <strong>The {name}</strong>
        <div>
          <PublicationBadge state={getPublicationState(entry)} /> {changes.join(' · ')}
        </div>
        <IssueList check={check} failure={failure} />
        {!isCompared && !isNew && <p>Other changes of this page, for example of its titles, are published with it.</p>}
        {hasDifferences && (
          <ChangesButton title={`the ${name}`} isOpen={areChangesShown} onToggle={setAreChangesShown} />
        )}
        {areChangesShown && (
          <div>
            {moves.length > 0 && <Moves moves={moves} />}
            {otherDifferences.length > 0 && (
              <DifferenceTable
                caption="Also published, although it is not changed here"
                beforeTitle="Visitors see"
                afterTitle="Will be published"
                differences={otherDifferences}
              />
            )}
          </div>
        )}
      </div>
    </li>
  )
}

/** The pictures that were moved, added and removed, with their positions. One that is deleted has no name any more. */
function Moves({ moves }: { readonly moves: readonly ListMove[] }) {
  const { pictureType } = useWorkspace()
  const spacePictures = useSpacePictures()
  const pictures = moves.flatMap(({ id }) => getPicture(spacePictures, pictureType, id) ?? [])
  return <PictureNames pictures={pictures} notes={new Map(moves.map((move) => [move.id, describeMove(move)]))} />
}

function describeMove({ before, after }: ListMove): string {
  if (before === undefined) return `added at position ${after}`
  return after === undefined ? `removed from position ${before}` : `moved from position ${before} to ${after}`
}
