import { Button, Flex, TextLink } from '@contentful/f36-components'
import { useQueryClient } from '@tanstack/react-query'
import { getPagePath } from '#cms/model/preview-paths.ts'
import { useWorkspace } from '#cms/photo-desk/space/picture-workspace.ts'
import { getPictureCheck } from './check-pictures.ts'
import { describeSelection } from './describe-content.ts'
import { createPreviewUrl } from './preview-url.ts'
import type { PublishingData } from './use-publishing-data.ts'

interface PublishingHeaderProps {
  readonly data: PublishingData
  readonly isRunning: boolean
  /** Called after the content is fetched again, with a sentence about it. */
  readonly onRefreshed: (text: string) => void
}

/** How much is not published, and its preview. */
export function PublishingHeader({ data, isRunning, onRefreshed }: PublishingHeaderProps) {
  const { pictureType, sdk } = useWorkspace()
  const queryClient = useQueryClient()
  const previewUrl = createPreviewUrl(sdk.parameters.installation, getPagePath(pictureType.page.type) ?? '/')
  const unpublished = data.pictures.filter(({ changes }) => changes.length > 0)
  const blocked = unpublished.filter(({ entry }) => getPictureCheck(data.check, entry.sys.id).blocking.length > 0)
  const summary = describeSelection(pictureType, unpublished.length, data.page !== undefined)

  async function refresh(): Promise<void> {
    await queryClient.invalidateQueries()
    const time = new Date().toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
    onRefreshed(`Read from Contentful at ${time}.`)
  }

  return (
    <Flex flexWrap="wrap" alignItems="center" gap="spacingXs" className="publishing-header">
      <p>
        {summary === 'nothing'
          ? 'Everything is published.'
          : `Not published: ${summary}. What you do not select stays as it is.`}
        {blocked.length > 0 && ` ${describeSelection(pictureType, blocked.length, false)} cannot be published yet.`}
      </p>
      <Flex flexWrap="wrap" alignItems="center" gap="spacingXs">
        {previewUrl ? (
          <TextLink href={previewUrl} target="_blank" rel="noopener noreferrer">
            Preview the {pictureType.page.name}
          </TextLink>
        ) : (
          <small>
            To preview drafts here, an administrator enters the preview address of the site in the settings of this app.
          </small>
        )}
        <Button size="small" isDisabled={isRunning} onClick={refresh}>
          Refresh
        </Button>
      </Flex>
    </Flex>
  )
}
