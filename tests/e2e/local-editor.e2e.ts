import { saveDraft } from '#tests/setup/content.ts'
import { expectNoAxeViolations } from './axe.ts'
import { clickButton, createDeliveryClient, expect, expectStatus, getBadge, getField, test } from './local-editor.ts'

const getLinkIds = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map((link) => link.sys.id) : [])

test('an entry is saved, published, scheduled and taken away, and what is wrong is said at its field', async ({
  page,
  space,
  open,
}) => {
  const delivery = createDeliveryClient(space)
  const readFields = async (entryId: string) => (await space.client.entry.get({ entryId })).fields

  await test.step('a changed text is delivered when it is published, and hidden fields and translations are kept', async () => {
    const params = { entryId: 'fact-miles' }
    const entry = await space.client.entry.get(params)
    for (const id of ['unit', 'text']) entry.fields[id]['de-DE'] = 'Meilen'
    await space.client.entry.update(params, entry)
    const before = await readFields('fact-miles')
    await open('entries/fact-miles')
    await getField(page, 'Unit').fill('leagues')
    await getField(page, 'Text').fill('')
    await getField(page, 'Notes').fill('One\n\nTwo\n') // one on each line; empty lines are left out
    await clickButton(page, 'Save')
    await expectStatus(page, 'Saved')
    expect((await delivery.getEntry('fact-miles')).fields.unit).toBe('miles')
    await expect(getBadge(page)).toHaveText('changed')
    await clickButton(page, 'Publish')
    await expectStatus(page, 'Published')
    expect((await delivery.getEntry('fact-miles')).fields.unit).toBe('leagues')
    const unit = { ...before.unit, 'en-US': 'leagues' }
    const edited = { unit, text: { 'de-DE': 'Meilen' }, notes: { 'en-US': ['One', 'Two'] } }
    expect(await readFields('fact-miles')).toEqual({ ...before, ...edited })
    await expect(page.getByText('Marks')).toHaveCount(0)
  })

  await test.step('a publication is scheduled and canceled', async () => {
    await page.getByText('Schedule', { exact: true }).click()
    await expect(page.getByRole('button', { name: 'Publish then', exact: true })).toBeDisabled()
    await page.getByLabel('Date and time').fill('2099-03-02T09:30')
    await clickButton(page, 'Publish then')
    await expectStatus(page, 'Scheduled')
    await expect(page.getByText('Schedule (1)')).toBeVisible()
    await page.getByRole('button', { name: /^Cancel Publish/ }).click()
    await expectStatus(page, 'Canceled')
    await expect(page.getByRole('button', { name: /^Cancel/ })).toHaveCount(0)
    await expect(page.getByText('Schedule', { exact: true }), 'Enter does not schedule it again').toBeFocused()
  })

  await test.step('an entry is unpublished, archived and then deleted, after questions that start at Cancel', async () => {
    const question = page.getByRole('alertdialog')
    await clickButton(page, 'Unpublish')
    await expect(question).toHaveText(
      'Unpublish “leagues”?Visitors do not see it any more. The draft stays.Used in Home page “Home”CancelUnpublish',
    )
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(question).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Unpublish', exact: true })).toBeFocused()
    await expect(getBadge(page)).toHaveText('published')
    await clickButton(page, 'Unpublish')
    await question.getByRole('button', { name: 'Unpublish' }).click()
    await expectStatus(page, 'Unpublished')
    await expect(page.getByRole('button', { name: 'Save' })).toBeFocused()
    await expect(delivery.getEntry('fact-miles')).rejects.toThrow('could not be found')
    await clickButton(page, 'Archive')
    await expectStatus(page, 'Archived')
    await expect(getField(page, 'Unit')).toBeDisabled()
    await expect(page.getByText('Schedule', { exact: true })).toHaveCount(0)
    await clickButton(page, 'Unarchive')
    await expectStatus(page, 'Taken out of the archive')
    await clickButton(page, 'Archive')
    await clickButton(page, 'Delete')
    await expect(question).toHaveText(
      'Delete “leagues”?It is deleted for good, with everything in its fields. It cannot be restored.Used in Home page “Home”CancelDelete',
    )
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('heading', { name: 'Entries' })).toBeVisible()
    await expect(space.client.entry.get({ entryId: 'fact-miles' })).rejects.toThrow('could not be found')
  })

  await test.step('Contentful’s validation errors are shown at their fields', async () => {
    await open('entries/home-page')
    const [title, description] = [getField(page, 'Title'), getField(page, 'Description')]
    await description.fill('Too short')
    await title.fill('')
    await page
      .getByRole('group', { name: 'Facts' })
      .getByRole('button', { name: 'Remove: Missing: fact-miles' })
      .click()
    await clickButton(page, 'Publish')
    await expect(title).toBeFocused()
    await page.getByRole('alert').getByRole('link', { name: 'Description' }).press('Enter')
    await expect(description).toBeFocused()
    await expect(title).toHaveAccessibleDescription(/This must not be empty/)
    await expect(description).toHaveAccessibleDescription(/At least 50 characters: it has 9\./)

    await title.fill('A title')
    await expect(title).not.toHaveAccessibleDescription(/This must not be empty/)
    await description.fill('')
    await page.getByLabel('Is hidden').selectOption('Yes')
    await clickButton(page, 'Publish')
    await expectStatus(page, 'Published')
    const { isHidden, description: saved } = await readFields('home-page')
    expect({ isHidden, saved }).toEqual({ isHidden: { 'en-US': true }, saved: undefined })
  })
})

