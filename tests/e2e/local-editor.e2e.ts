import { test as base, expect, type Page } from '@playwright/test'
import { createClient } from 'contentful'
import { LOCALE } from '#shared/constants.ts'
import { LOCAL_TOKENS } from '#shared/local-contentful.ts'
import { createSeededSpace, type SeededSpace, saveDraft } from '#tests/contract/seeded-space.ts'
import { createPicture } from '#tests/contract/test-contentful.ts'
import { expectNoAxeViolations } from '#tests/setup/e2e/axe.ts'
import { startFramedSite } from '#tests/setup/e2e/framed-site.ts'

/** A seeded space of each test's own, and the editor of it. */
const test = base.extend<{ readonly space: SeededSpace; readonly open: (path: string) => Promise<void> }>({
  space: async ({ page }, use) => {
    await using space = await createSeededSpace()
    await use(space)
    await page.close() // it may still load pictures
  },
  open: async ({ page, space }, use) => {
    const thumbnail = await createPicture() // making those of large pictures takes longer than most tests
    await page.route(SEEDED_THUMBNAIL, (route) => route.fulfill({ contentType: 'image/jpeg', body: thumbnail }))
    await use(async (path) => {
      await page.goto(`${space.url}/app/spaces/local/environments/master/${path}`)
    })
  },
})

/** A new picture's id has no hyphen. */
const SEEDED_THUMBNAIL = /\/assets\/local\/[^/]*-[^/]*\/.*\?w=/

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: false })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const told = (page: Page, text: string) => expect(page.locator('.status')).toHaveText(text)

/** What visitors get. */
const delivered = ({ url }: SeededSpace) =>
  createClient({
    space: 'local',
    accessToken: LOCAL_TOKENS.delivery,
    host: new URL(url).host,
    basePath: '/cdn',
    insecure: true,
  })

const idsOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map((link) => link.sys.id) : [])

test('an editor changes a text; visitors get it when it is published, and hidden fields stay', async ({
  page,
  space,
  open,
}) => {
  const before = await space.client.entry.get({ entryId: 'fact-miles' })
  await open('entries/fact-miles')
  await field(page, 'Unit').fill('leagues')
  await expect(page.getByText('Not saved yet')).toBeVisible()
  await press(page, 'Save')
  await told(page, 'Saved')
  await expect(page.locator('.badge')).toHaveText('changed')
  expect((await delivered(space).getEntry('fact-miles')).fields.unit).toBe('miles')

  await press(page, 'Publish')
  await told(page, 'Published')
  await expect(page.locator('.badge')).toHaveText('published')
  expect((await delivered(space).getEntry('fact-miles')).fields.unit).toBe('leagues')
  const after = await space.client.entry.get({ entryId: 'fact-miles' })
  expect(after.fields).toEqual({ ...before.fields, unit: { [LOCALE]: 'leagues' } })
  expect(after.fields.seedMarks).toBeTruthy()
  await expect(page.getByText('Seed marks')).toHaveCount(0)
})

test('what Contentful refuses stands at its field, in its words', async ({ page, open }) => {
  await open('entries/seo-home')
  await field(page, 'Description').fill('Too short')
  await field(page, 'Title').fill('')
  await press(page, 'Publish')
  await expect(page.getByRole('alert')).toContainText('This cannot be done yet')
  await expect(field(page, 'Title')).toBeFocused()
  await expect(field(page, 'Title')).toHaveAccessibleDescription(/This must not be empty/)
  await expect(field(page, 'Description')).toHaveAccessibleDescription(/Size must be at least 50/)
  await expect(field(page, 'Description')).toHaveAttribute('aria-invalid', 'true')

  await field(page, 'Title').fill('A title')
  await field(page, 'Description').fill('A description that is long enough to say what the page is about.')
  await press(page, 'Publish')
  await told(page, 'Published')
  await expect(page.getByRole('alert')).toBeEmpty()
})

