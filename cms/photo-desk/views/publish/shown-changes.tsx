import { Grid } from '@contentful/f36-components'
import { getPicture, getPictureUrl } from '#cms/photo-desk/client/space-pictures.ts'
import { DifferenceTable } from '#cms/photo-desk/components/difference-table.tsx'
import { PictureNames } from '#cms/photo-desk/components/picture-names.tsx'
import type { ComparedPage, ComparedPicture, ListMove } from '#cms/photo-desk/state/publication/compare-content.ts'
import { useSpacePictures, useWorkspace } from '#cms/photo-desk/state/workspace/picture-workspace.ts'

/** The titles of both versions. */
const TITLES = ['Visitors see', 'Will be published'] as const

/** px; twice the width of the pictures. */
const PICTURE_WIDTH = 640

/** What visitors see of a picture beside what will be published: the files, if they differ, and the texts. */
export const PictureChanges = ({ asset, publishedAsset, differences }: ComparedPicture) => (
  <>
    {publishedAsset && (
      <Grid columns="repeat(2, minmax(0, 320px))" columnGap="spacingM" paddingTop="spacingXs">
        {[publishedAsset, asset].map((version, index) => (
          <figure key={TITLES[index]}>
            <img src={getPictureUrl(version, PICTURE_WIDTH)} alt="" />
            <figcaption>{TITLES[index]}</figcaption>
          </figure>
        ))}
      </Grid>
    )}
    <DifferenceTable caption="What changes" titles={TITLES} differences={differences} />
  </>
)

/** What moved in the list, and changes of other fields: publishing the page publishes those of other editors too. */
export function PageChanges({ moves, differences }: ComparedPage) {
  const { pictureType } = useWorkspace()
  const spacePictures = useSpacePictures()
  return (
    <>
      {/* One that is deleted has no name any more. */}
      <PictureNames
        pictures={moves.flatMap(({ id }) => getPicture(spacePictures, pictureType, id) ?? [])}
        notes={new Map(moves.map((move) => [move.id, describeMove(move)]))}
      />
      {differences.length > 0 && (
        <DifferenceTable
          caption="Also published, although it is not changed here"
          titles={TITLES}
          differences={differences}
        />
      )}
    </>
  )
}

function describeMove({ before, after }: ListMove): string {
  if (before === undefined) return `added at position ${after}`
  return after === undefined ? `removed from position ${before}` : `moved from position ${before} to ${after}`
}
