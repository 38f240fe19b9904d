import { test as base, expect, type Page } from '@playwright/test'
import { createClient } from 'contentful'
import { LOCAL_TOKENS } from 'contentful-local/constants'
import { LOCALE } from '#shared/constants.ts'
import { createSeededSpace, type SeededSpace, saveDraft } from '#tests/contract/seeded-space.ts'
import { createPicture } from '#tests/contract/test-contentful.ts'
import { expectNoAxeViolations } from '#tests/setup/e2e/axe.ts'
import { startFramedSite } from '#tests/setup/e2e/framed-site.ts'

/** Each test has its own seeded space. `open` opens a path of its editor. */
const test = base.extend<{ readonly space: SeededSpace; readonly open: (path: string) => Promise<void> }>({
  space: async ({ page }, use) => {
    await using space = await createSeededSpace()
    await use(space)
    await page.close() // the page may still load pictures
  },
  open: async ({ page, space }, use) => {
    const thumbnail = await createPicture() // resizing large pictures takes longer than most tests
    await page.route(SEEDED_THUMBNAIL, (route) => route.fulfill({ contentType: 'image/jpeg', body: thumbnail }))
    await use(async (path) => {
      await page.goto(`${space.url}/app/spaces/local/environments/master/${path}`)
    })
  },
})

/** Ids of seeded assets contain a hyphen, those of new ones do not. */
const SEEDED_THUMBNAIL = /\/assets\/local\/[^/]*-[^/]*\/.*\?w=/

const getField = (page: Page, name: string) => page.getByRole('textbox', { name, exact: false })
const clickButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const expectStatus = (page: Page, text: string) => expect(page.locator('.status')).toHaveText(text)

/** Creates a client for the published content. */
const createDeliveryClient = ({ url }: SeededSpace) =>
  createClient({
    space: 'local',
    accessToken: LOCAL_TOKENS.delivery,
    host: new URL(url).host,
    basePath: '/cdn',
    insecure: true,
  })

const getLinkIds = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map((link) => link.sys.id) : [])

test('a changed text is delivered when it is published, and hidden fields are kept', async ({ page, space, open }) => {
  const before = await space.client.entry.get({ entryId: 'fact-miles' })
  await open('entries/fact-miles')
  await getField(page, 'Unit').fill('leagues')
  await expect(page.getByText('Not saved yet')).toBeVisible()
  await clickButton(page, 'Save')
  await expectStatus(page, 'Saved')
  await expect(page.locator('.badge')).toHaveText('changed')
  expect((await createDeliveryClient(space).getEntry('fact-miles')).fields.unit).toBe('miles')

  await clickButton(page, 'Publish')
  await expectStatus(page, 'Published')
  await expect(page.locator('.badge')).toHaveText('published')
  expect((await createDeliveryClient(space).getEntry('fact-miles')).fields.unit).toBe('leagues')
  const after = await space.client.entry.get({ entryId: 'fact-miles' })
  expect(after.fields).toEqual({ ...before.fields, unit: { [LOCALE]: 'leagues' } })
  expect(after.fields.seedMarks).toBeTruthy()
  await expect(page.getByText('Seed marks')).toHaveCount(0)
})

test('shows the validation errors of Contentful at their fields', async ({ page, open }) => {
  await open('entries/seo-home')
  await getField(page, 'Description').fill('Too short')
  await getField(page, 'Title').fill('')
  await clickButton(page, 'Publish')
  await expect(page.getByRole('alert')).toContainText('This cannot be done yet')
  await expect(getField(page, 'Title')).toBeFocused()
  await expect(getField(page, 'Title')).toHaveAccessibleDescription(/This must not be empty/)
  await expect(getField(page, 'Description')).toHaveAccessibleDescription(/Size must be at least 50/)
  await expect(getField(page, 'Description')).toHaveAttribute('aria-invalid', 'true')

  await getField(page, 'Title').fill('A title')
  await getField(page, 'Description').fill('A description that is long enough to say what the page is about.')
  await clickButton(page, 'Publish')
  await expectStatus(page, 'Published')
  await expect(page.getByRole('alert')).toBeEmpty()
})