test('a picture is uploaded where it is needed, and published with what shows it', async ({ page, space, open }) => {
  await open('entries/seo-home')
  const shareImage = page.getByRole('group', { name: 'Share image' })
  const file = { name: 'new share.jpg', mimeType: 'image/jpeg', buffer: await createPicture() }
  await shareImage.getByLabel('Upload…').setInputFiles(file)
  await told(page, 'Uploaded new share.jpg')
  await expect(shareImage.getByRole('link')).toHaveText('new share')
  const thumbnail = shareImage.getByRole('listitem').locator('img')
  await expect.poll(() => thumbnail.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(30)
  await press(page, 'Publish')
  await told(page, 'Published')
  const { fields } = await delivered(space).getEntry('seo-home')
  expect(fields.shareImage).toMatchObject({
    fields: { title: 'new share', file: { details: { image: { width: 30 } } } },
  })
})

test('a picture that is dropped on the media library is a new asset', async ({ page, space, open }) => {
  await open('assets')
  await expect(page.getByRole('listitem').first()).toBeVisible()
  const data = [...(await createPicture())]
  await page.evaluate((bytes) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([new Uint8Array(bytes)], 'dropped.jpg', { type: 'image/jpeg' }))
    document.querySelector('main')?.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true }))
  }, data)
  await expect(page.getByRole('heading', { name: 'dropped' })).toBeVisible()
  await field(page, 'Title').fill('A dropped picture')
  await press(page, 'Publish')
  await told(page, 'Published')
  const { items } = await delivered(space).getAssets({ query: 'dropped' })
  expect(items.map(({ fields }) => fields.title)).toEqual(['A dropped picture'])
})

test('a list is put in another order by keyboard and by dragging', async ({ page, space, open }) => {
  const order = async () => idsOf((await space.client.entry.get({ entryId: 'home-page' })).fields.facts[LOCALE])
  const [first, second, third, fourth] = await order()
  await open('entries/home-page')
  const facts = page.getByRole('group', { name: 'Facts' }).getByRole('listitem')
  await expect(facts).toHaveCount(4)
  const down = facts.first().getByRole('button', { name: 'Down' })
  await down.focus()
  await page.keyboard.press('Enter')
  await told(page, 'Moved to place 2 of 4')
  await expect(facts.nth(1).getByRole('button', { name: 'Down' })).toBeFocused()
  await facts.nth(3).dragTo(facts.first())
  await told(page, 'Moved to place 1 of 4')
  await page.keyboard.press('Control+s')
  await told(page, 'Saved')
  expect(await order()).toEqual([fourth, second, first, third])
})

test('a list takes a new entry, one that is there, and gives one back', async ({ page, space, open }) => {
  await open('entries/home-page')
  await press(page, 'New Fact')
  await expect(page).toHaveURL(/entries\/[0-9a-f]{22}$/)
  await field(page, 'Figure').fill('12')
  await field(page, 'Unit').fill('crews')
  await field(page, 'Text').fill('Ready to go')
  await press(page, 'Publish')
  await told(page, 'Published')

  await page.goBack()
  const facts = page.getByRole('group', { name: 'Facts' }).getByRole('listitem')
  await expect(facts).toHaveCount(5)
  for (const left of [4, 3]) {
    await facts.first().getByRole('button', { name: 'Remove' }).click()
    await expect(facts).toHaveCount(left)
  }
  await press(page, 'Save')
  await told(page, 'Saved')
  await page.getByRole('group', { name: 'Facts' }).getByRole('button', { name: 'Add existing…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Choose an entry' })
  await dialog.getByRole('searchbox').fill('miles')
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  await dialog.getByRole('listitem').getByRole('button').click()
  await expect(facts).toHaveCount(4)
  await press(page, 'Publish')
  await told(page, 'Published')
  const { fields } = await delivered(space).getEntry('home-page')
  expect(idsOf(fields.facts).at(-1)).toBe('fact-miles')
})

test('what is saved while a list is still looked up is shown as it was saved', async ({ page, open }) => {
  await open('entries/home-page')
  const facts = page.getByRole('group', { name: 'Facts' }).getByRole('listitem')
  await expect(facts).toHaveCount(4)
  const saved = Promise.withResolvers<void>()
  await page.route(/\/entries\?/, async (route) => {
    await saved.promise
    await route.continue()
  })
  await facts.first().getByRole('button', { name: 'Remove' }).click()
  await page.keyboard.press('Control+s')
  await told(page, 'Saved')
  saved.resolve()
  await expect(facts).toHaveCount(3)
})

