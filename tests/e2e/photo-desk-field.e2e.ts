import type { Page } from '@playwright/test'
import type { PictureSpace } from '#tests/contract/picture-space.ts'
import { saveDraft } from '#tests/contract/seeded-space.ts'
import { createDraftEntry, toLink } from '#tests/contract/test-contentful.ts'
import { expectNoAxeViolations } from '#tests/setup/e2e/axe.ts'
import { expect, test } from '#tests/setup/e2e/photo-desk.ts'

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

test('the field of a list counts its pictures, and opens the desk for them', async ({ page, space, desk }) => {
  await openEntry(page, space, 'services-page')
  await expect(desk.getByText('3 logos')).toBeVisible()
  await expectNoAxeViolations(page)
  await desk.getByRole('button', { name: 'Open the photo desk' }).click()
  await expect(page).toHaveURL(/\/apps\/[^/]+\/logos$/)
  await expect(desk.getByRole('button', { name: 'Logos' })).toHaveAttribute('aria-pressed', 'true')
})

test.describe(() => {
  test.use({ expectedProblems: /status of 409/ }) // the page is saved by another editor too

  test('the field of an archived page has no button, and follows changes of the list', async ({
    page,
    space,
    desk,
  }) => {
    await space.client.entry.unpublish({ entryId: 'gallery-page' })
    await space.client.entry.archive({ entryId: 'gallery-page' })
    await openEntry(page, space, 'gallery-page')
    await expect(desk.getByText('3 photographs')).toBeVisible()
    await expect(desk.getByRole('button')).toHaveCount(0)
    await page.getByRole('button', { name: 'Unarchive' }).click()
    await expect(desk.getByRole('button', { name: 'Open the photo desk' })).toBeVisible()

    await saveDraft(space, 'gallery-page', 'images', [toLink('Entry', 'one')])
    await page.getByRole('textbox').first().fill('Another title')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Load again' })).toBeVisible()
    await expect(desk.getByText('1 photograph')).toBeVisible()
  })
})

test('the focal point of a panel is set by click and keys, with the crops of its page', async ({
  page,
  space,
  desk,
}) => {
  const { items } = await space.client.entry.getMany({ query: { content_type: 'servicePanel', limit: 1 } })
  const entryId = items[0]?.sys.id ?? ''
  const save = async () => {
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('changed', { exact: true })).toBeVisible()
    return (await space.client.entry.get({ entryId })).fields.focalPoint
  }
  await recordHeights(page)
  await openEntry(page, space, entryId)
  const fromTheLeft = desk.getByRole('slider', { name: 'From the left' })
  await expect(desk.locator('.focal-point-marker')).toBeVisible()
  await expect.poll(() => readHeights(page)).toHaveLength(1)
  await expect(desk.getByRole('figure')).toHaveText(['Desktop', 'Tablet', 'Phone'])
  await expectNoAxeViolations(page)

  const picture = desk.locator('.focal-point-picture')
  const { width = 0, height = 0 } = (await picture.boundingBox()) ?? {}
  await picture.click({ position: { x: width * 0.2, y: height * 0.9 } })
  await fromTheLeft.press('PageUp')
  await expect(desk.getByRole('status')).toHaveText('30% from the left, 90% from the top')
  const phoneCrop = desk.getByRole('figure', { name: 'Phone' }).locator('img')
  await expect(phoneCrop).toHaveCSS('object-position', '30% 90%')
  expect(await save()).toEqual({ 'en-US': '30% 90%' })
  await desk.getByRole('button', { name: 'Reset to the middle' }).press('Enter')
  await expect(phoneCrop).toHaveCSS('object-position', '50% 50%')
  expect(await save()).toBeUndefined()
})

test('the focal point of an entry without a picture, with a wrong text, and of an archived entry', async ({
  page,
  space,
  desk,
}) => {
  await createDraftEntry(space, 'servicePanel', 'panel', { header: 'A panel', focalPoint: 'left top' })
  await openEntry(page, space, 'panel')
  await expect(desk.getByText('Choose a picture in “Image”')).toBeVisible()
  await expect(desk.getByText('“left top” is not a focal point')).toBeVisible()
  await page.getByRole('group', { name: 'Image' }).getByRole('button', { name: 'Choose…' }).click()
  await page.getByRole('dialog').getByRole('button').filter({ hasText: 'Poster of Gallery' }).click()
  await desk.getByRole('slider', { name: 'From the left' }).press('ArrowRight')
  await expect(desk.getByText('is not a focal point')).toHaveCount(0)

  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Not saved yet')).toHaveCount(0)
  await space.client.entry.archive({ entryId: 'panel' })
  await page.reload()
  await expect(desk.getByText('51% from the left, 50% from the top')).toBeVisible()
  await expect(desk.getByRole('figure')).toHaveCount(3)
  await expect(desk.getByRole('button').or(desk.getByRole('slider'))).toHaveCount(0)
})

test.describe('when the picture cannot be read', () => {
  test.use({ expectedProblems: /status of 403|No access to files/ })

  test('the focal point says so, and Retry shows it', async ({ page, space, desk }) => {
    const { items } = await space.client.entry.getMany({ query: { content_type: 'servicePanel', limit: 1 } })
    await page.route(/\/assets\?.*sys\.id/, (route) =>
      route.fulfill({
        status: 403,
        json: { sys: { type: 'Error', id: 'AccessDenied' }, message: 'No access to files' },
      }),
    )
    await openEntry(page, space, items[0]?.sys.id ?? '')
    await expect(desk.getByRole('alert')).toContainText('No access to files')
    await page.unrouteAll()
    await desk.getByRole('button', { name: 'Retry' }).click()
    await expect(desk.locator('.focal-point-marker')).toBeVisible()
    await expect(desk.getByRole('alert')).toHaveCount(0)
  })
})
