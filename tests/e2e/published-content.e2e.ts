import { LOCALE } from '#shared/constants.ts'
import { mockCmsResponse } from '#tests/bad-content/mock-bad-content.ts'
import { publishField } from '#tests/setup/contentful/publish-field.ts'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import { expectContentFile } from '#tests/setup/e2e/wait-for-rebuild.ts'

test.use(REDUCED_MOTION)

test.describe.configure({ mode: 'serial' }) // the tests change content of the CMS and restore it

test('a published text and title appear in an open tab when the visitor comes back to it', async ({
  page,
  ready,
  management,
}) => {
  await page.goto('/gallery')
  await ready()
  const textBefore = await publishField(management, 'gallery-page', 'gridTitle', 'Along the line')
  const titleBefore = await publishField(management, 'seo-gallery', 'title', 'Photographs, second edition')
  try {
    await expectContentFile(page, 'gallery').toContain('Along the line')
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    await expect(page.getByRole('heading', { name: 'Along the line' })).toBeVisible()
    await expect(page).toHaveTitle('Photographs, second edition')
  } finally {
    await publishField(management, 'gallery-page', 'gridTitle', textBefore)
    await publishField(management, 'seo-gallery', 'title', titleBefore)
  }
})

test('a page that is opened again by a link shows texts and the title that were published meanwhile', async ({
  page,
  ready,
  management,
}) => {
  await page.goto('/services')
  await ready()
  const navigation = page.getByRole('navigation').first()
  const textBefore = await publishField(management, 'services-page', 'introTitle', 'Built a second time')
  const titleBefore = await publishField(management, 'seo-services', 'title', 'Services, second edition')
  try {
    await expectContentFile(page, 'services').toContain('Built a second time')
    // Content counts as fresh for five seconds.
    await expect(async () => {
      await navigation.getByRole('link', { name: 'Home' }).click()
      await expect(page.getByRole('button', { name: 'Watch Now' })).toBeVisible()
      await navigation.getByRole('link', { name: 'Services' }).click()
      await expect(page.getByRole('heading', { name: 'Built a second time' })).toBeVisible({ timeout: 2_000 })
      await expect(page).toHaveTitle('Services, second edition', { timeout: 2_000 })
    }).toPass()
  } finally {
    await publishField(management, 'services-page', 'introTitle', textBefore)
    await publishField(management, 'seo-services', 'title', titleBefore)
  }
})

test('a changed text of the whole site is shown on a slow phone, without a hydration error', async ({ page, site }) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 }) // the response arrives before the photos are hydrated
  const changeText = (site: unknown) =>
    JSON.parse(JSON.stringify(site).replace('{count} photographs', 'Photos: {count}'))
  await mockCmsResponse({ page, site }, 'site', changeText)
  await page.goto('/gallery')
  await expect(page.getByText('Photos: 120')).toBeVisible({ timeout: 30_000 }) // six times slower, and other tests are running
})

test('the content of another build of the site reloads the page once', async ({ page, ready }) => {
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  await page.goto('/services')
  await ready()
  await page.waitForLoadState('networkidle')
  await page.route('**/content/*.json', async (route) => {
    const { content } = await (await route.fetch()).json()
    await route.fulfill({ json: { build: 'another build', content } })
  })
  const reloaded = page.waitForEvent('load')
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await reloaded
  await ready()
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('What We Do')
  expect(loads).toBe(2)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Drop Us A Line') // its document, loaded for the link
  await expect.poll(() => loads).toBe(3)
})

test('a draft is not shown', async ({ page, ready, management }) => {
  const entryId = 'services-page'
  const before = await management.entry.get({ entryId })
  const draft = { ...before, fields: { ...before.fields, introTitle: { [LOCALE]: 'Not yet for everybody' } } }
  const changed = await management.entry.update({ entryId }, draft)
  try {
    await page.goto('/services')
    await ready()
    await page.waitForLoadState('networkidle')
    await expect(page.getByText('Not yet for everybody')).toBeHidden()
  } finally {
    await management.entry.publish(
      { entryId },
      await management.entry.update({ entryId }, { ...changed, fields: before.fields }),
    )
  }
})
