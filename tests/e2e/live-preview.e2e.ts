import type { Page } from '@playwright/test'
import * as z from 'zod'
import { saveDraftField } from '#tests/setup/contentful/draft-field.ts'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import { type MockContentfulEditor, openMockEditor } from '#tests/setup/e2e/mock-contentful-editor.ts'
import { sitePages } from '#tests/setup/e2e/site-pages.ts'

test.use(REDUCED_MOTION)

const FOREIGN_URL = 'https://app.contentful.com.elsewhere.example/'

const servicesSchema = z.object({ servicesPageCollection: z.object({ items: z.tuple([z.looseObject({})]) }) })
type ServicesData = z.output<typeof servicesSchema>

/** Opens the services page in the editor's frame. Returns the editor and the data that the page has received. */
async function openServicesInEditor(page: Page, site: { editorOrigin: string; previewUrl: (path: string) => string }) {
  const responsePromise = page.waitForResponse(
    async (response) =>
      response.url().endsWith('/preview/graphql') && (await response.text()).includes('"servicesPageCollection"'),
  )
  const editor = await openMockEditor(page, site.editorOrigin, site.previewUrl('/services'))
  const response = z.object({ data: z.unknown() }).parse(await (await responsePromise).json())
  return { editor, data: servicesSchema.parse(response.data) }
}

/** Creates the message that the editor sends when this title is entered. */
async function createUpdateMessage(
  editor: MockContentfulEditor,
  data: ServicesData,
  introTitle: string | null,
): Promise<object> {
  const { servicesPageCollection: pages } = data
  return {
    source: 'live-preview-editor',
    method: 'ENTRY_UPDATED',
    subscriptionId: await editor.findSubscriptionId('servicesPageCollection'),
    data: { servicesPageCollection: { ...pages, items: [{ ...pages.items[0], introTitle }] } },
  }
}

const getHeading = (editor: MockContentfulEditor, name: string) =>
  editor.preview.getByRole('heading', { name, exact: true })
const getNotice = (editor: MockContentfulEditor) =>
  editor.preview.getByRole('region', { name: 'Preview' }).getByRole('status')

test('shows a text while it is typed, without requests', async ({ page, site }) => {
  const { editor, data } = await openServicesInEditor(page, site)
  await using _ = editor
  const requestUrls: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'fetch') requestUrls.push(request.url())
  })
  await editor.postMessage(await createUpdateMessage(editor, data, 'As I t'))
  await expect(getHeading(editor, 'As I t')).toBeVisible()
  await editor.postMessage(await createUpdateMessage(editor, data, 'As I type'))
  await expect(getHeading(editor, 'As I type')).toBeVisible()
  expect(requestUrls).toEqual([])
})

test('does not show an entry without a required field, and the banner shows the reason', async ({ page, site }) => {
  const { editor, data } = await openServicesInEditor(page, site)
  await using _ = editor
  await editor.postMessage(await createUpdateMessage(editor, data, 'Half a tit'))
  await expect(getHeading(editor, 'Half a tit')).toBeVisible()
  await editor.postMessage(await createUpdateMessage(editor, data, null))
  await expect(getNotice(editor)).toContainText('is missing or is not valid')
  await expect(getHeading(editor, 'Half a tit')).toBeVisible()
  await editor.postMessage(await createUpdateMessage(editor, data, 'A whole title'))
  await expect(getHeading(editor, 'A whole title')).toBeVisible()
  await expect(getNotice(editor)).toBeEmpty()
})

test('refetches the content and the list of drafts when any entry is saved', async ({ page, site, management }) => {
  await using editor = await openMockEditor(page, site.editorOrigin, site.previewUrl('/services'))
  const toggle = editor.preview.getByRole('button', { name: /published/i })
  await expect(toggle).toHaveText('All published')
  const restore = await saveDraftField(management, 'services-page', 'introTitle', 'Saved as a draft')
  try {
    const entity = { sys: { id: 'an-entry-without-a-mark' } }
    await editor.postMessage({ source: 'live-preview-editor', method: 'ENTRY_SAVED', entity })
    await expect(getHeading(editor, 'Saved as a draft')).toBeVisible()
    await expect(toggle).toHaveText('1 not published')
  } finally {
    await restore()
  }
  // The page does not show that the entry was published. Only the list changes, and the server may have cached it.
  await editor.postMessage({ source: 'live-preview-editor', method: 'ENTRY_SAVED', entity: {} })
  await expect(toggle).toHaveText('All published')
})

