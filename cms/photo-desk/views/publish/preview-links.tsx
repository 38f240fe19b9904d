import { Flex, TextLink } from '@contentful/f36-components'
import * as z from 'zod'
import { getPagePath } from '#cms/model/preview-paths.ts'
import { useWorkspace } from '#cms/photo-desk/state/workspace/picture-workspace.ts'
import { previewApiPaths } from '#shared/preview-contract.ts'

/** Opens the page with all drafts, and the content report. */
export function PreviewLinks() {
  const { pictureType, sdk } = useWorkspace()
  const links = [
    { name: `Preview the ${pictureType.page.name}`, path: getPagePath(pictureType.page.type) ?? '/' },
    { name: 'Content report', path: previewApiPaths.report },
  ]
  const toUrl = (path: string) => createPreviewUrl(sdk.parameters.installation, path)
  if (!toUrl('/'))
    return (
      <small>
        To preview drafts here, an administrator enters the preview address of the site in the settings of this app.
      </small>
    )
  return (
    <Flex gap="spacingM">
      {links.map(({ name, path }) => (
        <TextLink key={name} href={toUrl(path)} target="_blank" rel="noopener noreferrer">
          {name}
        </TextLink>
      ))}
    </Flex>
  )
}

const installationSchema = z.object({ previewUrl: z.url({ protocol: /^https?$/ }) })

/** Returns the URL that shows drafts of a page; `undefined` if the installation of the app has no valid `previewUrl`. */
export function createPreviewUrl(parameters: unknown, path: string): string | undefined {
  const { success, data } = installationSchema.safeParse(parameters)
  if (!success) return undefined
  const url = new URL(data.previewUrl)
  url.searchParams.set('path', path)
  return url.href
}

/**
 * Returns the path that shows a page as visitors see it. With a preview, it ends the preview of this browser, which would
 * show drafts; a site without one does not have that path.
 */
export const getPublishedPath = (parameters: unknown, path: string): string =>
  createPreviewUrl(parameters, path) ? `${previewApiPaths.leave}?path=${encodeURIComponent(path)}` : path
