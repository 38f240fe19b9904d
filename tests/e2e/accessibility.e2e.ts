import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from '#tests/setup/fixtures.ts'

for (const path of ['/', '/gallery', '/services', '/contact', '/mainlinepipeline']) {
  for (const width of [1440, 390]) {
    test(`axe finds nothing on ${path} at ${width} px`, async ({ page, ready }) => {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(path)
      await ready()
      await settled(page)
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
    })
  }

  test(`${path} does not scroll sideways at 320 px, nor at 200 % zoom`, async ({ page }) => {
    for (const width of [320, 640]) {
      await page.setViewportSize({ width, height: 700 })
      await page.goto(path)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
  })
}

test('axe finds nothing in the open film dialog', async ({ page, ready }) => {
  await page.route('https://player.vimeo.com/**', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<html lang="en"><title>Film</title></html>',
    }),
  )
  await page.goto('/')
  await ready()
  await page.getByRole('button', { name: 'Watch Now' }).click()
  await expect(page.getByRole('dialog').locator('iframe')).toBeVisible()
  await settled(page)
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
})

test('axe finds nothing in the open menu', async ({ page, ready }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/services')
  await ready()
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Gallery' })).toBeVisible()
  await settled(page)
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
})

test('the keyboard reaches the skip link, the navigation and Watch Now, in that order', async ({ page, ready }) => {
  await page.goto('/')
  await ready()
  const names: string[] = []
  for (let presses = 0; presses < 7; presses++) {
    await page.keyboard.press('Tab')
    names.push(
      await page.evaluate(() => {
        const focused = document.activeElement
        return focused?.textContent || focused?.querySelector('img')?.alt || ''
      }),
    )
  }
  expect(names).toEqual([
    'Skip to content',
    expect.stringContaining('Blackland'),
    'Home',
    'Gallery',
    'Services',
    'Contact',
    'Watch Now',
  ])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
})

/** Running entrances would be measured half transparent. */
const settled = (page: Page) =>
  page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {}))))
