import { Box, Grid } from '@contentful/f36-components'
import { useMutation } from '@tanstack/react-query'
import type { PropsWithChildren } from 'react'
import { useStore } from 'zustand'
import { getPictureUrl, type SpaceEntry } from '#cms/photo-desk/client/space-pictures.ts'
import { Button } from '#cms/photo-desk/components/button.tsx'
import { DifferenceTable } from '#cms/photo-desk/components/difference-table.tsx'
import { PictureNames } from '#cms/photo-desk/components/picture-names.tsx'
import { Conflict } from '#cms/photo-desk/components/row-status.tsx'
import { hasUnsavedOrder } from '#cms/photo-desk/state/order/order-edits.ts'
import type { SpacePicture } from '#cms/photo-desk/state/pictures/picture.ts'
import { checkPublishedVersion } from '#cms/photo-desk/state/publication/check-pictures.ts'
import type { ComparedContent, ListMove } from '#cms/photo-desk/state/publication/compare-content.ts'
import { discardFile, discardOrder, discardTexts } from '#cms/photo-desk/state/publication/discarded-values.ts'
import type { FieldDifference } from '#cms/photo-desk/state/publication/field-differences.ts'
import { findUsages } from '#cms/photo-desk/state/publication/find-usages.ts'
import { findListedRow } from '#cms/photo-desk/state/texts/picture-rows.ts'
import {
  useIsPublishing,
  usePictureRows,
  usePictures,
  useSpacePictures,
  useWorkspace,
} from '#cms/photo-desk/state/workspace/picture-workspace.ts'

const TITLES = ['Visitors see', 'Will be published'] as const

/** px; twice the width of the pictures. */
const PICTURE_WIDTH = 640

interface PictureChangesProps extends ComparedContent {
  readonly picture: SpacePicture
  readonly publishedEntry: SpaceEntry
}

/** What visitors see of a picture beside what will be published, and a way back to it: the files, if they differ, and the texts. */
export function PictureChanges(props: PictureChangesProps) {
  const { picture, publishedEntry, publishedAsset, differences } = props
  const workspace = useWorkspace()
  const { pictureType, client, discards, publishing } = workspace
  const { page } = useSpacePictures()
  const isPublishing = useIsPublishing()
  const row = findListedRow(usePictureRows(), picture.id) ?? picture
  const title = `“${picture.title}”`
  const isFile = ({ field }: FieldDifference) => field === pictureType.pictureField
  const misfits = checkPublishedVersion(page, publishedEntry, publishedAsset ?? picture.asset, pictureType)
  /** Returns why a difference cannot be discarded; `undefined` if it can. */
  const findObstacle = (difference: FieldDifference): string | undefined =>
    isFile(difference) && !publishedAsset ? 'The file that visitors see cannot be found' : misfits.get(difference.field)

  const start = useMutation({
    mutationFn: async ({ name, discarded }: { readonly name: string; readonly discarded: typeof differences }) => {
      const fields = discarded.filter((difference) => !isFile(difference)).map(({ field }) => field)
      const asset = discarded.some(isFile) && publishedAsset
      const values = [
        ...(fields.length > 0 ? [discardTexts(workspace, row, publishedEntry, fields)] : []),
        ...(asset ? [discardFile(workspace, picture, { entry: publishedEntry, asset })] : []),
      ]
      // Another asset is linked again, and none of other entries changes.
      const isSharable = asset && asset.sys.id === picture.asset?.sys.id
      const usages = isSharable ? (await findUsages(client, [picture])).ofAssets : []
      const others = usages.map((usage) => `“${usage.title}”`).join(', ')
      const remark = others && `The file is back for ${others}, too.`
      await discards.discard({ name, values, remark })
    },
    onError: ({ message }) => publishing.say(`Nothing is discarded: ${message}.`, true),
  })
  const renderButton = (label: string, accessibleName: string, discard: Parameters<typeof start.mutate>[0]) => (
    <Button isDisabled={isPublishing} aria-label={accessibleName} onClick={() => start.mutate(discard)}>
      {label}
    </Button>
  )
  return (
    <>
      {publishedAsset && (
        <Grid columns="repeat(2, minmax(0, 320px))" columnGap="spacingM" paddingTop="spacingXs">
          {[publishedAsset, picture.asset].map((version, index) => (
            <figure key={TITLES[index]}>
              <img src={getPictureUrl(version, PICTURE_WIDTH)} alt="" style={{ maxInlineSize: '100%' }} />
              <figcaption>{TITLES[index]}</figcaption>
            </figure>
          ))}
        </Grid>
      )}
      <DifferenceTable
        caption="What changes"
        titles={TITLES}
        differences={differences}
        renderAction={(difference) => {
          const name = `the ${difference.name.charAt(0).toLowerCase()}${difference.name.slice(1)} of ${title}`
          const obstacle = findObstacle(difference)
          return (
            <ActionBox key="action">
              {obstacle === undefined
                ? renderButton('Discard', `Discard ${name}`, { name, discarded: [difference] })
                : `What visitors see cannot be taken back: ${obstacle}.`}
            </ActionBox>
          )
        }}
      />
      {row.edit?.status === 'conflict' && (
        <ActionBox>
          <Conflict row={row} onChoose={() => {}} />
        </ActionBox>
      )}
      {differences.length > 1 && !differences.some(findObstacle) && (
        <ActionBox>
          {renderButton('Discard all', `Discard all changes of ${title}`, { name: title, discarded: differences })}
        </ActionBox>
      )}
    </>
  )
}

const ActionBox = (props: PropsWithChildren) => <Box paddingTop="spacingXs" paddingBottom="spacing2Xs" {...props} />

/** What moved in the list, and changes of other fields: publishing the page publishes those of other editors too. */
export function PageChanges({ entry, publishedEntry, moves, differences }: ComparedContent) {
  const workspace = useWorkspace()
  const pictures = usePictures()
  const { name } = workspace.pictureType.page
  const isPublishing = useIsPublishing()
  const order = publishedEntry && discardOrder(workspace, entry, publishedEntry)
  const isOrderUnsaved = useStore(workspace.order.store, hasUnsavedOrder)
  const hasAdditions = moves.some(({ before }) => before === undefined)
  const remark = hasAdditions ? 'What was added to it stays.' : undefined
  const discard = { name: `the order of the ${name}`, values: order ? [order] : [], remark }
  return (
    <>
      {order && (
        <ActionBox>
          {isOrderUnsaved ? (
            'To discard the order, first save or discard what is not saved under Order.'
          ) : (
            <>
              <Button isDisabled={isPublishing} onClick={() => void workspace.discards.discard(discard)}>
                Discard the order
              </Button>{' '}
              {remark}
            </>
          )}
        </ActionBox>
      )}
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