test('the changes of an entry are discarded for what is published, and can be brought back', async ({
  page,
  space,
  open,
}) => {
  const unit = getField(page, 'Unit')
  const readUnit = async () => (await space.client.entry.get({ entryId: 'fact-miles' })).fields.unit['en-US']
  const discard = page.getByRole('button', { name: 'Discard changes…' })
  const question = page.getByRole('alertdialog')
  const confirm = question.getByRole('button', { name: 'Discard' })
  await open('entries/fact-miles')
  await expect(page.getByRole('link', { name: /^Home page “/ })).toHaveAttribute('href', /entries\/home-page$/)

  await test.step('both values are shown, and nothing is written before the answer', async () => {
    await expect(discard).toHaveCount(0)
    await unit.fill('leagues')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('leagues')
    await expect(page.getByText('Not saved yet')).toBeVisible()
    await page.keyboard.press('Control+S')
    await expectStatus(page, 'Saved')
    await unit.fill('furlongs') // not saved
    await discard.press('Enter')
    await expect(question).toHaveText(
      'Discard the changes of “furlongs”?The published version becomes the draft again. You can undo this until you leave the page.UnitDraft: furlongsPublished: milesCancelDiscard',
    )
    await expectNoAxeViolations(page, { part: 'dialog' })
    await page.keyboard.press('Control+s') // saves nothing while there is a question
    await page.keyboard.press('Escape')
    await expect(discard).toBeFocused()
    await expect(unit).toHaveValue('furlongs')
    expect(await readUnit()).toBe('leagues')
  })

  await test.step('the published version is the draft, and Undo brings back all except what was changed since', async () => {
    await getField(page, 'Figure').fill('99')
    await discard.press('Enter')
    await confirm.press('Enter')
    await expectStatus(page, 'The draft is what is published')
    await expect(unit).toHaveValue('miles')
    expect(await readUnit()).toBe('miles')
    await expect(getBadge(page)).toHaveText('published')
    await getField(page, 'Figure').fill('7')
    await page.getByRole('button', { name: 'Undo discard' }).press('Enter')
    await expectStatus(page, 'Your draft is back')
    await expect(unit).toHaveValue('furlongs')
    await expect(getField(page, 'Figure')).toHaveValue('7')
    expect(await readUnit()).toBe('furlongs')
    await expect(page.locator(':focus')).toHaveRole('button')
  })

  await test.step('what somebody else has saved since is not discarded unseen', async () => {
    await discard.click()
    await expect(question).toBeVisible()
    await saveDraft(space, 'fact-miles', 'unit', 'theirs')
    await confirm.click()
    await expect(page.getByRole('alert')).toHaveText(
      'Somebody else has saved meanwhile. Their version is loaded, and what you have typed is kept. Look at it, then try again.Load again',
    )
    expect(await readUnit()).toBe('theirs')
    await expect(unit).toHaveValue('theirs')
  })
})

