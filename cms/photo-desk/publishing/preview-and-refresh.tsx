import { Button, Flex, TextLink } from '@contentful/f36-components'
import { useQueryClient } from '@tanstack/react-query'
import * as z from 'zod'
import { getPagePath } from '#cms/model/preview-paths.ts'
import { useWorkspace } from '#cms/photo-desk/space/picture-workspace.ts'
import { createSpacePicturesQuery } from '#cms/photo-desk/space/space-pictures.ts'

interface PreviewAndRefreshProps {
  readonly isDisabled: boolean
  /** Called after the content is fetched again, with a sentence about it. */
  readonly onRefreshed: (text: string, hasFailed: boolean) => void
}

/** Opens the page with all drafts, and fetches the content again. */
export function PreviewAndRefresh({ isDisabled, onRefreshed }: PreviewAndRefreshProps) {
  const { client, pictureType, sdk } = useWorkspace()
  const queryClient = useQueryClient()
  const previewUrl = createPreviewUrl(sdk.parameters.installation, getPagePath(pictureType.page.type) ?? '/')

  async function refresh(): Promise<void> {
    await queryClient.invalidateQueries()
    const { error } = queryClient.getQueryState(createSpacePicturesQuery(client, pictureType).queryKey) ?? {}
    const time = new Date().toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
    onRefreshed(error ? `Not read again: ${error.message}.` : `Read from Contentful at ${time}.`, Boolean(error))
  }

  return (
    <Flex flexWrap="wrap" alignItems="center" gap="spacingS">
      {previewUrl ? (
        <TextLink href={previewUrl} target="_blank" rel="noopener noreferrer">
          Preview the {pictureType.page.name}
        </TextLink>
      ) : (
        <small>
          To preview drafts here, an administrator enters the preview address of the site in the settings of this app.
        </small>
      )}
      <Button size="small" isDisabled={isDisabled} onClick={refresh}>
        Refresh
      </Button>
    </Flex>
  )
}

const installationSchema = z.object({ previewUrl: z.url({ protocol: /^https?$/ }) })

/**
 * Returns the URL that shows drafts of a page on the site. `undefined` if the installation of the app has no valid
 * parameter `previewUrl`.
 */
export function createPreviewUrl(parameters: unknown, path: string): string | undefined {
  const { success, data } = installationSchema.safeParse(parameters)
  if (!success) return undefined
  const url = new URL(data.previewUrl)
  url.searchParams.set('path', path)
  return url.href
}
