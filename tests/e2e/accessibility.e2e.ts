import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import { sitePages } from '#tests/setup/e2e/site-pages.ts'
import { expectNoAxeViolations } from './axe.ts'

test.use({ ...REDUCED_MOTION, viewport: { width: 1440, height: 900 } })

/** The photos of the gallery after the first row: they are like those. */
const OTHER_PHOTOS = '[aria-labelledby=photographs] li:nth-child(n + 5)'

test('§2 axe finds no violations on any page, also with the button of the menu', async ({ page, ready }) => {
  for (const { path, frame } of sitePages) {
    await test.step(path, async () => {
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.goto(path)
      await ready()
      const videoButton = page.getByRole('button', { name: 'Play video' })
      if (frame !== 'still') await expect(videoButton).toBeVisible() // comes after hydration
      await expectNoAxeViolations(page, { except: OTHER_PHOTOS })
      await page.setViewportSize({ width: 390, height: 844 })
      await expectNoAxeViolations(page, { except: OTHER_PHOTOS })
    })
  }
})

test('forced colors show buttons and their focus', async ({ page, ready }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/')
  await ready()
  const buttons = ['Play video', 'Watch Now'].map((name) => page.getByRole('button', { name }))
  await page.keyboard.press('Tab') // from here on, the focus is visible
  for (const button of buttons) {
    await button.focus()
    await expect(button).toHaveCSS('outline-style', 'solid')
    await expect(button).toHaveCSS('border-top-style', 'solid')
    await expect(button).toHaveCSS('background-color', /^rgb\(/) // not transparent
  }
})