test('uploads a picture in a link field and publishes it with the entry', async ({ page, space, open }) => {
  await open('entries/seo-home')
  const shareImage = page.getByRole('group', { name: 'Share image' })
  const file = { name: 'new share.jpg', mimeType: 'image/jpeg', buffer: await createPicture() }
  await shareImage.getByLabel('Upload…').setInputFiles(file)
  await expectStatus(page, 'Uploaded new share.jpg')
  await expect(shareImage.getByRole('link')).toHaveText('new share')
  const thumbnail = shareImage.getByRole('listitem').locator('img')
  await expect.poll(() => thumbnail.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(30)
  await clickButton(page, 'Publish')
  await expectStatus(page, 'Published')
  const { fields } = await createDeliveryClient(space).getEntry('seo-home')
  expect(fields.shareImage).toMatchObject({
    fields: { title: 'new share', file: { details: { image: { width: 30 } } } },
  })
})

test('creates an asset from a picture that is dropped on the media library', async ({ page, space, open }) => {
  await open('assets')
  await expect(page.getByRole('listitem').first()).toBeVisible()
  const data = [...(await createPicture())]
  await page.evaluate((bytes) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([new Uint8Array(bytes)], 'dropped.jpg', { type: 'image/jpeg' }))
    document.querySelector('main')?.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true }))
  }, data)
  await expect(page.getByRole('heading', { name: 'dropped' })).toBeVisible()
  await getField(page, 'Title').fill('A dropped picture')
  await clickButton(page, 'Publish')
  await expectStatus(page, 'Published')
  const { items } = await createDeliveryClient(space).getAssets({ query: 'dropped' })
  expect(items.map(({ fields }) => fields.title)).toEqual(['A dropped picture'])
})

test('sorts a list by keyboard and by dragging', async ({ page, space, open }) => {
  const readOrder = async () =>
    getLinkIds((await space.client.entry.get({ entryId: 'home-page' })).fields.facts[LOCALE])
  const [first, second, third, fourth] = await readOrder()
  await open('entries/home-page')
  const facts = page.getByRole('group', { name: 'Facts' }).getByRole('listitem')
  await expect(facts).toHaveCount(4)
  const downButton = facts.first().getByRole('button', { name: 'Down' })
  await downButton.focus()
  await page.keyboard.press('Enter')
  await expectStatus(page, 'Moved to place 2 of 4')
  await expect(facts.nth(1).getByRole('button', { name: 'Down' })).toBeFocused()
  await facts.nth(3).dragTo(facts.first())
  await expectStatus(page, 'Moved to place 1 of 4')
  await page.keyboard.press('Control+s')
  await expectStatus(page, 'Saved')
  expect(await readOrder()).toEqual([fourth, second, first, third])
})

test('adds new and existing entries to a list, and removes entries', async ({ page, space, open }) => {
  await open('entries/home-page')
  await clickButton(page, 'New Fact')
  await expect(page).toHaveURL(/entries\/[0-9a-f]{22}$/)
  await getField(page, 'Figure').fill('12')
  await getField(page, 'Unit').fill('crews')
  await getField(page, 'Text').fill('Ready to go')
  await clickButton(page, 'Publish')
  await expectStatus(page, 'Published')

  await page.goBack()
  const facts = page.getByRole('group', { name: 'Facts' }).getByRole('listitem')
  await expect(facts).toHaveCount(5)
  for (const count of [4, 3]) {
    await facts.first().getByRole('button', { name: 'Remove' }).click()
    await expect(facts).toHaveCount(count)
  }
  await clickButton(page, 'Save')
  await expectStatus(page, 'Saved')
  await page.getByRole('group', { name: 'Facts' }).getByRole('button', { name: 'Add existing…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Choose an entry' })
  await dialog.getByRole('searchbox').fill('miles')
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  await dialog.getByRole('listitem').getByRole('button').click()
  await expect(facts).toHaveCount(4)
  await clickButton(page, 'Publish')
  await expectStatus(page, 'Published')
  const { fields } = await createDeliveryClient(space).getEntry('home-page')
  expect(getLinkIds(fields.facts).at(-1)).toBe('fact-miles')
})

test('shows the saved list when its entries are loaded after saving', async ({ page, open }) => {
  await open('entries/home-page')
  const facts = page.getByRole('group', { name: 'Facts' }).getByRole('listitem')
  await expect(facts).toHaveCount(4)
  const saving = Promise.withResolvers<void>()
  await page.route(/\/entries\?/, async (route) => {
    await saving.promise
    await route.continue()
  })
  await facts.first().getByRole('button', { name: 'Remove' }).click()
  await page.keyboard.press('Control+s')
  await expectStatus(page, 'Saved')
  saving.resolve()
  await expect(facts).toHaveCount(3)
})

test('unpublishes, archives, unarchives and deletes an entry', async ({ page, space, open }) => {
  await open('entries/fact-states')
  await clickButton(page, 'Unpublish')
  await expectStatus(page, 'Unpublished')
  await expect(createDeliveryClient(space).getEntry('fact-states')).rejects.toThrow('could not be found')
  await clickButton(page, 'Archive')
  await expectStatus(page, 'Archived')
  await expect(page.getByRole('button', { name: 'Unarchive' })).toBeFocused()
  await expect(getField(page, 'Unit')).toBeDisabled()
  await clickButton(page, 'Unarchive')
  await expectStatus(page, 'Taken out of the archive')
  page.on('dialog', (dialog) => dialog.accept())
  await clickButton(page, 'Delete')
  await expect(page.getByRole('heading', { name: 'Entries' })).toBeVisible()
  await expect(space.client.entry.get({ entryId: 'fact-states' })).rejects.toThrow('could not be found')
})

