import type { AppDefinitionProps, AppInstallationProps } from 'contentful-management'
import * as z from 'zod'
import { ignoreNotFound } from '#cms/sync/apply/reconcile.ts'
import { createSpaceClient, type RequestCounts, type SpaceClient } from '#cms/sync/contentful/space-client.ts'
import type { ManagementConnection } from '#cms/sync/contentful/space-connections.ts'
import { matchesDesired } from '#cms/sync/resources/resource-type.ts'
import { createPhotoDeskDefinition, PHOTO_DESK_NAME } from '#shared/photo-desk.ts'
import { UserError } from '#shared/user-error.ts'
import { isAppControl, withWidgets } from './field-controls.ts'
import { listPhotoDeskDefinitions, type PhotoDeskState, readPhotoDesk } from './read-photo-desk.ts'
import { applyToCurrentState, runAppRequests, throwAppAccessError } from './run-app-requests.ts'

export interface InstallPhotoDeskOptions {
  readonly connection: ManagementConnection
  /** The site whose server has the photo desk, for example `https://www.site.example`. */
  readonly siteUrl: string
  /** Lets the photo desk link to the preview of the site. Default: the address in the installation stays as it is. */
  readonly previewSecret?: string | undefined
  /** Called once before the first write, with the changes. Throws if the user declines. */
  readonly confirm?: (summary: string) => Promise<void>
}

/** What a command has changed in an environment. */
export interface AppSummary extends RequestCounts {
  /** One sentence per change. */
  readonly changes: readonly string[]
}

export interface InstallSummary extends AppSummary {
  readonly appDefinitionId: string
  /** The address of the page that Contentful shows. */
  readonly src: string
}

/** What the commands write. */
interface DesiredApp {
  readonly definition: ReturnType<typeof createPhotoDeskDefinition>
  /** The installation parameter; `undefined` if it stays as it is. */
  readonly previewUrl: string | undefined
}

/**
 * Installs the photo desk of a site in an environment: its app definition, its installation, and the controls of its
 * fields. Writes only what differs, so that the next run continues an interrupted one. Throws `UserError`.
 */
export async function installPhotoDesk(options: InstallPhotoDeskOptions): Promise<InstallSummary> {
  const { connection, siteUrl, previewSecret, confirm } = options
  const definition = createPhotoDeskDefinition(parseSiteUrl(siteUrl))
  const desired = { definition, previewUrl: previewSecret && createPreviewUrl(siteUrl, previewSecret) }
  const space = createSpaceClient(connection)
  const read = () => readPhotoDesk(space, definition.src)
  const state = await runAppRequests(connection, 'reading', read)
  expectContentTypes(state, connection)
  const changes = describeChanges(state, desired)
  if (changes.length > 0) await confirm?.(`${changes.join(', ')}.`)
  const apply = (current: PhotoDeskState) => applyChanges(space, current, desired)
  const { id } = await runAppRequests(connection, 'writing', () => applyToCurrentState(state, read, apply))
  return { appDefinitionId: id, src: definition.src, changes, ...space.traffic }
}

/** Returns the URL of a site without a slash at its end. Throws `UserError` unless a frame in an https page can show it. */
export function parseSiteUrl(siteUrl: string): string {
  const url = URL.parse(siteUrl)
  const isLocal = url?.protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)
  if (url && (url.protocol === 'https:' || isLocal) && !url.search && !url.hash) return siteUrl.replace(/\/+$/, '')
  throw new UserError(
    `"${siteUrl}" cannot be the site of the photo desk: use an https address, such as https://www.your-site.com. http works for this machine only`,
  )
}

/** Returns the address that enters the preview. The photo desk replaces its path. */
const createPreviewUrl = (siteUrl: string, secret: string) =>
  `${parseSiteUrl(siteUrl)}/preview?${new URLSearchParams({ secret, path: '/' })}`

function expectContentTypes({ types }: PhotoDeskState, { environmentId, spaceId }: ManagementConnection): void {
  const missing = types.flatMap(({ contentType, editorInterface }) => (editorInterface ? [] : [contentType.id]))
  if (missing.length === 0) return
  throw new UserError(
    `The environment "${environmentId}" of the space "${spaceId}" has no published content type ${missing.join(', ')}: seed it first (npm run cms -- seed)`,
  )
}

