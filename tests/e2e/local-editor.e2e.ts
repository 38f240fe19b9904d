import { test as base, expect, type Page } from '@playwright/test'
import { createClient } from 'contentful'
import { LOCAL_TOKENS } from 'contentful-local/constants'
import { LOCALE } from '#shared/constants.ts'
import { addField, createSeededSpace, type SeededSpace, saveDraft } from '#tests/contract/seeded-space.ts'
import { createAsset, createPicture } from '#tests/contract/test-contentful.ts'
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
  await page.getByRole('alert').getByRole('link', { name: 'Description' }).press('Enter')
  await expect(getField(page, 'Description')).toBeFocused()
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
  await expect(shareImage.getByRole('link', { name: 'Edit: new share' })).toBeVisible()
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
  await expect(page).toHaveURL(/entries\/[0-9a-f]{22}\?/)
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

test('a new entry is linked when it is saved, and only where the field is empty', async ({ page, space, open }) => {
  const readHome = async () => (await space.client.entry.get({ entryId: 'home-page' })).fields
  await open('entries/home-page')
  const hero = page.getByRole('group', { name: 'Hero' })
  const newButton = hero.getByRole('button', { name: 'New Video hero' })
  await expect(hero.getByRole('link', { name: 'Edit: Hero of Home' })).toBeVisible()
  await expect(newButton).toHaveCount(0)
  await hero.getByRole('button', { name: 'Remove' }).click()
  page.once('dialog', (dialog) => dialog.dismiss())
  await newButton.click()
  await expect(newButton).toBeVisible()
  expect((await readHome()).hero).toBeDefined()

  page.once('dialog', (dialog) => dialog.accept())
  await newButton.click()
  await expect(page.getByText('When you save this, it is added to Hero of Home page “Home”.')).toBeVisible()
  await expectNoAxeViolations(page)
  expect((await readHome()).hero).toBeUndefined()
  await getField(page, 'Name').fill('Another hero')
  await clickButton(page, 'Save')
  await expectStatus(page, 'Saved')
  const id = new URL(page.url()).pathname.split('/').at(-1)
  expect((await readHome()).hero[LOCALE].sys.id).toBe(id)
  await page.getByRole('link', { name: 'Home page “Home”' }).click()
  await expect(hero.getByRole('listitem')).toContainText('Another hero')
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
  const questions: string[] = []
  page.on('dialog', (dialog) => {
    questions.push(dialog.message())
    return dialog.accept()
  })
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
  await clickButton(page, 'Delete')
  await expect(page.getByRole('heading', { name: 'Entries' })).toBeVisible()
  expect(questions).toEqual([
    expect.stringMatching(/^Unpublish “.+It is used in: Home page “/s),
    expect.stringMatching(/^Delete “.+It is used in: Home page “/s),
  ])
  await expect(space.client.entry.get({ entryId: 'fact-states' })).rejects.toThrow('could not be found')
})

test('shows the text of another editor beside the own one, and saves what is chosen', async ({ page, space, open }) => {
  await open('entries/fact-miles')
  await getField(page, 'Unit').fill('mine')
  await getField(page, 'Figure').fill('99')
  await saveDraft(space, 'fact-miles', 'unit', 'theirs')
  await saveDraft(space, 'fact-miles', 'figure', '12')
  await saveDraft(space, 'fact-miles', 'text', 'A text of theirs')
  await page.keyboard.press('Control+s')
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Both of you have changed:')
  await expect(getField(page, 'Text')).toHaveValue('A text of theirs')
  const others = page.getByRole('textbox', { name: 'What somebody else has saved here' })
  expect(await others.evaluateAll((inputs) => inputs.map((input) => input.getAttribute('value')))).toEqual([
    '12',
    'theirs',
  ])
  await expectNoAxeViolations(page)

  await alert.getByRole('link', { name: 'Unit' }).press('Enter')
  await expect(page.getByLabel('Unit', { exact: false }).first()).toBeFocused()
  await page.getByRole('button', { name: 'Use this instead of mine' }).last().press('Enter')
  await expect(others).toHaveCount(1)
  await expect(page.locator('#field-unit')).toBeFocused()
  await page.keyboard.press('Control+s')
  await expectStatus(page, 'Saved')
  await expect(others).toHaveCount(0)
  const { fields } = await space.client.entry.get({ entryId: 'fact-miles' })
  expect([fields.unit[LOCALE], fields.figure[LOCALE], fields.text[LOCALE]]).toEqual([
    'theirs',
    '99',
    'A text of theirs',
  ])
})

