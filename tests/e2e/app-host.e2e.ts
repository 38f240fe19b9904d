import { test as base, expect, type Page } from '@playwright/test'
import { LOCALE } from '#shared/constants.ts'
import { createSeededSpace, type SeededSpace } from '#tests/contract/seeded-space.ts'
import { expectNoAxeViolations } from '#tests/setup/e2e/axe.ts'
import { startScriptPage } from '#tests/setup/e2e/script-page.ts'

/** An app with the official App SDK. It shows what it reads, and its buttons call the SDK. */
const APP = `
  import { init } from '@contentful/app-sdk'
  init(async (sdk) => {
    const show = (id, value) => (document.getElementById(id).textContent = JSON.stringify(value))
    const handle = (id, run) => (document.getElementById(id).onclick = () => run().then(
      (value) => show('result', value ?? 'done'),
      ({ name, message }) => show('result', { name, message }),
    ))
    show('ids', sdk.ids)
    handle('read', async () => (await sdk.cma.entry.get({ entryId: 'fact-miles' })).fields.unit['${LOCALE}'])
    handle('upload', async () => (await sdk.cma.upload.create({}, { file: new Uint8Array(900).buffer })).sys.type)
    handle('fail', () => sdk.cma.entry.get({ entryId: 'none' }))
    handle('notify', async () => sdk.notifier.success('The board says hello'))
    handle('open', () => sdk.navigator.openEntry('fact-miles'))
    if (!sdk.field) return
    sdk.field.onValueChanged((links) => show('value', links?.map(({ sys }) => sys.id)))
    sdk.entry.onSysChanged((sys) => show('version', sys.version))
    handle('reverse', () => sdk.field.setValue(sdk.field.getValue().toReversed()))
    handle('patch', async () => {
      const entry = await sdk.cma.entry.get({ entryId: sdk.ids.entry })
      entry.fields.watchLabel = { '${LOCALE}': 'Look' }
      await sdk.cma.entry.update({ entryId: entry.sys.id }, entry)
    })
    sdk.window.startAutoResizer()
  })
`

const BUTTONS = ['read', 'upload', 'fail', 'notify', 'open', 'reverse', 'patch']
const OUTPUTS = ['ids', 'value', 'version', 'result']
const BODY = `<title>Board</title><div style="height: 333px"><h1>Board</h1>
  ${BUTTONS.map((id) => `<button id="${id}">${id}</button>`).join('')}
  ${OUTPUTS.map((id) => `<p id="${id}"></p>`).join('')}</div>`

/** Each test has its own seeded space. */
const test = base.extend<{ readonly space: SeededSpace }, { readonly appUrl: string }>({
  appUrl: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires the pattern
    async ({}, use) => {
      await using page = await startScriptPage(BODY, APP)
      await use(page.url)
    },
    { scope: 'worker' },
  ],
  space: async ({ page }, use) => {
    await using space = await createSeededSpace()
    await use(space)
    await page.close() // the page may still load pictures
  },
})

/** Installs the app, and makes it the control of the home page's list of facts. Returns its id. */
async function installApp({ client }: SeededSpace, src: string): Promise<string> {
  const definition = await client.appDefinition.create(
    { organizationId: 'local' },
    {
      name: 'Board',
      src,
      locations: [
        { location: 'page', navigationItem: { name: 'The board', path: '/' } },
        {
          location: 'entry-field',
          fieldTypes: [{ type: 'Array', items: { type: 'Link', linkType: 'Entry' } }],
        },
      ],
    },
  )
  await client.appInstallation.upsert({ appDefinitionId: definition.sys.id }, { parameters: {} })
  await useAppControl(client, definition.sys.id)
  return definition.sys.id
}

async function useAppControl(client: SeededSpace['client'], widgetId: string): Promise<void> {
  const editorInterface = await client.editorInterface.get({ contentTypeId: 'homePage' })
  const controls = (editorInterface.controls ?? []).filter(({ fieldId }) => fieldId !== 'facts')
  const settings = { helpText: 'Four facts' }
  await client.editorInterface.update(
    { contentTypeId: 'homePage' },
    { ...editorInterface, controls: [...controls, { fieldId: 'facts', widgetNamespace: 'app', widgetId, settings }] },
  )
}

const openEntry = (page: Page, space: SeededSpace) =>
  page.goto(`${space.url}/app/spaces/local/environments/master/entries/home-page`)
const getApp = (page: Page) => page.frameLocator('iframe.app')
const callApp = (page: Page, name: string) => getApp(page).getByRole('button', { name, exact: true }).click()
const expectResult = (page: Page, text: string | RegExp) => expect(getApp(page).locator('#result')).toHaveText(text)
const readFacts = async ({ client }: SeededSpace): Promise<readonly string[]> =>
  (await client.entry.get({ entryId: 'home-page' })).fields.facts[LOCALE].map(
    ({ sys }: { readonly sys: { readonly id: string } }) => sys.id,
  )

