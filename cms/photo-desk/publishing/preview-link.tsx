import { TextLink } from '@contentful/f36-components'
import * as z from 'zod'
import { getPagePath } from '#cms/model/preview-paths.ts'
import { useWorkspace } from '#cms/photo-desk/space/picture-workspace.ts'

/** Opens the page with all drafts. */
export function PreviewLink() {
  const { pictureType, sdk } = useWorkspace()
  const previewUrl = createPreviewUrl(sdk.parameters.installation, getPagePath(pictureType.page.type) ?? '/')
  return previewUrl ? (
    <TextLink href={previewUrl} target="_blank" rel="noopener noreferrer">
      Preview the {pictureType.page.name}
    </TextLink>
  ) : (
    <small>
      To preview drafts here, an administrator enters the preview address of the site in the settings of this app.
    </small>
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