test('discards what was typed, to load the version of another editor, only after a question', async ({
  page,
  space,
  open,
}) => {
  await open('entries/fact-miles')
  await getField(page, 'Unit').fill('mine')
  await saveDraft(space, 'fact-miles', 'unit', 'theirs')
  await page.keyboard.press('Control+s')
  page.once('dialog', (dialog) => dialog.dismiss())
  await clickButton(page, 'Load again')
  await expect(page.locator('#field-unit')).toHaveValue('mine')
  page.once('dialog', (dialog) => dialog.accept())
  await clickButton(page, 'Load again')
  await expect(page.locator('#field-unit')).toHaveValue('theirs')
  await expect(page.getByText('Not saved yet')).toHaveCount(0)
})

test('keeps what is typed while a request to save is running', async ({ page, open }) => {
  await open('entries/fact-miles')
  const saving = Promise.withResolvers<void>()
  await page.route(/entries\/fact-miles$/, async (route) => {
    if (route.request().method() === 'PUT') await saving.promise
    await route.continue()
  })
  await getField(page, 'Unit').fill('first')
  await page.keyboard.press('Control+s')
  await getField(page, 'Unit').fill('second')
  saving.resolve()
  await expectStatus(page, 'Saved')
  await expect(getField(page, 'Unit')).toHaveValue('second')
  await expect(page.getByText('Not saved yet')).toBeVisible()
})

for (const [path, heading, list] of [
  ['entries/nothing', 'This entry does not exist', 'All entries'],
  ['assets/nothing', 'This file does not exist', 'All media'],
] as const)
  test(`shows an error for the unknown ${path}`, async ({ page, open }) => {
    await open(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expect(page.getByRole('alert')).toContainText('The resource could not be found')
    await expect(page.getByRole('link', { name: list })).toBeVisible()
    await expectNoAxeViolations(page)
  })

test('names a linked file that does not exist, and removes the link', async ({ page, space, open }) => {
  await saveDraft(space, 'seo-home', 'shareImage', { sys: { type: 'Link', linkType: 'Asset', id: 'gone' } })
  await open('entries/seo-home')
  const shareImage = page.getByRole('group', { name: 'Share image' })
  await expect(shareImage.getByRole('listitem')).toContainText('Missing: gone')
  await shareImage.getByRole('button', { name: 'Remove: Missing: gone' }).click()
  await page.keyboard.press('Control+s')
  await expectStatus(page, 'Saved')
  expect((await space.client.entry.get({ entryId: 'seo-home' })).fields.shareImage).toBeUndefined()
})

const createFile = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer })

test('says why files are refused, and leaves no asset of them', async ({ page, space, open }) => {
  const countAssets = async () => (await space.client.asset.getMany({})).total
  const before = await countAssets()
  await open('entries/seo-home')
  const shareImage = page.getByRole('group', { name: 'Share image' })
  const link = shareImage.getByRole('listitem').getByRole('link')
  const name = (await link.getAttribute('aria-label')) ?? ''
  const input = shareImage.getByLabel('Upload…')
  await input.setInputFiles(createFile('photo.heic', 'image/heic', Buffer.from('no picture')))
  await expect(shareImage.getByRole('alert')).toContainText('photo.heic was not uploaded: ')
  const truncated = (await createPicture()).subarray(0, 20)
  await input.setInputFiles(createFile('cut.jpg', 'image/jpeg', truncated))
  await expect(shareImage.getByRole('alert')).toContainText('cut.jpg was not uploaded: "cut.jpg" cannot be read')
  await input.setInputFiles(createFile('empty.jpg', 'image/jpeg', Buffer.alloc(0)))
  await expect(shareImage.getByRole('alert')).toContainText('empty.jpg was not uploaded: ')
  await expectNoAxeViolations(page)
  await expect(link).toHaveAccessibleName(name)
  expect(await countAssets()).toBe(before)
  await input.setInputFiles(createFile('good.jpg', 'image/jpeg', await createPicture()))
  await expectStatus(page, 'Uploaded good.jpg')
  await expect(shareImage.getByRole('alert')).toHaveCount(0)
})

