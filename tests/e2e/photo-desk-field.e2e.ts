import type { Page } from '@playwright/test'
import { createDraftEntry } from '#local-tests/test-contentful.ts'
import type { PictureSpace } from '#tests/setup/contentful/picture-space.ts'
import { expectNoAxeViolationsInFrame } from './axe.ts'
import { expect, test } from './photo-desk.ts'

const openEntry = (page: Page, space: PictureSpace, id: string) =>
  page.goto(`${space.url}/app/spaces/local/environments/master/entries/${id}`)

test('§10.33 the focal point of a panel is set by click and keys, beside the crops of its page', async ({
  page,
  space,
  desk,
}) => {
  await createDraftEntry(space, 'servicePanel', 'panel', { header: 'A panel', focalPoint: 'left top' })
  const fromTheLeft = desk.getByRole('slider', { name: 'From the left' })
  const phoneCrop = desk.getByRole('figure', { name: 'Phone' }).locator('img')
  const save = async () => {
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Not saved yet')).toHaveCount(0)
    return (await space.client.entry.get({ entryId: 'panel' })).fields.focalPoint
  }
  await test.step('without a picture, and with a text that is no focal point', async () => {
    await openEntry(page, space, 'panel')
    await expect(desk.getByText('Choose a picture in “Image”')).toBeVisible()
    await expect(desk.getByText('“left top” is not a focal point')).toBeVisible()
    await page.getByRole('group', { name: 'Image' }).getByRole('button', { name: 'Choose…' }).click()
    await page.getByRole('dialog').getByRole('button').filter({ hasText: 'Poster of Gallery' }).click()
  })

  await test.step('by click and keys', async () => {
    await expect(desk.locator('.focal-point-marker')).toBeVisible()
    await expect(desk.getByRole('figure')).toHaveText(['Desktop', 'Tablet', 'Phone'])
    const picture = desk.locator('.focal-point-picture')
    const { width = 0, height = 0 } = (await picture.boundingBox()) ?? {}
    await picture.click({ position: { x: width * 0.2, y: height * 0.9 } })
    await fromTheLeft.press('PageUp')
    await expect(desk.getByRole('status')).toHaveText('30% from the left, 90% from the top')
    await expect(desk.getByText('is not a focal point')).toHaveCount(0)
    await expect(phoneCrop).toHaveCSS('object-position', '30% 90%')
    await expectNoAxeViolationsInFrame(page, 'body')
    expect(await save()).toEqual({ 'en-US': '30% 90%' })
    await desk.getByRole('button', { name: 'Reset to the middle' }).press('Enter')
    await expect(phoneCrop).toHaveCSS('object-position', '50% 50%')
    expect(await save()).toBeUndefined()
  })

  await test.step('of an archived entry it is only shown, until that is restored', async () => {
    await space.client.entry.archive({ entryId: 'panel' })
    await page.reload()
    await expect(desk.getByRole('figure')).toHaveCount(3)
    await expect(fromTheLeft).toHaveCount(0)
    await page.getByRole('button', { name: 'Unarchive' }).click()
    await expect(fromTheLeft).toBeVisible()
  })
})

test('§10.34 the description of a page is one paragraph beside its search result', async ({ page, space }) => {
  const description = page.getByRole('group', { name: 'Description' }).frameLocator('iframe')
  const text = description.getByRole('textbox', { name: 'Description' })
  const result = description.getByRole('figure')
  await openEntry(page, space, 'seo-gallery')
  await expect(result).toContainText('› gallery')
  await text.fill(`First line\nsecond line ${'and more '.repeat(14)}`)
  await text.press('End')
  await text.press('Enter')
  await page.keyboard.type('end.')
  const saved = `First line second line ${'and more '.repeat(14)}end.`
  await expect(result).toContainText(saved)
  await expectNoAxeViolationsInFrame(page, 'body')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Not saved yet')).toHaveCount(0)
  const { fields } = await space.client.entry.get({ entryId: 'seo-gallery' })
  expect(fields.description).toEqual({ 'en-US': saved })
})
