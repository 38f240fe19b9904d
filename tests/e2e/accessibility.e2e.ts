import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import { sitePages } from '#tests/setup/e2e/site-pages.ts'
import { expectNoAxeViolations } from './axe.ts'

test.use({ ...REDUCED_MOTION, viewport: { width: 1440, height: 900 } })

for (const { path, frame } of sitePages) {
  test(`§2 axe finds no violations on ${path}, and forced colors show its buttons and their focus`, async ({
    page,
    ready,
  }) => {
    await page.goto(path)
    await ready()
    const videoButton = page.getByRole('button', { name: 'Play video' })
    if (frame !== 'still') await expect(videoButton).toBeVisible() // comes after hydration
    await expectNoAxeViolations(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoAxeViolations(page)

    await page.emulateMedia({ forcedColors: 'active' })
    await page.keyboard.press('Tab') // from here on, the focus is visible
    const buttons = page.getByRole('main').getByRole('button').filter({ visible: true })
    for (const button of (await buttons.all()).slice(0, 5)) {
      await button.focus()
      await expect(button).toHaveCSS('outline-style', 'solid')
    }
    if (path !== '/') return
    for (const button of [videoButton, page.getByRole('button', { name: 'Watch Now' })]) {
      await expect(button).toHaveCSS('border-top-style', 'solid')
      await expect(button).toHaveCSS('background-color', /^rgb\(/) // not transparent
    }
  })
}
