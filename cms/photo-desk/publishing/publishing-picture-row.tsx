import { Button, Grid, Menu } from '@contentful/f36-components'
import { useWorkspace } from '#cms/photo-desk/space/picture-workspace.ts'
import { getPictureUrl, getPublicationState } from '#cms/photo-desk/space/space-pictures.ts'
import { PictureThumbnail } from '#cms/photo-desk/thumbnail.tsx'
import { canApply } from './change-pictures.ts'
import type { ComparedPicture } from './compare-content.ts'
import { getPictureTitle } from './describe-content.ts'
import { DifferenceTable } from './difference-table.tsx'
import type { RowAction } from './publishing-dialogs.tsx'
import { PublishingRow, type RowProps } from './publishing-row.tsx'
import { isUnpublished } from './unpublished-content.ts'

interface PictureRowProps extends RowProps {
  readonly picture: ComparedPicture
  readonly details: readonly string[]
  readonly onAction: (action: RowAction) => void
}

const MENU_ACTIONS = [
  { action: 'takeDown', label: 'Take down …', appliesTo: 'takeDown' },
  { action: 'takeDownLater', label: 'Take down at a time …', appliesTo: 'takeDown' },
  { action: 'archive', label: 'Archive …', appliesTo: 'archive' },
  { action: 'restore', label: 'Restore …', appliesTo: 'restore' },
  { action: 'delete', label: 'Delete …', appliesTo: 'delete' },
] as const

/** A picture with what is not published of it, and a menu. */
export function PublishingPictureRow({ picture, details, onAction, ...row }: PictureRowProps) {
  const { sdk, pictureType } = useWorkspace()
  const { entry, differences } = picture
  const title = getPictureTitle(picture, pictureType)
  const state = getPublicationState(entry)
  const hasTextIssue = [...row.check.blocking, ...row.check.advice].some(({ target }) => target?.kind === 'entry')
  return (
    <PublishingRow
      title={title}
      name={`“${title}”`}
      state={state === 'published' && isUnpublished(picture) ? 'changed' : state} // the asset is not published
      details={details}
      thumbnail={<PictureThumbnail {...picture} pictureType={pictureType} />}
      changes={differences.length > 0 && <PublishedAndDraft {...picture} />}
      buttons={
        hasTextIssue && (
          <Button
            size="small"
            tabIndex={-1} // the menu has the same
            aria-label={`Edit texts of “${title}”`}
            onClick={() => onAction('texts')}
          >
            Edit texts
          </Button>
        )
      }
      menuItems={
        <>
          {canApply('archive', picture) && (
            <Menu.Item onClick={() => onAction('texts')}>Edit texts and picture …</Menu.Item>
          )}
          <Menu.Item onClick={() => void sdk.navigator.openEntry(entry.sys.id, { slideIn: true })}>
            Open in Contentful
          </Menu.Item>
          {MENU_ACTIONS.filter(({ appliesTo }) => canApply(appliesTo, picture)).map(({ action, label }) => (
            <Menu.Item key={action} onClick={() => onAction(action)}>
              {label}
            </Menu.Item>
          ))}
        </>
      }
      {...row}
    />
  )
}

/** px; twice the width of the pictures. */
const PICTURE_WIDTH = 640

/** What visitors see of a picture beside what will be published: the files, if they differ, and the texts. */
function PublishedAndDraft({ asset, publishedAsset, differences }: ComparedPicture) {
  const versions = [
    { title: 'Visitors see', version: publishedAsset },
    { title: 'Will be published', version: asset },
  ]
  return (
    <>
      {publishedAsset && (
        <Grid columns="repeat(2, minmax(0, 320px))" columnGap="spacingM" paddingTop="spacingXs">
          {versions.map(({ title, version }) => (
            <figure key={title}>
              <img src={getPictureUrl(version, PICTURE_WIDTH)} alt="" />
              <figcaption>{title}</figcaption>
            </figure>
          ))}
        </Grid>
      )}
      <DifferenceTable caption="What changes" differences={differences} />
    </>
  )
}
