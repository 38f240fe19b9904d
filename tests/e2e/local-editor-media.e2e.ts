import type { Locator } from '@playwright/test'
import type { TestSpace } from '#local-tests/start-space.ts'
import { createPicture } from '#local-tests/test-contentful.ts'
import { expectNoAxeViolations } from './axe.ts'
import { startFramedSite } from './framed-site.ts'
import { clickButton, createDeliveryClient, expect, expectStatus, getField, test } from './local-editor.ts'

const createFile = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/jpeg', buffer })
const NO_PICTURE = Buffer.from('no picture')

test('files are uploaded, replaced and published, and one that is refused is named', async ({ page, space, open }) => {
  const picture = await createPicture()

  await test.step('of several files in the media library, a refused one is named and leaves no asset', async () => {
    await open('assets')
    const files = [createFile('one.jpg', picture), createFile('bad.jpg', NO_PICTURE), createFile('two.jpg', picture)]
    await page.getByLabel('Upload').setInputFiles(files)
    await expectStatus(page, 'Uploaded two.jpg (3 of 3)')
    await expect(page.getByLabel('Upload'), 'the same file can be chosen again').toHaveValue('')
    await expect(page.getByRole('alert')).toHaveText(/^bad\.jpg was not uploaded: /)
    for (const name of ['one', 'two']) await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
    expect((await space.client.asset.getMany({ query: { query: 'bad' } })).items).toEqual([])
  })

  await test.step('the file of an asset is replaced, and what was typed is kept and saved', async () => {
    await page.getByRole('link', { name: 'one', exact: true }).click()
    await getField(page, 'Title').fill('A new picture')
    const file = page.getByRole('group', { name: 'File' })
    await file.getByLabel('Replace').setInputFiles(createFile('bad.jpg', NO_PICTURE))
    await expect(file.getByRole('alert')).toHaveText(/^bad\.jpg was not uploaded: /)
    await expect(file.getByText('one.jpg, image/jpeg, 30 × 20 px')).toBeVisible()
    await expect(getField(page, 'Title')).toHaveValue('A new picture')
    await file.getByLabel('Replace').setInputFiles(createFile('new.jpg', picture))
    await expect(file.getByText('new.jpg, image/jpeg, 30 × 20 px')).toBeVisible()
    const saved = await space.client.asset.getMany({ query: { query: 'new picture' } })
    expect(saved.items.map(({ fields }) => fields.title['en-US'])).toEqual(['A new picture'])
    await clickButton(page, 'Publish')
    await expectStatus(page, 'Published')
    const { items } = await createDeliveryClient(space).getAssets({ query: 'new picture' })
    expect(items.map(({ fields }) => fields.title)).toEqual(['A new picture'])
  })
})

