import { Grid, Table, Text } from '@contentful/f36-components'
import { useSpacePictures, useWorkspace } from '#cms/photo-desk/space/picture-workspace.ts'
import { getPicture, getPictureUrl } from '#cms/photo-desk/space/space-pictures.ts'
import type { ComparedPage, ComparedPicture, ListMove } from './compare-content.ts'
import type { FieldDifference } from './field-differences.ts'
import { PictureNames } from './picture-names.tsx'

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
    <DifferenceTable caption="What changes" differences={differences} />
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
        <DifferenceTable caption="Also published, although it is not changed here" differences={differences} />
      )}
    </>
  )
}

function describeMove({ before, after }: ListMove): string {
  if (before === undefined) return `added at position ${after}`
  return after === undefined ? `removed from position ${before}` : `moved from position ${before} to ${after}`
}

interface DifferenceTableProps {
  readonly caption: string
  readonly differences: readonly FieldDifference[]
  readonly titles?: readonly [string, string]
}

/** Two versions side by side, one row per field. */
export const DifferenceTable = ({ caption, differences, titles = TITLES }: DifferenceTableProps) => (
  <Table>
    <Text as="caption" fontWeight="fontWeightDemiBold">
      {caption}
    </Text>
    <Table.Head>
      <Table.Row>
        {['Field', ...titles].map((title) => (
          <Table.Cell key={title} scope="col">
            {title}
          </Table.Cell>
        ))}
      </Table.Row>
    </Table.Head>
    <Table.Body>
      {differences.map(({ field, name, before, after }) => (
        <Table.Row key={field}>
          {/* Forma 36 makes each cell of a body a `td`. */}
          <Table.Cell role="rowheader">{name}</Table.Cell>
          <Table.Cell isWordBreak>{before}</Table.Cell>
          <Table.Cell isWordBreak>{after}</Table.Cell>
        </Table.Row>
      ))}
    </Table.Body>
  </Table>
)