test('uploads several files, and names those that are refused', async ({ page, space, open }) => {
  await open('assets')
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
  await page
    .getByLabel('Upload…')
    .setInputFiles([
      createFile('one.jpg', 'image/jpeg', await createPicture()),
      createFile('bad.jpg', 'image/jpeg', Buffer.from('no picture')),
      createFile('two.jpg', 'image/jpeg', await createPicture()),
    ])
  await expectStatus(page, 'Uploaded two.jpg (3 of 3)')
  await expect(page.getByRole('alert')).toHaveText(/^bad\.jpg was not uploaded: /)
  for (const name of ['one', 'two']) await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
  const { items } = await space.client.asset.getMany({ query: { query: 'bad' } })
  expect(items).toEqual([])
})

test('a field for one file refuses several dropped files', async ({ page, space, open }) => {
  await open('entries/seo-home')
  const before = (await space.client.asset.getMany({})).total
  const shareImage = page.getByRole('group', { name: 'Share image' })
  await shareImage.evaluate((element) => {
    const dataTransfer = new DataTransfer()
    for (const name of ['a.jpg', 'b.jpg']) dataTransfer.items.add(new File(['x'], name, { type: 'image/jpeg' }))
    element.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true }))
  })
  await expect(shareImage.getByRole('alert')).toHaveText('Only one file fits here. Nothing was uploaded.')
  expect((await space.client.asset.getMany({})).total).toBe(before)
})

test('replaces the file of an asset, and keeps the old one when the new one is refused', async ({ page, open }) => {
  await open('assets/posters-home')
  const file = page.getByRole('group', { name: 'File' })
  const details = (await file.getByText('1920 × 1080 px').textContent()) ?? ''
  await getField(page, 'Title').fill('A new title')
  await file.getByLabel('Replace…').setInputFiles(createFile('bad.jpg', 'image/jpeg', Buffer.from('no picture')))
  await expect(file.getByRole('alert')).toContainText('bad.jpg was not uploaded')
  await expect(file.getByText(details)).toBeVisible()
  await expect(getField(page, 'Title')).toHaveValue('A new title')
  await file.getByLabel('Replace…').setInputFiles(createFile('new.jpg', 'image/jpeg', await createPicture()))
  await expect(file.getByText('new.jpg, JPEG, 30 × 20 px')).toBeVisible()
  await expect(page.locator('.badge')).toHaveText('changed')
  await clickButton(page, 'Publish')
  await expectStatus(page, 'Published')
  await expect(page.locator('.badge')).toHaveText('published')
})

test('shows a file as published once its entry is published', async ({ page, open }) => {
  await open('entries/seo-home')
  const shareImage = page.getByRole('group', { name: 'Share image' })
  await shareImage.getByLabel('Upload…').setInputFiles(createFile('new.jpg', 'image/jpeg', await createPicture()))
  await expect(shareImage.locator('.badge')).toHaveText('draft')
  await clickButton(page, 'Publish')
  await expectStatus(page, 'Published')
  await expect(shareImage.locator('.badge')).toHaveText('published')
})

test('counts characters and entries only near their limit', async ({ page, open }) => {
  await open('entries/seo-home')
  await getField(page, 'Title').fill('x'.repeat(55))
  await expect(page.getByText('55 of 70 characters')).toHaveCount(0)
  await getField(page, 'Title').fill('x'.repeat(56))
  await expect(page.getByText('56 of 70 characters')).toBeVisible()
  await getField(page, 'Title').fill('x'.repeat(71))
  await expect(page.getByText('71 of 70 characters')).toHaveClass('problem')
})

test('the dialog to choose an entry returns the focus when it is closed', async ({ page, open }) => {
  await open('entries/home-page')
  const hero = page.getByRole('group', { name: 'Hero' })
  const choose = hero.getByRole('button', { name: 'Choose…' })
  const dialog = page.getByRole('dialog')
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: 'Cancel' }).press('Enter'),
    () => dialog.getByRole('listitem').getByRole('button').press('Enter'),
  ]) {
    await choose.press('Enter')
    await expect(dialog.getByRole('searchbox')).toBeFocused()
    await close()
    await expect(dialog).toHaveCount(0)
    await expect(choose).toBeFocused()
  }
  await expect(hero.getByRole('listitem')).toHaveCount(1)
})