test('an app has a page that the navigation opens, and uses the editor', async ({ page, space, appUrl }) => {
  const id = await installApp(space, appUrl)
  await page.goto(`${space.url}/app`)
  await page.getByRole('link', { name: 'The board' }).click()
  await expect(page).toHaveURL(`${space.url}/app/spaces/local/environments/master/apps/${id}`)
  await expect(getApp(page).locator('#ids')).toContainText(`"app":"${id}"`)
  await expect(page.getByRole('link', { name: 'The board' })).toHaveAttribute('aria-current', 'page')
  const { height = 0 } = (await page.locator('iframe.app').boundingBox()) ?? {}
  expect(height).toBeGreaterThan(500)
  await expectNoAxeViolations(page)

  await callApp(page, 'read')
  await expectResult(page, '"miles"')
  await callApp(page, 'upload')
  await expectResult(page, '"Upload"')
  await callApp(page, 'fail')
  await expectResult(page, /"name":"NotFound".*status\\*": 404/)
  await callApp(page, 'notify')
  await expect(page.locator('.status')).toHaveText('The board says hello')
  await callApp(page, 'open')
  await expect(page).toHaveURL(/entries\/fact-miles$/)
})

test('an app edits a field of the form, and hears of changes', async ({ page, space, appUrl }) => {
  await installApp(space, appUrl)
  const before = await readFacts(space)
  await openEntry(page, space)
  const field = page.getByRole('group', { name: 'Facts' })
  await expect(field).toHaveAccessibleDescription(/Four facts/)
  await expect(getApp(page).locator('#value')).toHaveText(JSON.stringify(before))
  await expect.poll(async () => (await page.locator('iframe.app').boundingBox())?.height).toBeGreaterThan(330)
  await expectNoAxeViolations(page)

  await callApp(page, 'reverse')
  await expect(page.getByText('Not saved yet')).toBeVisible()
  await expect(getApp(page).locator('#value')).toHaveText(JSON.stringify(before.toReversed()))
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Not saved yet')).toBeHidden()
  expect(await readFacts(space)).toEqual(before.toReversed())
  const { version } = (await space.client.entry.get({ entryId: 'home-page' })).sys
  await expect(getApp(page).locator('#version')).toHaveText(String(version))

  await page.getByRole('button', { name: 'Edit without Board' }).click()
  await field.getByRole('listitem').first().getByRole('button', { name: 'Down' }).click()
  await page.getByRole('button', { name: 'Edit with Board' }).click()
  const [fourth = '', third = '', ...others] = before.toReversed()
  await expect(getApp(page).locator('#value')).toHaveText(JSON.stringify([third, fourth, ...others]))
})

test('a version that the app saves is loaded into the form, which keeps what was typed', async ({
  page,
  space,
  appUrl,
}) => {
  await installApp(space, appUrl)
  await openEntry(page, space)
  await callApp(page, 'reverse')
  await callApp(page, 'patch')
  await expectResult(page, '"done"')
  await expect(page.getByRole('textbox', { name: 'Watch label' })).toHaveValue('Look')
  await expect(page.getByText('Not saved yet')).toBeVisible()
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.locator('.status')).toHaveText('Saved')
})

test('an app whose server is stopped leaves the field its own control', async ({ page, space }) => {
  test.slow() // waits until the app is late
  await installApp(space, 'http://127.0.0.1:1/')
  await openEntry(page, space)
  const field = page.getByRole('group', { name: 'Facts' })
  await expect(page.getByText('The app Board does not respond: check that its server')).toBeVisible({ timeout: 20_000 })
  await field.getByRole('listitem').first().getByRole('button', { name: 'Down' }).click()
  await expect(page.getByText('Not saved yet')).toBeVisible()
})

test('an app on another machine, and one that is not installed, are named with the reason', async ({ page, space }) => {
  const id = await installApp(space, 'https://board.example/')
  await openEntry(page, space)
  const field = page.getByRole('group', { name: 'Facts' })
  await expect(page.getByText('The app Board cannot be shown: its address https://board.example/')).toBeVisible()
  await expect(field.getByRole('listitem')).toHaveCount(4)
  await page.getByRole('link', { name: 'The board' }).click()
  await expect(page.getByText('The app Board cannot be shown: its address')).toBeVisible()
  await space.client.appInstallation.delete({ appDefinitionId: id })
  await page.reload()
  await expect(page.getByText(`The app ${id} cannot be shown: it is not installed.`)).toBeVisible()
  await openEntry(page, space)
  await expect(page.getByText(`The app ${id} cannot be shown: it is not installed.`)).toBeVisible()
  await expect(field.getByRole('listitem')).toHaveCount(4)
})
