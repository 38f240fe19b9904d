import * as z from 'zod'
import type { ContentType } from '#cms/model/field-definitions.ts'
import { ENTRY_ID_PLACEHOLDER, getPreviewPaths, isOnSeveralPages } from '#cms/model/preview-paths.ts'
import { parseApiError, toFatalError } from '#cms/sync/contentful/api-error.ts'
import { createSpaceClient, type SpaceClient } from '#cms/sync/contentful/space-client.ts'
import type { SpaceConnection } from '#cms/sync/contentful/space-connections.ts'
import { type PlannedResource, planResources } from '#cms/sync/plan/plan.ts'
import { type ResourceDiff, type ResourceType, resourceKey } from './resource-type.ts'

/** The site on which editors see their drafts. */
export interface PreviewSite {
  /** Without a trailing slash. */
  readonly siteUrl: string
  /** The secret of the preview login. */
  readonly secret: string
}

/** The preview environment of the site. Other preview environments are not changed. */
const ID = 'site'

const TEXTS = { name: 'Website', description: 'The site with its drafts.' }

/** The preview URLs by content type. */
interface PreviewUrls {
  readonly id: string
  readonly urls: ReadonlyMap<string, string>
}

/** The content type is in `entityId`; older responses have `contentType` only. */
const previewEnvironmentSchema = z.object({
  sys: z.looseObject({ version: z.number() }),
  configurations: z.array(
    z.looseObject({
      contentType: z.string().optional(),
      entityId: z.string().optional(),
      url: z.string(),
      enabled: z.boolean(),
    }),
  ),
})

type PreviewEnvironment = z.output<typeof previewEnvironmentSchema>

/** Compares the preview environment of the space with the preview URLs of the site. Reads once. */
export async function planPreviewEnvironment(
  space: SpaceClient,
  types: readonly ContentType[],
  previews: PreviewSite,
): Promise<readonly PlannedResource[]> {
  const resourceType = createPreviewEnvironmentResourceType(space, previews)
  const actual = await resourceType.read(ID).catch(ignoreUnreadable)
  return planResources(
    resourceType,
    [{ id: ID, urls: getPreviewUrls(types, previews) }],
    new Map(actual && [[ID, actual]]),
  )
}

interface ApplyPreviewOptions {
  readonly connection: SpaceConnection
  readonly model: Readonly<Record<string, ContentType>>
  readonly previews: PreviewSite
}

/** Updates only the preview environment of a seeded space. */
export async function applyPreviewEnvironment({ connection, model, previews }: ApplyPreviewOptions): Promise<void> {
  try {
    const items = await planPreviewEnvironment(createSpaceClient(connection), Object.values(model), previews)
    for (const { action, apply } of items) if (action) await apply(() => {})
  } catch (error) {
    throw toFatalError(error, connection, 'writing') ?? error
  }
}

/** Returns the preview URLs of the content types that the site shows. */
function getPreviewUrls(types: readonly ContentType[], { siteUrl, secret }: PreviewSite): PreviewUrls['urls'] {
  const toUrl = (contentTypeId: string, path: string) => {
    // The web app replaces the placeholder only if it is not encoded.
    const encodedPath = path.split(ENTRY_ID_PLACEHOLDER).map(encodeURIComponent).join(ENTRY_ID_PLACEHOLDER)
    const entry = isOnSeveralPages(contentTypeId, types) ? `&entry=${ENTRY_ID_PLACEHOLDER}` : ''
    return `${siteUrl}/preview?secret=${encodeURIComponent(secret)}&path=${encodedPath}${entry}`
  }
  return new Map([...getPreviewPaths(types)].map(([id, path]) => [id, toUrl(id, path)]))
}

/** The API is undocumented. Contentful’s own tools use it through the same client. Preview environments are not published. */
function createPreviewEnvironmentResourceType(
  { client, path }: SpaceClient,
  { secret }: PreviewSite,
): ResourceType<PreviewUrls, PreviewEnvironment> {
  // Preview environments belong to the space, not to an environment of it.
  const address = `${path.replace(/\/environments\/.*/, '')}/preview_environments/${ID}`

  async function write({ urls }: PreviewUrls, actual: PreviewEnvironment | undefined) {
    const configurations = mergeConfigurations(urls, actual?.configurations ?? [])
    const options = actual && { headers: { 'X-Contentful-Version': actual.sys.version } }
    const request = client.raw.put(address, { ...TEXTS, configurations }, options)
    return previewEnvironmentSchema.parse(await request.catch((error: unknown) => throwWriteError(error, secret)))
  }

  return {
    name: 'preview addresses',
    read: async () => previewEnvironmentSchema.parse(await client.raw.get(address)),
    dependsOn: ({ urls }) => [...urls.keys()].map((id) => resourceKey('content type', id)),
    compare,

    nextStep(desired, actual) {
      if (actual && compare(desired, actual).changes.length === 0) return null
      return { action: actual ? 'update' : 'create', run: () => write(desired, actual) }
    },
  }
}

/** The diff does not contain the secret: plans are printed and stored in logs. */
function compare({ urls }: PreviewUrls, actual: PreviewEnvironment | undefined): ResourceDiff {
  const actualByType = new Map(actual?.configurations.map((item) => [getContentTypeId(item), item]))
  const changes = [...urls].flatMap(([id, url]) => {
    const existing = actualByType.get(id)
    if (existing?.url === url && existing.enabled) return []
    return [{ field: id, actual: existing && 'another address', desired: url.replace(/(?<=[?&]secret=)[^&]*/, '…') }]
  })
  return { changes, preserved: [] }
}

type Configuration = PreviewEnvironment['configurations'][number]

const getContentTypeId = ({ entityId, contentType }: Configuration) => entityId ?? contentType

/** Returns the configurations to write. Those of other content types are kept. */
function mergeConfigurations(urls: PreviewUrls['urls'], actual: readonly Configuration[]): readonly object[] {
  const merged = [...urls].map(([id, url]) => {
    const existing = actual.find((item) => getContentTypeId(item) === id)
    return { contentType: id, example: false, ...existing, url, enabled: true }
  })
  return [...merged, ...actual.filter((item) => !urls.has(getContentTypeId(item) ?? ''))]
}

/** Ignores a missing preview environment, and one that the token may not read: writing it reports the reason. */
function ignoreUnreadable(error: unknown): undefined {
  if (error instanceof z.ZodError || [401, 403, 404].includes(parseApiError(error).status)) return
  throw error
}

/**
 * Converts a rejected write to an error of this resource only: the site works without a preview environment. Removes the
 * secret, which Contentful repeats in its message.
 */
function throwWriteError(error: unknown, secret: string): never {
  const { status, message } = parseApiError(error)
  if (![400, 401, 403, 404, 422].includes(status)) throw error
  const reason = [secret, encodeURIComponent(secret)].reduce((text, value) => text.replaceAll(value, '…'), message)
  throw new Error(
    `${reason} (${status}): use a token that may set them, or enter them under Settings → Content preview`,
  )
}