test('a list is sorted, and gets new and existing entries; a single field gets a new entry while it is empty', async ({
  page,
  space,
  open,
}) => {
  const readHome = async () => (await space.client.entry.get({ entryId: 'home-page' })).fields
  const readOrder = async () => getLinkIds((await readHome()).facts['en-US'])
  const group = page.getByRole('group', { name: 'Facts' })
  const facts = group.getByRole('listitem')
  await open('entries/home-page')

  await test.step('sorts by the place of an entry, and keeps the focus on it', async () => {
    await expect(facts).toHaveCount(4)
    const places = group.getByRole('combobox', { name: 'Place: ' })
    await places.first().press('ArrowDown')
    await expect(places.nth(1)).toBeFocused()
    await places.nth(3).selectOption('1')
    await expect(places.first()).toBeFocused()
    await page.keyboard.press('Meta+s')
    await expectStatus(page, 'Saved')
    expect(await readOrder()).toEqual(['fact-states', 'fact-diameters', 'fact-miles', 'fact-experience'])
  })

  await test.step('adds a new entry, and removes one', async () => {
    await clickButton(page, 'New Fact')
    await expect(page).toHaveURL(/entries\/[0-9a-f]{22}$/)
    await getField(page, 'Unit').fill('crews')
    await clickButton(page, 'Publish')
    await expectStatus(page, 'Published')
    await page.goBack()
    await expect(facts).toHaveCount(5)
    await expect(facts.last()).toContainText('crews')
    await group.getByRole('button', { name: 'Remove: miles' }).click()
    await expect(facts).toHaveText([/states/, /in\./, /years/, /crews/])
  })

  await test.step('adds an existing entry in a dialog that returns the focus', async () => {
    const add = group.getByRole('button', { name: 'Add existing…' })
    const dialog = page.getByRole('dialog', { name: 'Choose an entry' })
    const old = await space.client.entry.create({ contentTypeId: 'fact' }, { fields: { unit: { 'en-US': 'old' } } })
    await space.client.entry.archive({ entryId: old.sys.id })
    await add.press('Enter')
    await expect(dialog.getByRole('listitem')).toHaveCount(5)
    await expect(dialog.getByRole('searchbox')).toBeFocused()
    await expectNoAxeViolations(page, { part: 'dialog' })
    await dialog.getByRole('searchbox').fill('miles')
    await expect(dialog.getByRole('listitem')).toHaveCount(1)
    await dialog.getByRole('listitem').getByRole('button').press('Enter')
    await expect(facts).toHaveCount(5)
    await expect(add).toBeFocused()
    await clickButton(page, 'Publish')
    await expectStatus(page, 'Published')
    const { fields } = await createDeliveryClient(space).getEntry('home-page')
    expect(getLinkIds(fields.facts).at(-1)).toBe('fact-miles')
  })

  await test.step('a new entry of a single field is linked at once, and what was typed is saved', async () => {
    const hero = page.getByRole('group', { name: 'Hero' })
    const newButton = hero.getByRole('button', { name: 'New Video hero' })
    await expect(hero.getByRole('link', { name: 'Edit: First hero' })).toBeVisible()
    await expect(newButton).toHaveCount(0)
    await hero.getByRole('button', { name: 'Remove' }).click()
    await newButton.click()
    await expect(page).toHaveURL(/entries\/[0-9a-f]{22}$/)
    expect(page.url()).toContain((await readHome()).hero['en-US'].sys.id)
  })
})

test('what two editors type into one entry is lost only by a decision', async ({ page, space, open }) => {
  const unit = page.locator('#field-unit')
  const readFields = async () => (await space.client.entry.get({ entryId: 'fact-miles' })).fields
  await open('entries/fact-miles')

  await test.step('what is typed while a request to save is running is kept, and saved by the next one', async () => {
    const saving = Promise.withResolvers<void>()
    await page.route(/entries\/fact-miles$/, async (route) => {
      if (route.request().method() === 'PUT') await saving.promise
      await route.continue()
    })
    await unit.fill('first')
    await page.keyboard.press('Control+s')
    await unit.fill('second')
    saving.resolve()
    await expectStatus(page, 'Saved')
    await expect(unit).toHaveValue('second')
    await expect(page.getByText('Not saved yet')).toBeVisible()
    await page.keyboard.press('Control+s')
    await expect.poll(async () => (await readFields()).unit['en-US']).toBe('second')
    await expect(page.getByText('Not saved yet')).toHaveCount(0)
  })

  await test.step('the text of the other editor is shown beside the own one, and what is chosen is saved', async () => {
    await unit.fill('mine')
    await getField(page, 'Figure').fill('99')
    await saveDraft(space, 'fact-miles', 'unit', 'theirs')
    await saveDraft(space, 'fact-miles', 'figure', '12')
    await saveDraft(space, 'fact-miles', 'text', 'A text of theirs')
    await page.keyboard.press('Control+s')
    const alert = page.getByRole('alert')
    await expect(alert).toHaveText('Somebody else has saved meanwhile. Both of you have changed:FigureUnitLoad again')
    await expect(getField(page, 'Text')).toHaveValue('A text of theirs')
    const others = page.getByRole('textbox', { name: 'What somebody else has saved here' })
    await expect(others).toHaveCount(2)
    await expect(others.first()).toHaveValue('12')
    await expect(others.last()).toHaveValue('theirs')
    await expectNoAxeViolations(page)

    await alert.getByRole('link', { name: 'Unit' }).press('Enter')
    await expect(unit).toBeFocused()
    await page.getByRole('button', { name: 'Use this instead of mine' }).last().press('Enter')
    await expect(others).toHaveCount(1)
    await page.keyboard.press('Control+s')
    await expectStatus(page, 'Saved')
    await expect(others).toHaveCount(0)
    const { unit: savedUnit, figure, text } = await readFields()
    expect([savedUnit['en-US'], figure['en-US'], text['en-US']]).toEqual(['theirs', '99', 'A text of theirs'])
  })

  await test.step('what was typed is dropped for the version of the other editor only after a question', async () => {
    await unit.fill('mine again')
    await saveDraft(space, 'fact-miles', 'unit', 'theirs again')
    await page.keyboard.press('Control+s')
    page.once('dialog', (dialog) => dialog.dismiss())
    await clickButton(page, 'Load again')
    await expect(unit).toHaveValue('mine again')
    page.once('dialog', (dialog) => dialog.accept())
    await clickButton(page, 'Load again')
    await expect(unit).toHaveValue('theirs again')
  })
})
