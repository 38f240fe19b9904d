import { Badge, Flex, Text } from '@contentful/f36-components'
import { WarningIcon } from '@contentful/f36-icons'
import { memo } from 'react'
import { useStore } from 'zustand'
import { getPictureUrl } from '#cms/photo-desk/client/space-pictures.ts'
import type { DuplicateDecision } from '#cms/photo-desk/client/stored-work.ts'
import { Button } from '#cms/photo-desk/components/button.tsx'
import { Thumbnail } from '#cms/photo-desk/components/thumbnail.tsx'
import { ACTIVE_STATUSES, FINISHED_STATUSES, type Upload } from '#cms/photo-desk/state/uploads/upload.ts'
import {
  describeProblem,
  describeStatus,
  formatFileSize,
  getProgress,
  STATUSES,
} from '#cms/photo-desk/state/uploads/upload-summary.ts'
import { usePictures, useWorkspace } from '#cms/photo-desk/state/workspace/picture-workspace.ts'

/** One upload: its thumbnail, name, step and actions. Rendered again only when it changes. */
export const UploadRow = memo(function UploadRow({ upload }: { readonly upload: Upload }) {
  const { uploads, pictureType } = useWorkspace()
  const { id, fileName, fileSize, status, replacedEntryId, notes } = upload
  const problem = describeProblem(upload)
  const endName = FINISHED_STATUSES.has(status) ? 'Hide' : 'Cancel'
  return (
    <Flex as="li" className="upload-row" flexWrap="wrap">
      <Thumbnail picture={upload} />
      <div className="upload-description">
        <Text fontWeight="fontWeightDemiBold">
          <bdi>{fileName}</bdi>
        </Text>{' '}
        <Text fontColor="gray700">{formatFileSize(fileSize)}</Text>
        {ACTIVE_STATUSES.has(status) && (
          <progress aria-label={`Progress of ${fileName}`} value={getProgress(upload)} max={1} />
        )}
        {problem !== undefined && (
          <Text as="p" fontColor={upload.problem ? 'red600' : 'gray900'}>
            {problem}
          </Text>
        )}
        {notes?.map((note) => (
          <Text key={note} as="p" fontColor="colorWarning">
            <WarningIcon size="tiny" color="currentColor" aria-hidden="true" /> {fileName} {note}.
          </Text>
        ))}
        {problem === undefined && replacedEntryId !== undefined && (
          <Text as="p" fontColor="gray700">
            New file of a {pictureType.name} that is there already
          </Text>
        )}
      </div>
      <Flex className="upload-actions" alignItems="center" justifyContent="space-between">
        <Badge variant={STATUSES[status].variant} textTransform="none">
          {describeStatus(upload)}
        </Badge>
        <Flex className="upload-buttons" justifyContent="flex-end" gap="spacingXs">
          {status === 'failed' && (
            <Button variant="primary" aria-label={`Retry ${fileName}`} onClick={() => uploads.resume([id])}>
              Retry
            </Button>
          )}
          <Button variant="transparent" aria-label={`${endName} ${fileName}`} onClick={() => uploads.cancel([id])}>
            {endName}
          </Button>
        </Flex>
      </Flex>
      {status === 'duplicate' && <DuplicateComparison upload={upload} />}
    </Flex>
  )
})

/** px; twice the width at which the pictures are shown */
const PICTURE_WIDTH = 480

/** A file beside the picture that it is the same as or looks like, with what the editor can decide. */
function DuplicateComparison({ upload }: { readonly upload: Upload }) {
  const { uploads, pictureType } = useWorkspace()
  const { id, fileName, thumbnailUrl, duplicate, replacedEntryId } = upload
  const existing = useExistingPicture(upload)
  const isReplacement = replacedEntryId !== undefined
  const canReplace = !isReplacement && duplicate?.entryId !== undefined
  const renderDecision = (decision: DuplicateDecision, name: string) => (
    <Button
      variant={decision === 'skip' && duplicate?.isEqual ? 'primary' : 'secondary'}
      aria-label={`${name}: ${fileName}`}
      onClick={() => uploads.decide([id], decision)}
    >
      {name}
    </Button>
  )
  return (
    <Flex className="upload-comparison" fullWidth flexDirection="column" gap="spacingS">
      <Flex flexWrap="wrap" gap="spacingM">
        <Figure url={thumbnailUrl} caption="New file" text={fileName} />
        <Figure {...existing} />
      </Flex>
      <Flex gap="spacingS" flexWrap="wrap">
        {renderDecision('skip', 'Skip')}
        {canReplace && renderDecision('replace', 'Replace')}
        {renderDecision('add', isReplacement ? 'Replace anyway' : 'Add anyway')}
      </Flex>
      {canReplace && (
        <Text as="p" fontColor="gray700">
          Replace gives the existing {pictureType.name} the new file. Its place and texts stay, and visitors see it when
          it is published.
        </Text>
      )}
    </Flex>
  )
}

interface FigureProps {
  readonly url: string | undefined
  readonly caption: string
  readonly text: string | undefined
}

function useExistingPicture({ duplicate }: Upload): FigureProps {
  const { uploads, pictureType } = useWorkspace()
  const picture = usePictures().get(duplicate?.entryId ?? '')
  const other = useStore(uploads.store, (all) => all.find(({ id }) => id === duplicate?.uploadId))
  if (duplicate?.uploadId !== undefined)
    return { url: other?.thumbnailUrl, caption: 'Other file', text: other?.fileName }
  const url = getPictureUrl(picture?.asset, PICTURE_WIDTH)
  return { url, caption: `Existing ${pictureType.name}`, text: picture?.title }
}

const Figure = ({ url, caption, text }: FigureProps) => (
  <figure className="upload-figure">
    {url !== undefined && <img src={url} alt="" loading="lazy" />}
    <figcaption>
      <strong>{caption}</strong>
      <div>{text}</div>
    </figcaption>
  </figure>
)
