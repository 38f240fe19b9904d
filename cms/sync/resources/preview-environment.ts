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

/** The one preview that is ours; those that others made stay as they are. */
const ID = 'site'

/** Compares where the space's web app shows entries with where the site does. Reads once. */
export async function planPreviewEnvironment(
  space: SpaceClient,
  types: readonly ContentType[],
  previews: PreviewSite,
): Promise<readonly PlannedResource[]> {
  const kind = previewAddresses(space, previews)
  const urls = getPreviewUrls(types, previews)
  const wanted = { id: ID, name: 'Website', description: 'The site with its drafts.', urls }
  const held = await retryTruncatedResponse(() => kind.read(ID)).catch(unread)
  return planResources(kind, [wanted], new Map(held && [[ID, held]]))
}

interface Task {
  readonly connection: ManagementConnection
  readonly model: Readonly<Record<string, ContentType>>
  readonly previews: PreviewSite
}

/** Brings them alone into a space that is seeded: one request where they are there. Answers whether they were not. */
export async function applyPreviewEnvironment({ connection, model, previews }: Task): Promise<boolean> {
  try {
    const items = await planPreviewEnvironment(createSpaceClient(connection), Object.values(model), previews)
    const due = items.filter(({ action }) => action)
    for (const { apply } of due) await apply(() => {})
    return due.length > 0
  } catch (error) {
    throw toFatalError(error, connection, 'writing') ?? error
  }
}

/** The API is undocumented; Contentful's own tools use it, through the same client. Nothing of it is published. */
function previewAddresses(
  { client, path }: SpaceClient,
  { secret }: PreviewSite,
): ResourceType<DesiredPreviewEnvironment, ActualPreviewEnvironment> {
  // They belong to the space, not to an environment.
  const address = `${path.replace(/\/environments\/.*/, '')}/preview_environments/${ID}`

  async function write(
    { name, description, urls }: DesiredPreviewEnvironment,
    held: ActualPreviewEnvironment | undefined,
  ) {
    const configurations = mergePreviewConfigurations(urls, held?.configurations ?? [])
    const version = held && { headers: { 'X-Contentful-Version': held.sys.version } }
    const request = client.raw.put(address, { name, description, configurations }, version)
    return previewEnvironmentSchema.parse(await request.catch((error: unknown) => refuseAlone(error, secret)))
  }

  return {
    name: 'preview addresses',
    read: async () => previewEnvironmentSchema.parse(await client.raw.get(address)),
    dependsOn: ({ urls }) => [...urls.keys()].map((id) => resourceKey('content type', id)),
    compare: comparePreviewEnvironment,

    nextStep(wanted, held) {
      if (!held) return { action: 'create', run: () => write(wanted, undefined) }
      if (comparePreviewEnvironment(wanted, held).changes.length === 0) return null
      return { action: 'update', run: () => write(wanted, held) }
    },
  }
}

/** What is not there, or not to be read with this token: writing it will say which. */
function unread(error: unknown): undefined {
  if (error instanceof ZodError || [401, 403, 404].includes(parseApiError(error).status)) return
  throw error
}

/** No reason to stop: the site does without. What Contentful repeats of the request is not repeated. */
function refuseAlone(error: unknown, secret: string): never {
  const { status, message } = parseApiError(error)
  if (![400, 401, 403, 404, 422].includes(status)) throw error
  const reason = [secret, encodeURIComponent(secret)].reduce((text, hidden) => text.replaceAll(hidden, '…'), message)
  throw new Error(
    `${reason} (${status}): take a token that may set them, or enter them under Settings → Content preview`,
  )
}