test('the dialog shows more entries by keyboard', async ({ page, space, open }) => {
  for (let index = 0; index < 60; index++)
    await space.client.entry.create({ contentTypeId: 'fact' }, { fields: { text: { [LOCALE]: `Fact ${index}` } } })
  await open('entries/home-page')
  const facts = page.getByRole('group', { name: 'Facts' })
  await facts.getByRole('button', { name: 'Add existing…' }).press('Enter')
  const dialog = page.getByRole('dialog')
  const choices = dialog.getByRole('listitem')
  await expect(dialog.getByRole('status')).toHaveText('60 of 64 shown')
  await dialog.getByRole('button', { name: 'Show more' }).press('Enter')
  await expect(choices).toHaveCount(64)
  await expect(choices.nth(60).getByRole('button')).toBeFocused()
  await expectNoAxeViolations(page)
  await choices.first().click()
  await expect(dialog).toHaveCount(0)
  await expect(facts.getByRole('listitem').last()).toContainText('Fact 59')
})

test('the dialog offers the files of all groups that a field or the items of a list allow', async ({
  page,
  space,
  open,
}) => {
  await createAsset(space, 'notes', Buffer.from('Notes'), 'text/plain', 'notes.txt')
  await createAsset(space, 'table', Buffer.from('a,b'), 'text/csv', 'table.csv')
  const target = { type: 'Link', linkType: 'Asset', validations: [{ linkMimetypeGroup: ['spreadsheet', 'plaintext'] }] }
  await addField(space, 'seo', { ...target, id: 'document', name: 'Document' })
  await addField(space, 'seo', { id: 'documents', name: 'All documents', type: 'Array', items: target })
  await open('entries/seo-home')
  for (const [name, button] of [
    ['Document', 'Choose…'],
    ['All documents', 'Add existing…'],
  ] as const) {
    await page.getByRole('group', { name, exact: true }).getByRole('button', { name: button }).click()
    const files = page.getByRole('dialog').getByRole('listitem')
    await expect(files).toHaveCount(2)
    await expect(files).toContainText(['spreadsheet', 'text file'])
    await page.keyboard.press('Escape')
  }
})

test('files that are dropped on an archived entry are not uploaded', async ({ page, space, open }) => {
  const { sys } = await space.client.entry.create({ contentTypeId: 'seo' }, { fields: {} })
  await space.client.entry.archive({ entryId: sys.id })
  const before = (await space.client.asset.getMany({})).total
  await open(`entries/${sys.id}`)
  const shareImage = page.getByRole('group', { name: 'Share image' })
  await shareImage.evaluate(
    (element, bytes) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([new Uint8Array(bytes)], 'a.jpg', { type: 'image/jpeg' }))
      element.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true }))
    },
    [...(await createPicture())],
  )
  await clickButton(page, 'Unarchive')
  await expectStatus(page, 'Taken out of the archive')
  await expect(shareImage.getByRole('listitem')).toHaveCount(0)
  expect((await space.client.asset.getMany({})).total).toBe(before)
})

