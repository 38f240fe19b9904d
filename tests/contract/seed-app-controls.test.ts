import { expect, test } from 'vitest'
import { model } from '#cms/model/model.gen.ts'
import { isUnchanged } from '#cms/sync/plan/plan.ts'
import type { TestSpace } from '#local-tests/start-space.ts'
import { addField } from '#tests/setup/content.ts'
import { planTestSpace, seedTestSpace } from '#tests/setup/contentful/seed-test-space.ts'
import { startSiteSpace } from '#tests/setup/contentful/start-site-space.ts'

const HOME = { contentTypeId: 'homePage' }

/** Changes the control of the facts on the home page. Returns the former one. */
async function changeControl({ client }: TestSpace, change: object, settings: object = {}) {
  const { controls = [], ...editorInterface } = await client.editorInterface.get(HOME)
  const control = controls.find(({ fieldId }) => fieldId === 'facts')
  const changed = controls.map((current) =>
    current === control ? { ...current, ...change, settings: { ...current.settings, ...settings } } : current,
  )
  await client.editorInterface.update(HOME, { ...editorInterface, controls: changed })
  return control
}

const readControl = async ({ client }: TestSpace) =>
  (await client.editorInterface.get(HOME)).controls?.find(({ fieldId }) => fieldId === 'facts')

test('seed and seed --force keep an app that is the control of a field, update its help, and replace a built-in control', async () => {
  await using space = await startSiteSpace('home')
  const app = { widgetNamespace: 'app', widgetId: 'an-app' }
  const initial = await changeControl(space, app, { columns: 3 })
  const kept = await readControl(space)
  for (const options of [{}, { force: true }])
    expect(await seedTestSpace(space.url, options)).toMatchObject({ writes: 0, failures: [] })
  expect(await readControl(space)).toEqual(kept)

  await changeControl(space, {}, { helpText: 'An earlier text' })
  const drift = (await planTestSpace(space.url)).items.filter((item) => !isUnchanged(item))
  expect(drift).toMatchObject([{ resourceType: 'editor interface', changes: [{ field: 'facts' }] }])
  expect(drift[0]?.changes[0]?.desired).not.toHaveProperty('widgetId')
  expect(await seedTestSpace(space.url)).toMatchObject({ writes: 1, failures: [] })
  expect(await readControl(space)).toEqual(kept)

  await changeControl(space, { widgetNamespace: 'builtin' })
  expect(await seedTestSpace(space.url)).toMatchObject({ writes: 1, failures: [] })
  expect(await readControl(space)).toMatchObject({ widgetNamespace: 'builtin', widgetId: initial?.widgetId })
})

test('a seed run restores changed tabs, and puts a field that only the space has in the first one', async () => {
  await using space = await startSiteSpace('model')
  const params = { contentTypeId: 'contactPage' }
  await addField(space, 'contactPage', {})
  const { editorLayout = [], ...editorInterface } = await space.client.editorInterface.get(params)
  await space.client.editorInterface.update(params, { ...editorInterface, editorLayout: editorLayout.slice(1) })
  expect(await seedTestSpace(space.url, { model, seed: { assets: [], entries: [] } })).toMatchObject({ writes: 1 })
  const [first, ...others] = editorLayout
  const withOwn = { ...first, items: [...(first?.items ?? []), { fieldId: 'own' }] }
  expect((await space.client.editorInterface.get(params)).editorLayout).toEqual([withOwn, ...others])
})
