import * as z from 'zod'
import type { ContentType } from '#cms/model/field-definitions.ts'
import { model } from '#cms/model/model.gen.ts'
import { ENTRY_ID_PLACEHOLDER, getPreviewPaths, isOnSeveralPages } from '#cms/model/preview-paths.ts'
import { parseApiError } from '#cms/sync/contentful/api-error.ts'
import type { SpaceClient } from '#cms/sync/contentful/space-client.ts'
import { UserError } from '#shared/user-error.ts'
import type { AppChange } from './app-changes.ts'

/** The site on which editors see their drafts. */
interface PreviewSite {
  /** Without a trailing slash. */
  readonly siteUrl: string
  /** The secret of the preview login. */
  readonly secret: string
}

/** The content type is in `entityId`; older responses have `contentType` only. */
const configurationSchema = z.looseObject({
  contentType: z.string().optional(),
  entityId: z.string().optional(),
  url: z.string(),
  enabled: z.boolean(),
})
const previewEnvironmentSchema = z.object({
  sys: z.looseObject({ version: z.number() }),
  configurations: z.array(configurationSchema),
})

/**
 * Plans the preview environment `site` of the space: one address for each content type that the site shows. Others are
 * kept. The API is undocumented; Contentful’s own tools use it through the same client.
 */
export async function planPreviewAddresses(
  { client, path }: SpaceClient,
  previews: PreviewSite,
): Promise<readonly AppChange[]> {
  // Preview environments belong to the space, not to an environment of it.
  const address = `${path.replace(/\/environments\/.*/, '')}/preview_environments/site`
  // What is missing or cannot be read is written, which reports the reason.
  const response: unknown = await client.raw.get(address).catch(() => undefined)
  const { data: actual } = previewEnvironmentSchema.safeParse(response)
  const configurations = actual?.configurations ?? []
  const urls = getPreviewUrls(previews)
  const find = (id: string) => configurations.find(({ entityId, contentType }) => (entityId ?? contentType) === id)
  if ([...urls].every(([id, url]) => find(id)?.url === url && find(id)?.enabled)) return []

  const write = () => {
    const own = [...urls].map(([id, url]) => ({ contentType: id, example: false, ...find(id), url, enabled: true }))
    const others = configurations.filter(({ entityId, contentType }) => !urls.has(entityId ?? contentType ?? ''))
    const body = { name: 'Website', description: 'The site with its drafts.', configurations: [...own, ...others] }
    const headers = actual && { 'X-Contentful-Version': actual.sys.version }
    return client.raw.put(address, body, headers && { headers }).catch(throwWriteError)
  }
  return [{ text: 'set the preview addresses of the content types', write }]
}

/** Returns the preview URLs by content type. */
function getPreviewUrls({ siteUrl, secret }: PreviewSite): ReadonlyMap<string, string> {
  const types = Object.values<ContentType>(model)
  const toUrl = (contentTypeId: string, path: string) => {
    // The web app replaces the placeholder only if it is not encoded.
    const encodedPath = path.split(ENTRY_ID_PLACEHOLDER).map(encodeURIComponent).join(ENTRY_ID_PLACEHOLDER)
    const entry = isOnSeveralPages(contentTypeId, types) ? `&entry=${ENTRY_ID_PLACEHOLDER}` : ''
    return `${siteUrl}/preview?secret=${encodeURIComponent(secret)}&path=${encodedPath}${entry}`
  }
  return new Map([...getPreviewPaths(types)].map(([id, path]) => [id, toUrl(id, path)]))
}

/** Leaves out Contentful’s message, which repeats the address with the secret. */
function throwWriteError(error: unknown): never {
  const { status } = parseApiError(error)
  if (![400, 401, 403, 404, 422].includes(status)) throw error
  throw new UserError(
    `The preview addresses cannot be set (Contentful responded with ${status}): use a token that may set them, or enter them under Settings → Content preview`,
  )
}
