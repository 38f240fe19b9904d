import { ZodError } from 'zod'
import type { ContentType } from '#cms/model/field-definitions.ts'
import { parseApiError, toFatalError } from '#cms/sync/contentful/api-error.ts'
import { retryTruncatedResponse } from '#cms/sync/contentful/retry-request.ts'
import { createSpaceClient, type SpaceClient } from '#cms/sync/contentful/space-client.ts'
import type { ManagementConnection } from '#cms/sync/contentful/space-connections.ts'
import { type PlannedResource, planResources } from '#cms/sync/plan/plan.ts'
import {
  type ActualPreviewEnvironment,
  comparePreviewEnvironment,
  type DesiredPreviewEnvironment,
  getPreviewUrls,
  mergePreviewConfigurations,
  type PreviewSite,
  previewEnvironmentSchema,
} from './compare-preview-environment.ts'
import { type ResourceType, resourceKey } from './resource-type.ts'

/** The preview environment of the site. Other preview environments are not changed. */
const ID = 'site'

/** Compares the preview environment of the space with the preview URLs of the site. Reads once. */
export async function planPreviewEnvironment(
  space: SpaceClient,
  types: readonly ContentType[],
  previews: PreviewSite,
): Promise<readonly PlannedResource[]> {
  const resourceType = createPreviewEnvironmentResourceType(space, previews)
  const urls = getPreviewUrls(types, previews)
  const desired = { id: ID, name: 'Website', description: 'The site with its drafts.', urls }
  const actual = await retryTruncatedResponse(() => resourceType.read(ID)).catch(ignoreUnreadable)
  return planResources(resourceType, [desired], new Map(actual && [[ID, actual]]))
}

interface ApplyPreviewOptions {
  readonly connection: ManagementConnection
  readonly model: Readonly<Record<string, ContentType>>
  readonly previews: PreviewSite
}

/** Updates only the preview environment of a seeded space. Returns whether it was changed. */
export async function applyPreviewEnvironment({ connection, model, previews }: ApplyPreviewOptions): Promise<boolean> {
  try {
    const items = await planPreviewEnvironment(createSpaceClient(connection), Object.values(model), previews)
    const changedItems = items.filter(({ action }) => action)
    for (const { apply } of changedItems) await apply(() => {})
    return changedItems.length > 0
  } catch (error) {
    throw toFatalError(error, connection, 'writing') ?? error
  }
}

/** The API is undocumented. Contentful’s own tools use it through the same client. Preview environments are not published. */
function createPreviewEnvironmentResourceType(
  { client, path }: SpaceClient,
  { secret }: PreviewSite,
): ResourceType<DesiredPreviewEnvironment, ActualPreviewEnvironment> {
  // Preview environments belong to the space, not to an environment of it.
  const url = `${path.replace(/\/environments\/.*/, '')}/preview_environments/${ID}`

  async function write(
    { name, description, urls }: DesiredPreviewEnvironment,
    actual: ActualPreviewEnvironment | undefined,
  ) {
    const configurations = mergePreviewConfigurations(urls, actual?.configurations ?? [])
    const options = actual && { headers: { 'X-Contentful-Version': actual.sys.version } }
    const request = client.raw.put(url, { name, description, configurations }, options)
    return previewEnvironmentSchema.parse(await request.catch((error: unknown) => throwWriteError(error, secret)))
  }

  return {
    name: 'preview addresses',
    read: async () => previewEnvironmentSchema.parse(await client.raw.get(url)),
    dependsOn: ({ urls }) => [...urls.keys()].map((id) => resourceKey('content type', id)),
    compare: comparePreviewEnvironment,

    nextStep(desired, actual) {
      if (!actual) return { action: 'create', run: () => write(desired, undefined) }
      if (comparePreviewEnvironment(desired, actual).changes.length === 0) return null
      return { action: 'update', run: () => write(desired, actual) }
    },
  }
}

/** Ignores a missing preview environment, and one that the token may not read: writing it reports the reason. */
function ignoreUnreadable(error: unknown): undefined {
  if (error instanceof ZodError || [401, 403, 404].includes(parseApiError(error).status)) return
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
