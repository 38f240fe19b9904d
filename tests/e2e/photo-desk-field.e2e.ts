import type { Page } from '@playwright/test'
import { createDraftEntry, toLink } from '#local-tests/test-contentful.ts'
import { saveDraft } from '#tests/setup/content.ts'
import type { PictureSpace } from '#tests/setup/contentful/picture-space.ts'
import { expectNoAxeViolationsInFrame } from './axe.ts'
import { expect, test } from './photo-desk.ts'

const openEntry = (page: Page, space: PictureSpace, id: string) =>
  page.goto(`${space.url}/app/spaces/local/environments/master/entries/${id}`)

/** Records the heights that the app sets. */
const recordHeights = (page: Page) =>
  page.addInitScript(() => {
    const heights: string[] = []
    Object.assign(window, { heights })
    new MutationObserver(() => {
      const { height } = document.querySelector<HTMLElement>('iframe.app')?.style ?? {}
      if (height && height !== heights.at(-1)) heights.push(height)
    }).observe(document, { subtree: true, childList: true, attributeFilter: ['style'] })
  })
const readHeights = (page: Page) => page.evaluate(() => ('heights' in window ? window.heights : undefined))

test.describe('while somebody else saves the page', () => {
  test.use({ expectedProblems: /status of 409/ })

  test('the field of a list counts its pictures, follows changes, and opens the desk', async ({
    page,
    space,
    desk,
  }) => {
    const openButton = desk.getByRole('button', { name: 'Open the photo desk' })
    await space.client.entry.unpublish({ entryId: 'gallery-page' })
    await space.client.entry.archive({ entryId: 'gallery-page' })
    await openEntry(page, space, 'gallery-page')
    await expect(desk.getByText('3 photographs')).toBeVisible()
    await expect(desk.getByRole('button')).toHaveCount(0)
    await page.getByRole('button', { name: 'Unarchive' }).click()
    await expect(openButton).toBeVisible()
    await expectNoAxeViolationsInFrame(page, 'body')

    await saveDraft(space, 'gallery-page', 'images', [toLink('Entry', 'one')])
    await page.getByRole('textbox').first().fill('Another title')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Load again' })).toBeVisible()
    await expect(desk.getByText('1 photograph')).toBeVisible()

    await openEntry(page, space, 'services-page')
    await expect(desk.getByText('3 logos')).toBeVisible()
    await openButton.click()
    await expect(page).toHaveURL(/\/apps\/[^/]+\/logos$/)
    await expect(desk.getByRole('button', { name: 'Logos' })).toHaveAttribute('aria-pressed', 'true')
  })
})

test('§10 Photo desk: the focal point of a panel is set by click and keys, beside the crops of its page', async ({
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
  await recordHeights(page)

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

  await test.step('of an archived entry it is only shown, and the field gets its height once', async () => {
    await space.client.entry.archive({ entryId: 'panel' })
    await page.reload()
    await expect(desk.getByText('50% from the left, 50% from the top')).toBeVisible()
    await expect(desk.getByRole('figure')).toHaveCount(3)
    await expect(desk.getByRole('button').or(desk.getByRole('slider'))).toHaveCount(0)
    await expect.poll(() => readHeights(page)).toHaveLength(1)
  })
})

test('§10 Photo desk: the description of a page is one paragraph beside its search result', async ({ page, space }) => {
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
  await page.getByRole('textbox', { name: 'Title' }).fill('Another title')
  await expect(result).toContainText('Another title')
  await expectNoAxeViolationsInFrame(page, 'body')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Not saved yet')).toHaveCount(0)
  const { fields } = await space.client.entry.get({ entryId: 'seo-gallery' })
  expect(fields.description).toEqual({ 'en-US': saved })
})
