import * as z from 'zod'

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
