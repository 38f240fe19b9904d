import * as z from 'zod'

const installationSchema = z.object({ previewUrl: z.url({ protocol: /^https?$/ }) })

/** Content at a time in the future: what scheduled actions will have published and unpublished by then. */
export interface PreviewTime {
  /** ISO 8601 */
  readonly at: string
  /** Ids of entries and assets. */
  readonly publish: readonly string[]
  readonly unpublish: readonly string[]
}

/**
 * Returns the URL that shows drafts of a page on the site, or the page as of a time. `undefined` if the installation of
 * the app has no valid parameter `previewUrl`.
 */
export function createPreviewUrl(parameters: unknown, path: string, time?: PreviewTime): string | undefined {
  const { success, data } = installationSchema.safeParse(parameters)
  if (!success) return undefined
  const url = new URL(data.previewUrl)
  url.searchParams.set('path', path)
  if (!time) return url.href
  url.searchParams.set('at', time.at)
  url.searchParams.set('publish', time.publish.join(','))
  url.searchParams.set('unpublish', time.unpublish.join(','))
  return url.href
}
