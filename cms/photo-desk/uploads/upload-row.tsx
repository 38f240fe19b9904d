import { Badge, Button, Flex, Text } from '@contentful/f36-components'
import { memo } from 'react'
import { useWorkspace } from '#cms/photo-desk/space/picture-workspace.ts'
import { Thumbnail } from '#cms/photo-desk/thumbnail.tsx'
import { DuplicateComparison } from './duplicate-comparison.tsx'
import { ACTIVE_STATUSES, FINISHED_STATUSES, type Upload, type UploadStatus } from './upload.ts'
import { describeStep, formatFileSize } from './upload-summary.ts'

/** One upload: its thumbnail, name, step and actions. Rendered again only when it changes. */
export const UploadRow = memo(function UploadRow({ upload }: { readonly upload: Upload }) {
  const { pictureType } = useWorkspace()
  const { fileName, fileSize, status, progress, message, thumbnailUrl } = upload
  const isProblem = status === 'failed' || status === 'rejected'
  return (
    <li className={`upload-row is-${status}`}>
      <Thumbnail url={thumbnailUrl} pictureType={pictureType} />
      <div className="upload-description">
        <Flex alignItems="baseline" gap="spacingXs">
          <Text fontWeight="fontWeightDemiBold" className="upload-name">
            <bdi>{fileName}</bdi>
          </Text>
          <Text fontColor="gray700" className="upload-size">
            {formatFileSize(fileSize)}
          </Text>
        </Flex>
        {message !== undefined && status !== 'done' && (
          <Text as="p" className={isProblem ? 'upload-message is-problem' : 'upload-message'}>
            {formatMessage(fileName, message, status)}
          </Text>
        )}
        {ACTIVE_STATUSES.has(status) && (
          <progress className="upload-progress" aria-label={`Progress of ${fileName}`} value={progress} max={1} />
        )}
      </div>
      <Badge variant={BADGES[status]} className="upload-step">
        {describeStep(upload)}
      </Badge>
      <UploadActions upload={upload} />
      {status === 'duplicate' && <DuplicateComparison upload={upload} />}
    </li>
  )
})

/** Messages about the file itself continue its name. */
const formatMessage = (fileName: string, message: string, status: UploadStatus): string =>
  status === 'rejected' ? `${fileName} ${message}.` : `${message.charAt(0).toUpperCase()}${message.slice(1)}.`

const BADGES = {
  waiting: 'secondary',
  preparing: 'primary',
  uploading: 'primary',
  paused: 'secondary',
  duplicate: 'warning',
  failed: 'negative',
  rejected: 'negative',
  done: 'positive',
} as const satisfies Record<UploadStatus, string>

/** What continues an upload that has stopped. */
const RESUME_NAMES: ReadonlyMap<UploadStatus, string> = new Map([
  ['paused', 'Resume'],
  ['failed', 'Retry'],
])

function UploadActions({ upload: { id, fileName, status } }: { readonly upload: Upload }) {
  const { uploads } = useWorkspace()
  const isFinished = FINISHED_STATUSES.has(status)
  const isActive = ACTIVE_STATUSES.has(status)
  const name = isActive ? 'Pause' : RESUME_NAMES.get(status)
  return (
    <Flex className="upload-actions" gap="spacingXs">
      {/* One button, so that the focus stays when what it does changes. */}
      {name && (
        <Button
          size="small"
          variant={status === 'failed' ? 'primary' : 'secondary'}
          aria-label={`${name} ${fileName}`}
          onClick={() => (isActive ? uploads.pause([id]) : uploads.resume([id]))}
        >
          {name}
        </Button>
      )}
      <Button
        size="small"
        variant="transparent"
        aria-label={`${isFinished ? 'Hide' : 'Cancel'} ${fileName}`}
        onClick={() => uploads.cancel([id])}
      >
        {isFinished ? 'Hide' : 'Cancel'}
      </Button>
    </Flex>
  )
}