test('reports that another editor has changed the entry, and reloads it', async ({ page, space, open }) => {
  await open('entries/fact-miles')
  await getField(page, 'Unit').fill('mine')
  await saveDraft(space, 'fact-miles', 'unit', 'theirs')
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('alert')).toContainText('Somebody else has changed this meanwhile')
  await clickButton(page, 'Load anew')
  await expect(getField(page, 'Unit')).toHaveValue('theirs')
})

test('shows an error for an unknown entry', async ({ page, open }) => {
  await open('entries/nothing')
  await expect(page.getByRole('alert')).toContainText('The resource could not be found')
})

test('repeated saving causes no version conflict', async ({ page, space, open }) => {
  await open('entries/fact-miles')
  await getField(page, 'Unit').fill('leagues')
  for (const _ of [1, 2, 3]) await page.keyboard.press('Control+s')
  await expectStatus(page, 'Saved')
  await clickButton(page, 'Publish')
  await expectStatus(page, 'Published')
  await expect(page.getByRole('alert')).toBeEmpty()
  expect((await createDeliveryClient(space).getEntry('fact-miles')).fields.unit).toBe('leagues')
})

test('filters the list by text, type and state', async ({ page, space, open }) => {
  await saveDraft(space, 'fact-miles', 'unit', 'leagues')
  await open('entries')
  const rows = page.getByRole('main').getByRole('listitem')
  await page.getByLabel('State').selectOption('changed')
  await expect(rows).toHaveCount(1)
  await page.getByLabel('State').selectOption('All states')
  await page.getByRole('combobox', { name: 'Type', exact: true }).selectOption('Fact')
  await expect(rows).toHaveCount(4)
  await page.getByRole('searchbox', { name: 'Search' }).fill('leagues')
  await expect(rows).toHaveCount(1)
  await rows.getByRole('link').click()
  await expect(getField(page, 'Unit')).toHaveValue('leagues')
})

test('sets and clears a boolean field', async ({ page, space, open }) => {
  await open('entries/seo-home')
  const noIndex = page.getByLabel('No index')
  await noIndex.selectOption('Yes')
  await page.keyboard.press('Control+s')
  await expectStatus(page, 'Saved')
  const readSavedValue = async () => (await space.client.entry.get({ entryId: 'seo-home' })).fields.noIndex
  expect(await readSavedValue()).toEqual({ [LOCALE]: true })
  await noIndex.selectOption('–')
  await page.keyboard.press('Control+s')
  await expect.poll(readSavedValue).toBeUndefined()
})

for (const width of [1440, 767])
  test(`all pages have no axe violations and do not scroll horizontally, at ${width} px`, async ({ page, open }) => {
    await page.setViewportSize({ width, height: 900 })
    const isTooWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    for (const path of ['entries', 'assets', 'entries/home-page', 'assets/posters-home']) {
      await open(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByRole('listitem').or(page.locator('.file')).first()).toBeVisible()
      await expectNoAxeViolations(page)
      expect(await isTooWide()).toBe(false)
    }
    await open('entries/home-page')
    await page.getByRole('group', { name: 'Hero' }).getByRole('button', { name: 'Choose…' }).click()
    await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(1)
    await expectNoAxeViolations(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

test('the live preview shows what is typed, and a click in it focuses the field', async ({ page, space, open }) => {
  await using site = await startFramedSite(space.url)
  await space.client.raw.put('/spaces/local/preview_environments/site', {
    name: 'Site',
    configurations: [{ contentType: 'homePage', url: `${site.url}/?entry={entry.sys.id}`, enabled: true }],
  })
  await open('entries/home-page')
  await clickButton(page, 'Live preview')
  const preview = page.frameLocator('iframe')
  await expect(preview.getByRole('heading')).toHaveText('Watch Now')
  expect(new URL(page.frames()[1]?.url() ?? '').search).toBe('?entry=home-page')

  await getField(page, 'Watch label').fill('See it')
  await expect(preview.getByRole('heading')).toHaveText('See it')
  const facts = page.getByRole('group', { name: 'Facts' }).getByRole('listitem')
  await facts.first().getByRole('button', { name: 'Down' }).click()
  await expect(preview.getByRole('listitem')).toHaveText(['in.', 'miles', 'years', 'states'])
  await facts.last().getByRole('button', { name: 'Remove' }).click()
  await expect(preview.getByRole('listitem')).toHaveText(['in.', 'miles', 'years'])
  await clickButton(page, 'Save')
  await expect(preview.getByText('Saved: home-page')).toBeVisible()

  await preview.getByRole('button', { name: 'Open' }).click()
  await expect(getField(page, 'Film id')).toBeFocused()
  await preview.getByRole('heading').hover()
  await clickButton(page, 'Edit watchLabel')
  await expect(getField(page, 'Watch label')).toBeFocused()
  await preview.getByRole('listitem').first().hover()
  await clickButton(page, 'Edit unit')
  await expect(page).toHaveURL(/fact-diameters\?focusedField=unit/)
  await expect(getField(page, 'Unit')).toBeFocused()
})
