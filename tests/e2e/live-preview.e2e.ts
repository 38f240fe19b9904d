import type { Page } from '@playwright/test'
import * as z from 'zod'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import { getSeedText } from '#tests/setup/seed-content.ts'
import { type MockContentfulEditor, openMockEditor } from './mock-contentful-editor.ts'

test.use(REDUCED_MOTION)

const FOREIGN_URL = 'https://app.contentful.com.elsewhere.example/'

const panelsSchema = z.object({ items: z.array(z.looseObject({ linkLabel: z.nullable(z.string()) })) })
const servicesSchema = z.object({
  servicesPageCollection: z.object({ items: z.tuple([z.looseObject({ panelsCollection: panelsSchema })]) }),
})
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

/** Creates the message that the editor sends when these values are entered. */
async function createUpdateMessage(
  editor: MockContentfulEditor,
  data: ServicesData,
  values: Readonly<Record<string, unknown>>,
): Promise<object> {
  const { servicesPageCollection: pages } = data
  return {
    source: 'live-preview-editor',
    method: 'ENTRY_UPDATED',
    subscriptionId: await editor.findSubscriptionId('servicesPageCollection'),
    data: { servicesPageCollection: { ...pages, items: [{ ...pages.items[0], ...values }] } },
  }
}

const getHeading = (editor: MockContentfulEditor, name: string) =>
  editor.preview.getByRole('heading', { name, exact: true })
const getNotice = (editor: MockContentfulEditor) =>
  editor.preview.getByRole('region', { name: 'Preview' }).getByRole('status')

test('§10.11 in Contentful’s editor the page follows each keystroke, and a saved draft', async ({ page, site }) => {
  const { editor, data } = await openServicesInEditor(page, site)
  const type = async (values: Readonly<Record<string, unknown>>) =>
    editor.postMessage(await createUpdateMessage(editor, data, values))
  const typeTitle = (introTitle: string | null) => type({ introTitle })

  await test.step('a text is shown while it is typed, without requests', async () => {
    const requestUrls: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'fetch') requestUrls.push(request.url())
    })
    await typeTitle('As I type')
    await expect(getHeading(editor, 'As I type')).toBeVisible()
    expect(requestUrls).toEqual([])
  })
  await test.step('a required text that is deleted is reported, and the last one stays', async () => {
    await typeTitle(null)
    await expect(getNotice(editor)).toContainText('is missing or is not valid')
    await expect(getHeading(editor, 'As I type')).toBeVisible()
    await typeTitle('A whole title')
    await expect(getHeading(editor, 'A whole title')).toBeVisible()
    await expect(getNotice(editor)).toBeEmpty()
  })
  await test.step('an optional text that is emptied is gone from the page, and back when it is typed again', async () => {
    const { panelsCollection: panels } = data.servicesPageCollection.items[0]
    const typeLabel = (linkLabel: string | null) =>
      type({ panelsCollection: { ...panels, items: panels.items.map((panel) => ({ ...panel, linkLabel })) } })
    const [label] = panels.items.flatMap((panel) => panel.linkLabel ?? [])
    const link = editor.preview.getByRole('main').getByText(label ?? '', { exact: true })
    await expect(link).toHaveCount(1)
    await typeLabel(null)
    await expect(link).toHaveCount(0)
    await expect(getNotice(editor)).toBeEmpty()
    await typeTitle('A whole title')
    await expect(link).toHaveCount(1)
  })
  await test.step('a message from another origin than the editor’s changes nothing', async () => {
    await page.route(FOREIGN_URL, (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Foreign</h1>' }))
    await page.evaluate((url) => document.querySelectorAll('iframe')[1]?.setAttribute('src', url), FOREIGN_URL)
    await expect(editor.secondFrame.locator('h1')).toHaveText('Foreign')
    const [framed, foreign] = [site.url, FOREIGN_URL].map((url) =>
      page.frames().find((frame) => frame.url().startsWith(url)),
    )
    if (!framed || !foreign) throw new Error('A frame is missing')
    await framed.evaluate(recordHeadings)

    const message = await createUpdateMessage(editor, data, { introTitle: 'From elsewhere' })
    await foreign.evaluate((data) => window.parent.frames[0]?.postMessage(data, '*'), message)
    await expect
      .poll(() => framed.evaluate(() => JSON.stringify(Reflect.get(window, 'receivedMessages'))))
      .toContain(new URL(FOREIGN_URL).origin)
    await typeTitle('From the editor')
    await expect(getHeading(editor, 'From the editor')).toBeVisible()
    const shown = await framed.evaluate(() => Reflect.get(window, 'shownHeadings'))
    expect(shown).toContain('From the editor')
    expect(shown).not.toContain('From elsewhere')
  })
  await test.step('the content and the list of drafts are requested again when any entry is saved', async () => {
    await page.route('**/preview/graphql', async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace(getSeedText('servicesPage', 'introTitle'), 'Saved as a draft')
      await route.fulfill({ response, body })
    })
    const list = page.waitForResponse('**/preview/state')
    const entity = { sys: { id: 'an-entry-without-a-mark' } }
    await editor.postMessage({ source: 'live-preview-editor', method: 'ENTRY_SAVED', entity })
    await expect(getHeading(editor, 'Saved as a draft')).toBeVisible()
    expect((await list).ok()).toBe(true)
  })
  await test.step('the editor gets the text of the query, and knows the field of each element', async () => {
    const message = { source: 'live-preview-editor', method: 'INSPECTOR_MODE_CHANGED', isInspectorActive: true }
    await editor.postMessage(message)
    const readMessages = async () => JSON.stringify(await editor.readMessages())
    await expect.poll(readMessages).toContain('"fieldId":"introTitle"')
    expect(await readMessages()).toContain('query Services') // which tells it the types of empty fields
  })
})

/** Runs in the page. Records the headings that are shown from now on. */
function recordHeadings() {
  const shownHeadings: string[] = []
  Object.assign(window, { shownHeadings })
  const record = () =>
    shownHeadings.push(...[...document.querySelectorAll('h1, h2')].map(({ textContent }) => textContent))
  new MutationObserver(record).observe(document.body, { subtree: true, childList: true, characterData: true })
}
