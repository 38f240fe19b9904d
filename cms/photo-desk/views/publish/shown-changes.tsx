import { Grid } from '@contentful/f36-components'
import { getPictureUrl } from '#cms/photo-desk/client/space-pictures.ts'
import { DifferenceTable } from '#cms/photo-desk/components/data-table.tsx'
import { PictureNames } from '#cms/photo-desk/components/picture-names.tsx'
import type { ComparedContent, ListMove } from '#cms/photo-desk/state/publication/compare-content.ts'
import { usePictures } from '#cms/photo-desk/state/workspace/picture-workspace.ts'

/** The titles of both versions. */
const TITLES = ['Visitors see', 'Will be published'] as const

/** px; twice the width of the pictures. */
const PICTURE_WIDTH = 640

/** What visitors see of a picture beside what will be published: the files, if they differ, and the texts. */
export const PictureChanges = ({ picture, publishedAsset, differences }: ComparedContent) => (
  <>
    {publishedAsset && (
      <Grid columns="repeat(2, minmax(0, 320px))" columnGap="spacingM" paddingTop="spacingXs">
        {[publishedAsset, picture?.asset].map((version, index) => (
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
export function PageChanges({ moves, differences }: ComparedContent) {
  const pictures = usePictures()
  return (
    <>
      {/* One that is deleted has no name any more. */}
      <PictureNames
        pictures={moves.flatMap(({ id }) => pictures.get(id) ?? [])}
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
