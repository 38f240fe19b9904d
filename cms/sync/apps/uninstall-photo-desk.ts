import { ignoreNotFound } from '#cms/sync/apply/reconcile.ts'
import { createSpaceClient, type SpaceClient } from '#cms/sync/contentful/space-client.ts'
import { createPhotoDeskDefinition, PHOTO_DESK_NAME } from '#shared/photo-desk.ts'
import { getDefaultWidgets, isAppControl, withWidgets } from './field-controls.ts'
import { type AppSummary, type InstallPhotoDeskOptions, parseSiteUrl } from './install-photo-desk.ts'
import { type PhotoDeskState, readPhotoDesk } from './read-photo-desk.ts'
import { applyToCurrentState, runAppRequests, throwAppAccessError } from './run-app-requests.ts'

/** The site selects one of several apps with the name of the photo desk. */
type UninstallPhotoDeskOptions = Omit<InstallPhotoDeskOptions, 'siteUrl'> & { readonly siteUrl?: string | undefined }

export interface UninstallSummary extends AppSummary {
  /** Whether the app definition stays, because other environments have installed it. */
  readonly isUsedElsewhere: boolean
}

/** The photo desk of an environment, and whether the app is installed in others. */
interface InstalledPhotoDesk extends PhotoDeskState {
  readonly isUsedElsewhere: boolean
}

/**
 * Removes the photo desk from an environment: its fields get their default controls, and its installation is deleted. So
 * is its app definition, unless other environments use it. Throws `UserError`.
 */
export async function uninstallPhotoDesk(options: UninstallPhotoDeskOptions): Promise<UninstallSummary> {
  const { connection, siteUrl, confirm } = options
  const src = siteUrl === undefined ? undefined : createPhotoDeskDefinition(parseSiteUrl(siteUrl)).src
  const space = createSpaceClient(connection)
  const read = async () => {
    const found = await readPhotoDesk(space, src)
    return { ...found, isUsedElsewhere: await isInstalledElsewhere(space, found) }
  }
  const state = await runAppRequests(connection, 'reading', read)
  const changes = describeChanges(state)
  if (changes.length > 0) await confirm?.(`${changes.join(', ')}.`)
  const apply = (current: InstalledPhotoDesk) => applyChanges(space, current)
  await runAppRequests(connection, 'writing', () => applyToCurrentState(state, read, apply))
  return { changes, isUsedElsewhere: state.isUsedElsewhere, ...space.traffic }
}

async function isInstalledElsewhere({ client }: SpaceClient, state: PhotoDeskState): Promise<boolean> {
  const { definition, installation, organizationId } = state
  if (!definition) return false
  const params = { organizationId, appDefinitionId: definition.sys.id }
  const { items } = await client.appInstallation
    .getForOrganization(params)
    .catch((error: unknown) => throwAppAccessError(error, organizationId))
  return items.length > (installation ? 1 : 0)
}

/** Returns the content types with the fields whose control is the app. */
const findAppFields = ({ definition, types }: PhotoDeskState) =>
  types.map((type) => ({
    ...type,
    fieldIds: type.fieldIds.filter((fieldId) => isAppControl(type.editorInterface, fieldId, definition?.sys.id)),
  }))

function describeChanges(state: InstalledPhotoDesk): readonly string[] {
  const { definition, installation, isUsedElsewhere } = state
  return [
    ...findAppFields(state).flatMap(({ contentType, fieldIds }) =>
      fieldIds.map((fieldId) => `reset the control of ${contentType.id}.${fieldId}`),
    ),
    ...(installation ? ['uninstall the app'] : []),
    ...(definition && !isUsedElsewhere ? [`delete the app definition "${PHOTO_DESK_NAME}"`] : []),
  ]
}

/**
 * Resets the controls first: a field whose control is a missing app cannot be edited. What is missing was deleted by a
 * request whose retry failed.
 */
async function applyChanges({ client }: SpaceClient, state: InstalledPhotoDesk): Promise<void> {
  const { organizationId, definition, installation, isUsedElsewhere } = state
  if (!definition) return
  for (const { contentType, fieldIds, editorInterface } of findAppFields(state)) {
    if (!editorInterface || fieldIds.length === 0) continue
    const controls = withWidgets(editorInterface.controls ?? [], getDefaultWidgets(contentType, fieldIds))
    await client.editorInterface.update({ contentTypeId: contentType.id }, { ...editorInterface, controls })
  }
  const params = { organizationId, appDefinitionId: definition.sys.id }
  if (installation) await client.appInstallation.delete(params).catch(ignoreNotFound)
  if (isUsedElsewhere) return
  const deletion = client.appDefinition.delete(params).catch(ignoreNotFound)
  await deletion.catch((error: unknown) => throwAppAccessError(error, organizationId))
}
