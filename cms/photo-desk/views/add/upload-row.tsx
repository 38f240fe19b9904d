import { Badge, Button, Flex, Text } from '@contentful/f36-components'
import { memo } from 'react'
import { Thumbnail } from '#cms/photo-desk/components/thumbnail.tsx'
import { ACTIVE_STATUSES, FINISHED_STATUSES, type Upload } from '#cms/photo-desk/state/uploads/upload.ts'
import {
  describeProblem,
  describeStatus,
  formatFileSize,
  getProgress,
  STATUSES,
} from '#cms/photo-desk/state/uploads/upload-summary.ts'
import { useWorkspace } from '#cms/photo-desk/state/workspace/picture-workspace.ts'
import { DuplicateComparison } from './duplicate-comparison.tsx'

/** One upload: its thumbnail, name, step and actions. Rendered again only when it changes. */
export const UploadRow = memo(function UploadRow({ upload }: { readonly upload: Upload }) {
  const { uploads, pictureType } = useWorkspace()
  const { id, fileName, fileSize, status, replacedEntryId } = upload
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
            <Button
              size="small"
              variant="primary"
              aria-label={`Retry ${fileName}`}
              onClick={() => uploads.resume([id])}
            >
              Retry
            </Button>
          )}
          <Button
            size="small"
            variant="transparent"
            aria-label={`${endName} ${fileName}`}
            onClick={() => uploads.cancel([id])}
          >
            {endName}
          </Button>
        </Flex>
      </Flex>
      {status === 'duplicate' && <DuplicateComparison upload={upload} />}
    </Flex>
  )
})
