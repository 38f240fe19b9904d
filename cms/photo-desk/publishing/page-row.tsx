import { useSpacePictures, useWorkspace } from '#cms/photo-desk/space/picture-workspace.ts'
import { getPicture, getPublicationState } from '#cms/photo-desk/space/space-pictures.ts'
import { type ComparedPage, type ListMove, NO_DIFFERENCE } from './compare-content.ts'
import { DifferenceTable } from './difference-table.tsx'
import { PictureNames } from './picture-names.tsx'
import { PublishingRow, type RowProps } from './publishing-row.tsx'

interface PageRowProps extends RowProps {
  readonly page: ComparedPage
  /** Who changed the page last, and when. */
  readonly lastChange: string
}

/** The page that lists the pictures, with all its changes: publishing it publishes those of other editors too. */
export function PageRow({ page, lastChange, ...row }: PageRowProps) {
  const { pictureType } = useWorkspace()
  const spacePictures = useSpacePictures()
  const { name } = pictureType.page
  const { listChange, moves, otherDifferences, isCompared, entry } = page
  const isNew = entry.sys.publishedVersion === undefined
  const hasDifferences = moves.length + otherDifferences.length > 0
  const details = [
    ...(listChange ? [`Order and list: ${listChange}`] : []),
    ...(otherDifferences.length > 0 ? [`also ${otherDifferences.map((other) => other.name).join(', ')}`] : []),
    ...(isCompared && !hasDifferences ? [NO_DIFFERENCE] : []),
    `changed ${lastChange}`,
  ]
  const note = !isCompared && !isNew && (
    <p>Other changes of this page, for example of its titles, are published with it.</p>
  )
  const changes = hasDifferences && (
    <>
      {/* One that is deleted has no name any more. */}
      <PictureNames
        pictures={moves.flatMap(({ id }) => getPicture(spacePictures, pictureType, id) ?? [])}
        notes={new Map(moves.map((move) => [move.id, describeMove(move)]))}
      />
      {otherDifferences.length > 0 && (
        <DifferenceTable caption="Also published, although it is not changed here" differences={otherDifferences} />
      )}
    </>
  )
  return (
    <PublishingRow
      title={`The ${name}`}
      name={`the ${name}`}
      state={getPublicationState(entry)}
      {...{ details, note, changes }}
      {...row}
    />
  )
}

function describeMove({ before, after }: ListMove): string {
  if (before === undefined) return `added at position ${after}`
  return after === undefined ? `removed from position ${before}` : `moved from position ${before} to ${after}`
}
