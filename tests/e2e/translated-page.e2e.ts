import type { Page } from '@playwright/test'
import type { SitePath } from '#shared/site-paths.gen.ts'
import {
  createUniqueMessage,
  fillContactForm,
  getContactField,
  getSendButton,
  TOAST_TEXTS,
} from '#tests/setup/e2e/contact-form.ts'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import {
  formatPosition,
  getGalleryDialog,
  getLiveRegion,
  getNextButton,
  getThumbnail,
} from '#tests/setup/e2e/gallery-dialog.ts'
import { getItemName, getMainNavigation, getPageHeading, mainlinePanel } from '#tests/setup/e2e/site-pages.ts'
import { getLabel, getSeedText } from '#tests/setup/seed-content.ts'
import { mockOtherHosts } from './mock-other-hosts.ts'
import { readBareTexts, TRANSLATED, translatePage, translatePagesAtLoad } from './translate-page.ts'

test.use(REDUCED_MOTION)
test.beforeEach(({ context }) => mockOtherHosts(context))

/** Asserts that the texts of the element are translated: React has shown no text in a node that is not in the page. */
const expectTranslated = async (page: Page, text: string | RegExp) =>
  expect(page.locator('font > font').filter({ hasText: text, visible: true }).first()).toContainText(TRANSLATED)

async function expectHeading(page: Page, path: SitePath): Promise<void> {
  const [word = ''] = getPageHeading(path).split(' ')
  await expect(page.getByRole('heading', { level: 1 }).filter({ hasText: word })).toContainText(TRANSLATED)
}

const openPage = (page: Page, name: string) => getMainNavigation(page).getByRole('link', { name }).click()

test('a page that is translated can be used', async ({ page, ready }) => {
  await page.goto('/')
  await ready()
  await translatePage(page)

  await expectHeading(page, '/')
  await page.getByRole('button', { name: getSeedText('homePage', 'watchLabel') }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await openPage(page, getItemName('/gallery'))
  await expectHeading(page, '/gallery')
  await getThumbnail(page, 1).click()
  for (const number of [1, 2]) {
    await expect(getLiveRegion(page)).toContainText(`${formatPosition(number)}${TRANSLATED}`)
    await getNextButton(page).click()
  }
  await page.keyboard.press('Escape')
  await expect(getGalleryDialog(page)).toHaveCount(0)

  await openPage(page, getItemName('/services'))
  await expectHeading(page, '/services')
  await page.getByRole('link', { name: mainlinePanel.linkLabel }).click()
  await expectHeading(page, '/mainlinepipeline')

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: getLabel('openMenu') }).click()
  await expect(page.getByRole('button', { name: `${getLabel('closeMenu')}${TRANSLATED}` })).toBeVisible()
  await openPage(page, getItemName('/contact'))
  await expectHeading(page, '/contact')
  await expect(page.getByRole('button', { name: `${getLabel('openMenu')}${TRANSLATED}` })).toBeVisible()

  await getSendButton(page).click()
  await expectTranslated(page, 'Name is required.')
  await getContactField(page, 'Message').fill('x'.repeat(5_001))
  await expectTranslated(page, '5,001 / 5,000')
  await expectTranslated(page, 'Message must be 5000 characters or fewer.')
  await fillContactForm(page, createUniqueMessage())
  await expect(page.getByText('Message must be 5000 characters or fewer.')).toHaveCount(0)
  await page.route('**/api/contact', async (route) => {
    await expectTranslated(page, getSeedText('contactPage', 'sendingLabel'))
    await route.continue()
  })
  await getSendButton(page).click()
  await expectTranslated(page, getSeedText('contactPage', 'sentTitle'))
  await expectTranslated(page, TOAST_TEXTS.sent)

  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: getItemName('/') })
    .click()
  await expectHeading(page, '/')
  expect(await readBareTexts(page)).toEqual([])
})

test.describe('before its scripts run', () => {
  test.use({ expectedProblems: /Minified React error #418/ }) // React renders the page anew

  test('text and selection of a translated form are kept, and its submit sends the message', async ({ page }) => {
    const { promise: scripts, resolve: loadScripts } = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      await scripts
      await route.continue()
    })
    await translatePagesAtLoad(page)
    await page.goto('/contact', { waitUntil: 'commit' })
    await expectTranslated(page, getItemName('/'))
    await getContactField(page, 'Name').fill('Ada Lovelace')
    await getContactField(page, 'Email').fill('ada@engine.example')
    await getContactField(page, 'Message').fill('Sixteen miles.')
    await getSendButton(page).click()
    const message = getContactField(page, 'Message')
    await message.evaluate((field: HTMLTextAreaElement) => {
      field.focus()
      field.setSelectionRange(7, 9)
    })
    await page.route('**/api/contact', async (route) => {
      await expect(message).toBeFocused()
      await expect(message).toHaveJSProperty('selectionStart', 7)
      await expect(message).toHaveJSProperty('selectionEnd', 9)
      await route.continue()
    })

    const request = page.waitForRequest('**/api/contact')
    loadScripts()
    expect((await request).postDataJSON()).toMatchObject({ name: 'Ada Lovelace', message: 'Sixteen miles.' })
    await expectTranslated(page, getSeedText('contactPage', 'sentTitle'))
  })
})
