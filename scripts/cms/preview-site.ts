import type { PreviewSite } from '#cms/sync/resources/compare-preview-environment.ts'
import { parsePublicEnv } from '#scripts/build/public-env.ts'
import { ensureLocalSecrets } from '#scripts/dev/local-contentful.ts'
import { readPreviewSiteUrl } from '#scripts/dev/seed-local-contentful.ts'
import { parseEditorConfig } from '#server/config/editor-config.ts'

interface Options {
  readonly env: Readonly<Record<string, string | undefined>>
  /** The state folder of the local Contentful; none for a real space. */
  readonly folder?: string | undefined
}

/**
 * The site on which the space is to show drafts; `undefined` where nobody says, and the space is then not asked.
 * What the variables leave open, a local site has noted in its state folder. Throws `UserError`.
 */
export async function parsePreviewSite({ env, folder }: Options): Promise<PreviewSite | undefined> {
  const { previewSecret } = parseEditorConfig({ PREVIEW_SECRET: env.PREVIEW_SECRET })
  const { VITE_SITE_URL } = parsePublicEnv({ VITE_SITE_URL: env.VITE_SITE_URL })
  const siteUrl = VITE_SITE_URL ?? (folder && readPreviewSiteUrl(folder))
  if (!siteUrl) return undefined
  const secret = previewSecret ?? (folder && (await ensureLocalSecrets(folder)).preview)
  return secret ? { siteUrl, secret } : undefined
}