test('an entry is unpublished, archived, taken back and deleted', async ({ page, space, open }) => {
  await open('entries/fact-states')
  await press(page, 'Unpublish')
  await told(page, 'Unpublished')
  await expect(delivered(space).getEntry('fact-states')).rejects.toThrow('could not be found')
  await press(page, 'Archive')
  await told(page, 'Archived')
  await expect(page.getByRole('button', { name: 'Unarchive' })).toBeFocused()
  await expect(field(page, 'Unit')).toBeDisabled()
  await press(page, 'Unarchive')
  await told(page, 'Taken out of the archive')
  page.on('dialog', (dialog) => dialog.accept())
  await press(page, 'Delete')
  await expect(page.getByRole('heading', { name: 'Entries' })).toBeVisible()
  await expect(space.client.entry.get({ entryId: 'fact-states' })).rejects.toThrow('could not be found')
})

test('who comes second is told that somebody else has changed the entry, and may load it anew', async ({
  page,
  space,
  open,
}) => {
  await open('entries/fact-miles')
  await field(page, 'Unit').fill('mine')
  await saveDraft(space, 'fact-miles', 'unit', 'theirs')
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('alert')).toContainText('Somebody else has changed this meanwhile')
  await press(page, 'Load anew')
  await expect(field(page, 'Unit')).toHaveValue('theirs')
})

test('what is not there is said', async ({ page, open }) => {
  await open('entries/nothing')
  await expect(page.getByRole('alert')).toContainText('The resource could not be found')
})

test('pressing twice saves once more, and is no conflict with oneself', async ({ page, space, open }) => {
  await open('entries/fact-miles')
  await field(page, 'Unit').fill('leagues')
  for (const _ of [1, 2, 3]) await page.keyboard.press('Control+s')
  await told(page, 'Saved')
  await press(page, 'Publish')
  await told(page, 'Published')
  await expect(page.getByRole('alert')).toBeEmpty()
  expect((await delivered(space).getEntry('fact-miles')).fields.unit).toBe('leagues')
})

test('the list is searched by text, type and state', async ({ page, space, open }) => {
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
  await expect(field(page, 'Unit')).toHaveValue('leagues')
})

test('yes or no may be empty, and a word is chosen out of the few there are', async ({ page, space, open }) => {
  await open('entries/seo-home')
  const noIndex = page.getByLabel('No index')
  await noIndex.selectOption('Yes')
  await page.keyboard.press('Control+s')
  await told(page, 'Saved')
  const saved = async () => (await space.client.entry.get({ entryId: 'seo-home' })).fields.noIndex
  expect(await saved()).toEqual({ [LOCALE]: true })
  await noIndex.selectOption('–')
  await page.keyboard.press('Control+s')
  await expect.poll(saved).toBeUndefined()
})

for (const width of [1440, 767])
  test(`every page can be used by everybody, at ${width} px`, async ({ page, open }) => {
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

test('the page beside the form follows what is typed, and leads to the field that is clicked', async ({
  page,
  space,
  open,
}) => {
  await using site = await startFramedSite(space.url)
  await space.client.raw.put('/spaces/local/preview_environments/site', {
    name: 'Site',
    configurations: [{ contentType: 'homePage', url: `${site.url}/?entry={entry.sys.id}`, enabled: true }],
  })
  await open('entries/home-page')
  await press(page, 'Live preview')
  const framed = page.frameLocator('iframe')
  await expect(framed.getByRole('heading')).toHaveText('Watch Now')
  expect(new URL(page.frames()[1]?.url() ?? '').search).toBe('?entry=home-page')

  await field(page, 'Watch label').fill('See it')
  await expect(framed.getByRole('heading')).toHaveText('See it')
  const facts = page.getByRole('group', { name: 'Facts' }).getByRole('listitem')
  await facts.first().getByRole('button', { name: 'Down' }).click()
  await expect(framed.getByRole('listitem')).toHaveText(['in.', 'miles', 'years', 'states'])
  await facts.last().getByRole('button', { name: 'Remove' }).click()
  await expect(framed.getByRole('listitem')).toHaveText(['in.', 'miles', 'years'])
  await press(page, 'Save')
  await expect(framed.getByText('Saved: home-page')).toBeVisible()

  await framed.getByRole('button', { name: 'Open' }).click()
  await expect(field(page, 'Film id')).toBeFocused()
  await framed.getByRole('heading').hover()
  await press(page, 'Edit watchLabel')
  await expect(field(page, 'Watch label')).toBeFocused()
  await framed.getByRole('listitem').first().hover()
  await press(page, 'Edit unit')
  await expect(page).toHaveURL(/fact-diameters\?focusedField=unit/)
  await expect(field(page, 'Unit')).toBeFocused()
})
