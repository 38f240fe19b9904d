import { createPhotoDeskDefinition } from '#shared/photo-desk.ts'
import { expect, test } from '#tests/setup/e2e/fixtures.ts'

test('a local site installs its photo desk in the local Contentful', async ({ site, management }) => {
  const { items } = await management.appDefinition.getMany({ organizationId: 'local' })
  expect(items).toHaveLength(1)
  expect(items[0]).toMatchObject(createPhotoDeskDefinition(site.url))

  const appDefinitionId = items[0]?.sys.id ?? ''
  const installation = await management.appInstallation.get({ appDefinitionId })
  expect(installation.sys.appDefinition.sys.id).toBe(appDefinitionId)
  const { controls = [] } = await management.editorInterface.get({ contentTypeId: 'galleryPage' })
  expect(controls.find(({ fieldId }) => fieldId === 'images')).toMatchObject({
    widgetNamespace: 'app',
    widgetId: appDefinitionId,
  })
})
