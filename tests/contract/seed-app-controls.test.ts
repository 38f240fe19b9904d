import { expect, test } from 'vitest'
import { isUnchanged } from '#cms/sync/plan/plan.ts'
import type { TestSpace } from '#local-tests/start-space.ts'
import { planTestSpace, seedTestSpace } from '#tests/setup/contentful/seed-test-space.ts'
import { startSiteSpace } from '#tests/setup/contentful/start-site-space.ts'

const HOME = { contentTypeId: 'homePage' }

/** Replaces the control of the facts on the home page. */
async function setControl({ client }: TestSpace, control: { widgetNamespace: 'app' | 'builtin'; helpText?: string }) {
  const editorInterface = await client.editorInterface.get(HOME)
  const { widgetNamespace, helpText } = control
  const controls = (editorInterface.controls ?? []).map((current) =>
    current.fieldId === 'facts'
      ? {
          ...current,
          widgetNamespace,
          widgetId: 'an-app',
          settings: { ...current.settings, columns: 3, ...(helpText !== undefined && { helpText }) },
        }
      : current,
  )
  await client.editorInterface.update(HOME, { ...editorInterface, controls })
}

const readControl = async ({ client }: TestSpace) =>
  (await client.editorInterface.get(HOME)).controls?.find(({ fieldId }) => fieldId === 'facts')

test('seed and seed --force keep an app that is the control of a field', async () => {
  await using space = await startSiteSpace('home')
  await setControl(space, { widgetNamespace: 'app' })
  const control = await readControl(space)
  for (const options of [{}, { force: true }]) {
    expect((await planTestSpace(space.url, options)).items.filter((item) => !isUnchanged(item))).toEqual([])
    expect(await seedTestSpace(space.url, options)).toMatchObject({ writes: 0, failures: [] })
  }
  expect(await readControl(space)).toEqual(control)
})

test('updates the help text of a field with an app as its control', async () => {
  await using space = await startSiteSpace('home')
  const initial = await readControl(space)
  await setControl(space, { widgetNamespace: 'app', helpText: 'An earlier text' })
  const drift = (await planTestSpace(space.url)).items.filter((item) => !isUnchanged(item))
  expect(drift).toMatchObject([{ resourceType: 'editor interface', changes: [{ field: 'facts' }] }])
  expect(drift[0]?.changes[0]?.desired).not.toHaveProperty('widgetId')
  expect(await seedTestSpace(space.url)).toMatchObject({ writes: 1, failures: [] })
  expect(await readControl(space)).toMatchObject({
    widgetNamespace: 'app',
    widgetId: 'an-app',
    settings: { ...initial?.settings, columns: 3 },
  })
})

test('replaces another built-in control', async () => {
  await using space = await startSiteSpace('home')
  const initial = await readControl(space)
  await setControl(space, { widgetNamespace: 'builtin' })
  expect(await seedTestSpace(space.url)).toMatchObject({ writes: 1, failures: [] })
  expect(await readControl(space)).toMatchObject({ widgetNamespace: 'builtin', widgetId: initial?.widgetId })
})
