import type { Page } from '@playwright/test'
import * as z from 'zod'
import { saveDraftField } from '#tests/setup/contentful/draft-field.ts'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import { type MockContentfulEditor, openMockEditor } from '#tests/setup/e2e/mock-contentful-editor.ts'

test.use(REDUCED_MOTION)

const FOREIGN = 'https://app.contentful.com.elsewhere.example/'

const services = z.object({ servicesPageCollection: z.object({ items: z.tuple([z.looseObject({})]) }) })
type Services = z.output<typeof services>

/** The services page in the editor's frame, and its answer as the page got it. */
async function editServices(page: Page, site: { editorOrigin: string; previewUrl: (path: string) => string }) {
  const answered = page.waitForResponse(
    async (response) =>
      response.url().endsWith('/preview/graphql') && (await response.text()).includes('"servicesPageCollection"'),
  )
  const editor = await openMockEditor(page, site.editorOrigin, site.previewUrl('/services'))
  return { editor, answer: services.parse(z.object({ data: z.unknown() }).parse(await (await answered).json()).data) }
}

/** What the editor says when this text has been typed. */
async function typed(editor: MockContentfulEditor, answer: Services, introTitle: string | null): Promise<object> {
  const { servicesPageCollection: pages } = answer
  return {
    source: 'live-preview-editor',
    method: 'ENTRY_UPDATED',
    subscriptionId: await editor.findSubscriptionId('servicesPageCollection'),
    data: { servicesPageCollection: { ...pages, items: [{ ...pages.items[0], introTitle }] } },
  }
}

const title = (editor: MockContentfulEditor, name: string) => editor.preview.getByRole('heading', { name, exact: true })
const noticeIn = (editor: MockContentfulEditor) =>
  editor.preview.getByRole('region', { name: 'Preview' }).getByRole('status')

test('what the editor types is on the page without a request', async ({ page, site }) => {
  const { editor, answer } = await editServices(page, site)
  await using _ = editor
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'fetch') asked.push(request.url())
  })
  await editor.postMessage(await typed(editor, answer, 'As I t'))
  await expect(title(editor, 'As I t')).toBeVisible()
  await editor.postMessage(await typed(editor, answer, 'As I type'))
  await expect(title(editor, 'As I type')).toBeVisible()
  expect(asked).toEqual([])
})

test('what lacks something that the page needs is not shown, and the banner says why', async ({ page, site }) => {
  const { editor, answer } = await editServices(page, site)
  await using _ = editor
  await editor.postMessage(await typed(editor, answer, 'Half a tit'))
  await expect(title(editor, 'Half a tit')).toBeVisible()
  await editor.postMessage(await typed(editor, answer, null))
  await expect(noticeIn(editor)).toContainText('is missing or is not valid')
  await expect(title(editor, 'Half a tit')).toBeVisible()
  await editor.postMessage(await typed(editor, answer, 'A whole title'))
  await expect(title(editor, 'A whole title')).toBeVisible()
  await expect(noticeIn(editor)).toBeEmpty()
})

test('what is saved is asked for anew, whatever entry it is, and the list of drafts follows', async ({
  page,
  site,
  management,
}) => {
  await using editor = await openMockEditor(page, site.editorOrigin, site.previewUrl('/services'))
  const toggle = editor.preview.getByRole('button', { name: /published/i })
  await expect(toggle).toHaveText('All published')
  const restore = await saveDraftField(management, 'services-page', 'introTitle', 'Saved as a draft')
  try {
    const entity = { sys: { id: 'an-entry-without-a-mark' } }
    await editor.postMessage({ source: 'live-preview-editor', method: 'ENTRY_SAVED', entity })
    await expect(title(editor, 'Saved as a draft')).toBeVisible()
    await expect(toggle).toHaveText('1 not published')
  } finally {
    await restore()
  }
  // Nothing on the page tells that this one was published: only the list changes, and the server may hold an older one.
  await editor.postMessage({ source: 'live-preview-editor', method: 'ENTRY_SAVED', entity: {} })
  await expect(toggle).toHaveText('All published')
})

test('the editor is told the query, without which it does not know the fields that are empty', async ({
  page,
  site,
}) => {
  await using editor = await openMockEditor(page, site.editorOrigin, site.previewUrl('/services'))
  const configs = (await editor.readMessages()).map(({ config }) => config ?? '')
  expect(configs.find((config) => config.includes('"servicesPageCollection"'))).toContain('query Services')
})

test('messages from another origin change nothing', async ({ page, site }) => {
  const { editor, answer } = await editServices(page, site)
  await using _ = editor
  await page.route(FOREIGN, (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Foreign</h1>' }))
  await page.evaluate((url) => document.querySelectorAll('iframe')[1]?.setAttribute('src', url), FOREIGN)
  await expect(editor.secondFrame.locator('h1')).toHaveText('Foreign')
  const [framed, foreign] = [site.url, FOREIGN].map((url) => page.frames().find((frame) => frame.url().startsWith(url)))
  if (!framed || !foreign) throw new Error('Both frames were there a moment ago')

  const message = await typed(editor, answer, 'From elsewhere')
  await foreign.evaluate((sent) => window.parent.frames[0]?.postMessage(sent, '*'), message)
  await expect
    .poll(() => framed.evaluate(() => JSON.stringify(Reflect.get(window, 'receivedMessages'))))
    .toContain(new URL(FOREIGN).origin)
  // Two frames later the page would show it.
  await framed.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  await expect(title(editor, 'From elsewhere')).toHaveCount(0)

  await editor.postMessage(message)
  await expect(title(editor, 'From elsewhere')).toBeVisible()
})

test('in the editor’s frame the page tells where each field stands, and offers no way out', async ({ page, site }) => {
  await using editor = await openMockEditor(page, site.editorOrigin, site.previewUrl('/services'))
  expect((await editor.readMessages()).map(({ method }) => method)).toContain('CONNECTED')
  await editor.postMessage({ source: 'live-preview-editor', method: 'INSPECTOR_MODE_CHANGED', isInspectorActive: true })
  await expect
    .poll(async () =>
      JSON.stringify((await editor.readMessages()).filter(({ method }) => method === 'TAGGED_ELEMENTS')),
    )
    .toContain('"fieldId":"introTitle"')
  await expect(editor.preview.getByRole('link', { name: /^Leave/ })).toHaveCount(0)
})

const MARKS = [
  ['/', 'home-page watchLabel', 'hero-home header'],
  ['/gallery', 'gallery-page gridTitle', 'photo-001-station-low-valves photo', 'hero-gallery poster'],
  ['/services', 'services-page introText', 'affiliation-contractorsafe-registry logo'],
  ['/mainlinepipeline', 'mainline-page title', 'mainline-page headerImage', 'mainline-page homeText'],
  ['/contact', 'contact-page formTitle', 'contact-page officeStreet'],
] as const

for (const [path, ...marks] of MARKS) {
  test(`the fields of ${path} can be found in the editor’s frame`, async ({ page, site }) => {
    await using editor = await openMockEditor(page, site.editorOrigin, site.previewUrl(path))
    const found = await editor.preview
      .locator('[data-contentful-entry-id]')
      .evaluateAll((all) => all.map(({ dataset }) => `${dataset.contentfulEntryId} ${dataset.contentfulFieldId}`))
    expect(found).toEqual(expect.arrayContaining(marks))
  })
}

test('outside a frame a preview bears no marks and loads nothing of Contentful’s client', async ({ page, site }) => {
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
  expect(code).toContain('Leave') // the banner's
  expect(code).not.toContain('live-preview-sdk')
})
