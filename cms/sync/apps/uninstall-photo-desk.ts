import { ignoreNotFound } from '#cms/sync/contentful/api-error.ts'
import { createPhotoDeskDefinition, PHOTO_DESK_NAME } from '#shared/photo-desk.ts'
import { type AppChange, type AppChangeOptions, type AppSummary, applyAppChanges } from './app-changes.ts'
import { getDefaultWidgets, isAppControl, withWidgets } from './field-controls.ts'
import { parseSiteUrl } from './install-photo-desk.ts'

interface UninstallPhotoDeskOptions extends Omit<AppChangeOptions, 'src'> {
  /** Selects one of several apps with the name of the photo desk. */
  readonly siteUrl?: string | undefined
}

/**
 * Removes the photo desk from an environment: its fields get their default controls, and its installation is deleted. So
 * is its app definition, unless other environments use it. Throws `UserError`.
 */
export function uninstallPhotoDesk({ siteUrl, ...options }: UninstallPhotoDeskOptions): Promise<AppSummary> {
  const src = siteUrl === undefined ? undefined : createPhotoDeskDefinition(parseSiteUrl(siteUrl)).src
  return applyAppChanges({ ...options, src }, async (state, { client }): Promise<readonly AppChange[]> => {
    const { organizationId, definition, installation, types } = state
    if (!definition) return []
    const params = { organizationId, appDefinitionId: definition.sys.id }
    const { items } = await client.appInstallation.getForOrganization(params)
    const isUsedElsewhere = items.length > (installation ? 1 : 0)
    return [
      // First: a field whose control is a missing app cannot be edited.
      ...types.flatMap(({ contentType, fieldIds, editorInterface }) => {
        const appIds = fieldIds.filter((fieldId) => isAppControl(editorInterface, fieldId, definition.sys.id))
        if (!editorInterface || appIds.length === 0) return []
        const controls = withWidgets(editorInterface.controls ?? [], getDefaultWidgets(contentType, appIds))
        return [
          {
            text: `reset the control of ${appIds.map((fieldId) => `${contentType.id}.${fieldId}`).join(' and ')}`,
            write: () =>
              client.editorInterface.update({ contentTypeId: contentType.id }, { ...editorInterface, controls }),
          },
        ]
      }),
      ...(installation
        ? [{ text: 'uninstall the app', write: () => client.appInstallation.delete(params).catch(ignoreNotFound) }]
        : []),
      ...(isUsedElsewhere
        ? []
        : [
            {
              text: `delete the app definition "${PHOTO_DESK_NAME}"`,
              write: () => client.appDefinition.delete(params).catch(ignoreNotFound),
            },
          ]),
    ]
  })
}