test('sends the query to the editor, which needs it to know about empty fields', async ({ page, site }) => {
  await using editor = await openMockEditor(page, site.editorOrigin, site.previewUrl('/services'))
  const configs = (await editor.readMessages()).map(({ config }) => config ?? '')
  expect(configs.find((config) => config.includes('"servicesPageCollection"'))).toContain('query Services')
})

test('ignores messages from another origin', async ({ page, site }) => {
  const { editor, data } = await openServicesInEditor(page, site)
  await using _ = editor
  await page.route(FOREIGN_URL, (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Foreign</h1>' }))
  await page.evaluate((url) => document.querySelectorAll('iframe')[1]?.setAttribute('src', url), FOREIGN_URL)
  await expect(editor.secondFrame.locator('h1')).toHaveText('Foreign')
  const [framed, foreign] = [site.url, FOREIGN_URL].map((url) =>
    page.frames().find((frame) => frame.url().startsWith(url)),
  )
  if (!framed || !foreign) throw new Error('A frame is missing')

  const message = await createUpdateMessage(editor, data, 'From elsewhere')
  await foreign.evaluate((data) => window.parent.frames[0]?.postMessage(data, '*'), message)
  await expect
    .poll(() => framed.evaluate(() => JSON.stringify(Reflect.get(window, 'receivedMessages'))))
    .toContain(new URL(FOREIGN_URL).origin)
  // The page would show the text within two animation frames.
  await framed.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  await expect(getHeading(editor, 'From elsewhere')).toHaveCount(0)

  await editor.postMessage(message)
  await expect(getHeading(editor, 'From elsewhere')).toBeVisible()
})

test('in the editor’s frame the page reports its tagged elements, and opens the published page in a new tab', async ({
  page,
  site,
}) => {
  await using editor = await openMockEditor(page, site.editorOrigin, site.previewUrl('/services'))
  expect((await editor.readMessages()).map(({ method }) => method)).toContain('CONNECTED')
  await editor.postMessage({ source: 'live-preview-editor', method: 'INSPECTOR_MODE_CHANGED', isInspectorActive: true })
  await expect
    .poll(async () =>
      JSON.stringify((await editor.readMessages()).filter(({ method }) => method === 'TAGGED_ELEMENTS')),
    )
    .toContain('"fieldId":"introTitle"')
  await expect(editor.preview.getByRole('link', { name: /^Leave/ })).toHaveCount(0)
  const opening = page.waitForEvent('popup')
  await editor.preview.getByRole('link', { name: 'See the published page' }).click()
  const published = await opening
  await expect(published).toHaveURL(/\/services$/)
  await expect(published.getByRole('region', { name: 'Preview' })).toHaveCount(0)
})

for (const { path, taggedFields } of sitePages) {
  test(`${path} has tagged fields in the editor’s frame`, async ({ page, site }) => {
    await using editor = await openMockEditor(page, site.editorOrigin, site.previewUrl(path))
    const shownFields = await editor.preview
      .locator('[data-contentful-entry-id]')
      .evaluateAll((elements) =>
        elements.map(({ dataset }) => `${dataset.contentfulEntryId} ${dataset.contentfulFieldId}`),
      )
    expect(shownFields).toEqual(expect.arrayContaining([...taggedFields]))
  })
}

test('outside a frame the preview has no tagged fields and does not load Contentful’s client', async ({
  page,
  site,
}) => {
  const scripts: Promise<string>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.text())
  })
  await page.goto(site.previewUrl('/services'))
  await expect(page.getByRole('region', { name: 'Preview' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(page.locator('[data-contentful-entry-id]')).toHaveCount(0)
  const code = (await Promise.all(scripts)).join('\n')
  expect(code).toContain('Leave') // a text of the banner: the scripts were read
  expect(code).not.toContain('live-preview-sdk')
})