test('a publish that is refused makes no file public, and a field keeps its file until another one is there', async ({
  page,
  space,
  open,
}) => {
  const picture = await createPicture()
  const isPublished = async () => {
    const { items } = await space.client.asset.getMany({ query: { 'fields.title': 'new share' } })
    return items.map(({ sys }) => sys.publishedVersion !== undefined)
  }
  const title = getField(page, 'Title')
  const shareImage = page.getByRole('group', { name: 'Share image' })
  const files = shareImage.getByRole('listitem')
  const undo = shareImage.getByRole('button', { name: 'Undo' })
  await open('entries/home-page')
  const edit = shareImage.getByRole('link', { name: 'Edit: share-home' })
  await expect(edit).toBeVisible()

  await test.step('a file of another kind, or one that cannot be read, is refused', async () => {
    for (const [file, problem] of [
      [{ name: 'film.mp4', mimeType: 'video/mp4', buffer: NO_PICTURE }, 'This must be a file of another kind: image.'],
      [createFile('cut.jpg', picture.subarray(0, 20)), '"cut.jpg" cannot be read'],
    ] as const) {
      await shareImage.getByLabel('Upload').setInputFiles(file)
      await expect(shareImage.getByRole('alert')).toContainText(`${file.name} was not uploaded: ${problem}`)
    }
    await expect(edit).toBeVisible()
    expect((await space.client.asset.getMany({})).total).toBe(1)
  })

  await test.step('the file before comes back with Undo, also after it was removed', async () => {
    await shareImage.getByLabel('Upload').setInputFiles(createFile('new share.jpg', picture))
    await expectStatus(page, 'Uploaded new share.jpg')
    const thumbnail = files.locator('img')
    await expect(files).toContainText('new share')
    await expect.poll(() => thumbnail.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(30)
    await shareImage.getByRole('button', { name: 'Remove' }).click()
    await expect(files).toHaveCount(0)
    await undo.press('Enter')
    await expect(files).toContainText('new share')
    await undo.press('Enter')
    await expect(edit).toBeVisible()
    await expect(page.locator(':focus')).toHaveText('Choose…')
  })

  await test.step('the file is published with the entry, and not with an entry that is refused', async () => {
    await shareImage.getByLabel('Upload').setInputFiles(createFile('new share.jpg', picture))
    await expect(files).toContainText('new share')
    await title.fill('')
    await clickButton(page, 'Publish')
    await expect(title).toHaveAccessibleDescription(/This must not be empty/)
    expect(await isPublished()).toEqual([false, false])
    await page.getByText('Schedule', { exact: true }).click()
    await page.getByLabel('Date and time').fill('2099-03-02T09:30')
    await clickButton(page, 'Publish then')
    await expectStatus(page, 'Scheduled without its files, which are drafts. Schedule them too: new share')

    await title.fill('A title')
    await page.route('**/assets/*/published', (route) => route.abort())
    await clickButton(page, 'Publish')
    await expect(page.getByRole('alert')).toHaveText(
      'The entry is published, but visitors do not see these files. Publish again. new share: The local Contentful does not respond. Is it running?',
    )
    await page.unroute('**/assets/*/published')
    await clickButton(page, 'Publish')
    await expectStatus(page, 'Published')
    await expect(files.locator('.badge')).toHaveText('published')
    await expect(undo).toHaveCount(0)
    expect((await isPublished()).toSorted()).toEqual([false, true])
  })
})

test('the live preview shows what is typed, and a click in it focuses the field', async ({ page, space, open }) => {
  await using site = await startFramedSite(space.url)
  await space.client.raw.put('/spaces/local/preview_environments/site', {
    name: 'Site',
    configurations: [
      { contentType: 'homePage', url: `${site.url}/?old`, enabled: false },
      { contentType: 'homePage', url: `${site.url}/?entry={entry.sys.id}`, enabled: true },
    ],
  })
  await open('entries/home-page')
  await clickButton(page, 'Live preview')
  const preview = page.frameLocator('iframe')
  await expect(preview.getByRole('heading')).toHaveText('Watch Now')
  expect(new URL(page.frames()[1]?.url() ?? '').search).toBe('?entry=home-page')
  // The landmarks of the framed page have no names: axe's rule landmark-unique compares both.
  for (const role of ['banner', 'main'] as const) await expect(page.getByRole(role)).toHaveAccessibleName(/./)

  await getField(page, 'Watch label').fill('See it')
  await expect(preview.getByRole('heading')).toHaveText('See it')
  const facts = page.getByRole('group', { name: 'Facts' }).getByRole('listitem')
  await facts.first().getByRole('combobox').selectOption('2')
  await expect(preview.getByRole('listitem')).toHaveText(['in.', 'miles', 'years', 'states'])
  await facts.last().getByRole('button', { name: 'Remove' }).click()
  await expect(preview.getByRole('listitem')).toHaveText(['in.', 'miles', 'years'])
  await clickButton(page, 'Save')
  await expect(preview.getByText('Saved: home-page')).toBeVisible()

  await preview.getByRole('button', { name: 'Open' }).click()
  await expect(getField(page, 'Film ID')).toBeFocused()
  await preview.getByRole('heading').hover()
  await clickButton(page, 'Edit watchLabel')
  await expect(getField(page, 'Watch label')).toBeFocused()
  const fact = preview.getByRole('listitem').first()
  await fact.hover()
  // The scroll to a field can leave a mark of what was below the pointer.
  const getTop = async (element: Locator) => (await element.boundingBox())?.y ?? Number.NaN
  const getDistance = async () => Math.abs((await getTop(page.locator('.mark'))) - (await getTop(fact)))
  await expect.poll(getDistance).toBeLessThan(12)
  await clickButton(page, 'Edit unit')
  await expect(page).toHaveURL(/fact-diameters\?focusedField=unit/)
  await expect(getField(page, 'Unit')).toBeFocused()
  await open('entries/home-page')
  await expect(preview.getByRole('heading'), 'the preview is shown again').toBeVisible()
  await clickButton(page, 'Live preview')
  await expect(page.locator('iframe')).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Live preview', expanded: false })).toBeVisible()
})

test('every page is found, has no axe violations, and does not scroll sideways', async ({ page, open }) => {
  const expectFits = async (path: string) => {
    await open(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('listitem').or(page.locator('.file')).first()).toBeVisible()
    await expectNoAxeViolations(page)
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${width} px`).toBe(0)
    }
  }
  await test.step('a list keeps its filters for Back, and says that nothing matches', async () => {
    const rows = page.getByRole('main').getByRole('listitem')
    const search = page.getByRole('searchbox', { name: 'Search' })
    await expectFits('entries')
    const type = page.getByRole('combobox', { name: 'Type', exact: true })
    await type.selectOption('Fact')
    await expect(rows).toHaveCount(4)
    await search.fill('miles')
    await expect(rows).toHaveCount(1)
    await rows.getByRole('link').click()
    await expect(getField(page, 'Unit')).toHaveValue('miles')
    await page.goBack()
    await expect(search).toHaveValue('miles')
    await expect(type.locator(':checked')).toHaveText('Fact')
    await expect(rows).toHaveCount(1)
    await search.fill('metres')
    await expect(page.getByRole('main').getByRole('status')).toHaveText('No entries match.')
    await search.fill('')
    await type.selectOption('All')
    await expect(rows).toHaveCount(6)
    await page.getByRole('combobox', { name: 'State', exact: true }).selectOption('draft')
    await expect(page.getByRole('main').getByRole('status')).toHaveText('No entries match.')
  })
  await test.step('an entry of the chosen type is created, once however often the button is clicked', async () => {
    await page.getByRole('combobox', { name: 'New entry of type' }).selectOption('Video hero')
    await page.route('**/entries', (route) => route.abort())
    await clickButton(page, 'Create')
    await expect(page.getByRole('banner').getByRole('alert')).toContainText('does not respond')
    await page.unroute('**/entries')
    await page.getByRole('button', { name: 'Create' }).evaluate((button: HTMLElement) => {
      button.click()
      button.click()
    })
    await expect(getField(page, 'Name')).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('main').getByRole('listitem')).toHaveText([/Video hero.*draft/])
  })
  await test.step('an unknown entry is said to be missing', async () => {
    await open('entries/nothing')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page cannot be shown')
    await expect(page.getByRole('alert')).toContainText('The resource could not be found')
  })
  for (const path of ['assets/share-home', 'entries/home-page'])
    await test.step(`${path} is accessible at each width`, () => expectFits(path))
})

test('an app whose server is stopped leaves the field its own control', async ({ page, space, open }) => {
  await useAppForFacts(space, 'http://127.0.0.1:1/')
  await page.clock.install()
  await open('entries/home-page')
  await expect(page.locator('iframe.app')).toBeVisible()
  await page.clock.fastForward('00:10') // the time in which an app connects
  await expect(
    page.getByText('The app Board does not respond: check that its server at http://127.0.0.1:1/ is running.'),
  ).toBeVisible()
  const facts = page.getByRole('group', { name: 'Facts' }).getByRole('listitem')
  await facts.first().getByRole('combobox').selectOption('2')
  await expect(page.getByText('Not saved yet')).toBeVisible()
})

/** Installs an app as the control of the home page's list of facts. */
async function useAppForFacts({ client }: TestSpace, src: string): Promise<void> {
  const fieldTypes = [{ type: 'Array', items: { type: 'Link', linkType: 'Entry' } } as const]
  const { sys } = await client.appDefinition.create(
    { organizationId: 'local' },
    { name: 'Board', src, locations: [{ location: 'entry-field', fieldTypes }] },
  )
  await client.appInstallation.upsert({ appDefinitionId: sys.id }, { parameters: {} })
  const params = { contentTypeId: 'homePage' }
  const { controls = [], ...editorInterface } = await client.editorInterface.get(params)
  const others = controls.filter(({ fieldId }) => fieldId !== 'facts')
  const app = { fieldId: 'facts', widgetNamespace: 'app', widgetId: sys.id }
  await client.editorInterface.update(params, { ...editorInterface, controls: [...others, app] })
}