/** Returns a sentence per change. A definition that does not exist yet is the control of no field. */
function describeChanges(state: PhotoDeskState, app: DesiredApp) {
  const { definition, installation, types } = state
  const { definition: desired } = app
  const others = types.flatMap((type) =>
    listOtherFields(type, definition?.sys.id).map((fieldId) => `${type.contentType.id}.${fieldId}`),
  )
  return [
    ...(definition ? [] : [`create the app definition "${PHOTO_DESK_NAME}" with the page ${desired.src}`]),
    ...(definition && definition.src !== desired.src
      ? [`change the page of the app definition from ${definition.src ?? 'none'} to ${desired.src}`]
      : []),
    ...(definition && definition.src === desired.src && !isUpToDate(definition, desired)
      ? ['update the locations of the app definition']
      : []),
    ...(installation ? [] : ['install the app']),
    ...(installation && !hasPreviewUrl(installation, app) ? ['set the preview address of the app'] : []),
    ...others.map((field) => `make the app the control of ${field}`),
  ]
}

/** Returns the fields of a content type that have another control. */
const listOtherFields = ({ fieldIds, editorInterface }: PhotoDeskState['types'][number], appDefinitionId?: string) =>
  fieldIds.filter((fieldId) => !isAppControl(editorInterface, fieldId, appDefinitionId))

const hasPreviewUrl = ({ parameters }: AppInstallationProps, { previewUrl }: DesiredApp) =>
  previewUrl === undefined || parametersSchema.parse(parameters).previewUrl === previewUrl

/** Parameters of any type, or none. */
const parametersSchema = z.looseObject({ previewUrl: z.unknown() }).partial().catch({})

/** An app definition with a bundle shows the bundle instead of the page. */
const isUpToDate = (definition: AppDefinitionProps, desired: DesiredApp['definition']) =>
  matchesDesired(definition, desired) && definition.bundle === undefined

/** Makes all changes in the order of their dependencies. Returns the `sys` of the app definition. */
async function applyChanges(space: SpaceClient, state: PhotoDeskState, desired: DesiredApp) {
  const { client } = space
  const { installation } = state
  const { sys } = await writeDefinition(space, state, desired.definition)
  if (!installation || !hasPreviewUrl(installation, desired)) {
    const { previewUrl } = desired
    const parameters = { ...parametersSchema.parse(installation?.parameters), ...(previewUrl && { previewUrl }) }
    await client.appInstallation.upsert({ appDefinitionId: sys.id }, { parameters })
  }
  for (const type of state.types) {
    const fieldIds = listOtherFields(type, sys.id)
    const { editorInterface } = type
    if (!editorInterface || fieldIds.length === 0) continue
    const widgets = fieldIds.map((fieldId) => ({ fieldId, widgetNamespace: 'app' as const, widgetId: sys.id }))
    const controls = withWidgets(editorInterface.controls ?? [], widgets)
    await client.editorInterface.update({ contentTypeId: type.contentType.id }, { ...editorInterface, controls })
  }
  return sys
}

async function writeDefinition(
  space: SpaceClient,
  { organizationId, definition }: PhotoDeskState,
  desired: DesiredApp['definition'],
): Promise<AppDefinitionProps> {
  if (definition && isUpToDate(definition, desired)) return definition
  const { appDefinition } = space.client
  if (definition) {
    const { bundle: _, ...current } = definition
    const params = { organizationId, appDefinitionId: definition.sys.id }
    return appDefinition
      .update(params, { ...current, ...desired })
      .catch((error: unknown) => throwAppAccessError(error, organizationId))
  }
  const created = await appDefinition
    .create({ organizationId }, desired)
    .catch((error: unknown) => throwAppAccessError(error, organizationId))
  return removeRepeatedDefinitions(space, organizationId, created)
}

/**
 * Deletes all app definitions of the photo desk but the oldest, and returns it. None existed before: the others come from
 * the retry of a request whose response was lost, or from another installation at the same time.
 */
async function removeRepeatedDefinitions(space: SpaceClient, organizationId: string, created: AppDefinitionProps) {
  const [first = created, ...others] = await listPhotoDeskDefinitions(space, organizationId)
  for (const { sys } of others)
    await space.client.appDefinition.delete({ organizationId, appDefinitionId: sys.id }).catch(ignoreNotFound)
  return first
}