test('does not unpublish when the question is declined', async ({ page, space, open }) => {
  await open('entries/fact-states')
  const dismissal = page.waitForEvent('dialog').then((dialog) => dialog.dismiss())
  await clickButton(page, 'Unpublish')
  await dismissal
  await page.keyboard.press('Control+s') // the next request: an unpublish would have been sent before it
  await expectStatus(page, 'Saved')
  await expect(page.locator('.badge')).toHaveText('published')
  expect((await createDeliveryClient(space).getEntry('fact-states')).sys.id).toBe('fact-states')
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

test('filters a list, keeps the filters for Back, and says that nothing matches', async ({ page, space, open }) => {
  await saveDraft(space, 'fact-miles', 'unit', 'leagues')
  await open('entries')
  const rows = page.getByRole('main').getByRole('listitem')
  const search = page.getByRole('searchbox', { name: 'Search' })
  await page.getByLabel('State').selectOption('changed')
  await expect(rows).toHaveCount(1)
  await page.getByLabel('State').selectOption('All')
  await page.getByRole('combobox', { name: 'Type', exact: true }).selectOption('Fact')
  await expect(rows).toHaveCount(4)
  await search.fill('leagues')
  await expect(rows).toHaveCount(1)
  await rows.getByRole('link').click()
  await expect(getField(page, 'Unit')).toHaveValue('leagues')
  await page.goBack()
  await expect(search).toHaveValue('leagues')
  await expect(rows).toHaveCount(1)
  await search.fill('metres')
  await expect(page.getByRole('main').getByRole('status')).toHaveText('No entries match “metres”.')
  await expectNoAxeViolations(page)
  await clickButton(page, 'Show all')
  await expect(rows).toHaveCount(7)
  await expect(search).toBeFocused()
  expect(new URL(page.url()).search).toBe('')
})

test('lists the entries first that are pages: they have a preview, and no type links to them', async ({
  page,
  space,
  open,
}) => {
  const url = 'https://site.example'
  await space.client.raw.put('/spaces/local/preview_environments/site', {
    name: 'Site',
    configurations: ['homePage', 'videoHero'].map((contentType) => ({ contentType, url, enabled: true })),
  })
  await saveDraft(space, 'fact-miles', 'unit', 'leagues')
  await open('entries')
  const sections = page.getByRole('main').locator('section')
  await expect(sections.getByRole('heading')).toHaveText(['Pages', 'Other entries'])
  await expect(sections.first().getByRole('link')).toHaveText(['Home'])
  await expect(sections.last().getByRole('link').first()).toHaveText('Cross-country transmission lines')
})

test('a picture that cannot be shown is marked', async ({ page, space, open }) => {
  const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
  await createAsset(space, 'moving', gif, 'image/gif', 'moving.gif')
  await open('assets?query=moving')
  await expect(page.getByRole('main').getByRole('listitem')).toHaveText(/^Cannot be shown.*GIF/)
  await expectNoAxeViolations(page)
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

test('sets a date by the format of its control, and a list of texts by lines', async ({ page, space, open }) => {
  await addField(space, 'fact', { id: 'endsOn', name: 'Ends on', type: 'Date' })
  await addField(space, 'fact', { id: 'skills', name: 'Skills', type: 'Array', items: { type: 'Symbol' } })
  const params = { contentTypeId: 'fact' }
  const { controls = [], ...editorInterface } = await space.client.editorInterface.get(params)
  const others = controls.filter(({ fieldId }) => fieldId !== 'endsOn')
  const date = {
    fieldId: 'endsOn',
    widgetNamespace: 'builtin',
    widgetId: 'datePicker',
    settings: { format: 'dateonly' },
  }
  await space.client.editorInterface.update(params, { ...editorInterface, controls: [...others, date] })

  await open('entries/fact-miles')
  await page.getByLabel('Ends on').fill('2026-12-31')
  await page.getByLabel('Skills').fill('Welding\n\nCoating\n')
  await page.getByLabel('Ends on').focus()
  await clickButton(page, 'Save')
  await expectStatus(page, 'Saved')
  const { fields } = await space.client.entry.get({ entryId: 'fact-miles' })
  expect(fields).toMatchObject({ endsOn: { [LOCALE]: '2026-12-31' }, skills: { [LOCALE]: ['Welding', 'Coating'] } })
  await page.getByLabel('Skills').fill('')
  await clickButton(page, 'Save')
  await expectStatus(page, 'Saved')
  expect((await space.client.entry.get({ entryId: 'fact-miles' })).fields.skills).toBeUndefined()
})

test('schedules a publish and an unpublish, cancels one, and refuses a time in the past', async ({
  page,
  space,
  open,
}) => {
  await open('entries/fact-miles')
  await page.getByText('Schedule', { exact: true }).click()
  await page.getByLabel('Date and time').fill('2099-03-02T09:30')
  await clickButton(page, 'Publish then')
  await expectStatus(page, 'Scheduled')
  await page.getByRole('button', { name: /^Cancel Publish/ }).click()
  await expectStatus(page, 'Canceled')
  await expect(page.getByRole('button', { name: /^Cancel/ })).toHaveCount(0)

  await page.getByLabel('Date and time').fill('2020-03-02T09:30')
  await clickButton(page, 'Unpublish then')
  await expect(page.getByRole('alert')).toContainText('in the future')

  await page.getByLabel('Date and time').fill('2099-03-02T09:30')
  await clickButton(page, 'Unpublish then')
  await expect(page.getByText('Schedule (1)')).toBeVisible()
  const query = { 'environment.sys.id': 'master', 'sys.status': 'scheduled' }
  const { items } = await space.client.scheduledActions.getMany({ query })
  expect(items).toMatchObject([{ action: 'unpublish', entity: { sys: { id: 'fact-miles', linkType: 'Entry' } } }])
  await expectNoAxeViolations(page)
})

for (const width of [1440, 991, 767, 390])
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
  await expect(getField(page, 'Film ID')).toBeFocused()
  await preview.getByRole('heading').hover()
  await clickButton(page, 'Edit watchLabel')
  await expect(getField(page, 'Watch label')).toBeFocused()
  await preview.getByRole('listitem').first().hover()
  await clickButton(page, 'Edit unit')
  await expect(page).toHaveURL(/fact-diameters\?focusedField=unit/)
  await expect(getField(page, 'Unit')).toBeFocused()
})
