import type { Page } from '@playwright/test'
import { color } from '#src/theme/tokens.ts'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import { openPhoto } from '#tests/setup/e2e/gallery-dialog.ts'
import { mockVimeoPlayer } from '#tests/setup/e2e/mock-vimeo-player.ts'
import { sitePages } from '#tests/setup/e2e/site-pages.ts'
import { getLabel, getSeedText } from '#tests/setup/seed-content.ts'
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
      const videoButton = page.getByRole('button', { name: getLabel('playVideo') })
      if (frame !== 'still') await expect(videoButton).toBeVisible() // comes after hydration
      await expectNoAxeViolations(page, { except: OTHER_PHOTOS })
      await page.setViewportSize({ width: 390, height: 844 })
      await expectNoAxeViolations(page, { except: OTHER_PHOTOS })
    })
  }
})

test('forced colors show every button by an edge, and its focus', async ({ page, ready }) => {
  await mockVimeoPlayer(page)
  await page.emulateMedia({ forcedColors: 'active' })
  const expectEdges = async (name: string) => {
    await expect(page.getByRole('button', { name })).toBeVisible()
    const styles = await page
      .getByRole('button')
      .filter({ visible: true })
      .evaluateAll((buttons) =>
        buttons.map((button) => {
          const { borderTopStyle, borderTopColor, backgroundColor } = getComputedStyle(button)
          return `${borderTopStyle} ${borderTopColor} on ${backgroundColor}`
        }),
      )
    const [text, face] = [await readColor(page, 'ButtonText'), await readColor(page, 'ButtonFace')]
    expect(new Set(styles)).toEqual(new Set([`solid ${text} on ${face}`]))
  }
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    for (const { path, frame } of sitePages) {
      if (width === 1440 && frame === 'still') continue // has no button
      await test.step(`${path} at ${width} px`, async () => {
        await page.goto(path)
        await ready()
        if (frame !== 'still') await expectEdges(getLabel('playVideo')) // comes after hydration
        if (width === 390) await expectEdges(getLabel('openMenu'))
        if (path === '/contact') await expectEdges(getSeedText('contactPage', 'sendLabel'))
      })
    }
  }
  await test.step('the film', async () => {
    await page.goto('/')
    await ready()
    await page.keyboard.press('Tab') // from here on, the focus is visible
    for (const name of [getLabel('playVideo'), getSeedText('homePage', 'watchLabel')]) {
      await page.getByRole('button', { name }).focus()
      await expect(page.getByRole('button', { name })).toHaveCSS('outline-style', 'solid')
    }
    await page.getByRole('button', { name: getSeedText('homePage', 'watchLabel') }).click()
    await expectEdges(getLabel('close'))
  })
  await test.step('a photo', async () => {
    await page.setViewportSize({ width: 1440, height: 900 }) // phones have no arrows
    await openPhoto(page, ready, 8)
    await expectEdges(getLabel('nextPhoto'))
  })
})

test('forced colors show logos on the ground that they were made for', async ({ page, ready }) => {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' })
  await page.goto('/services')
  await ready()
  const logos = page.getByRole('region', { name: getSeedText('servicesPage', 'affiliationsTitle') }).getByRole('img')
  expect(await logos.count()).toBeGreaterThan(0)
  for (const logo of await logos.all())
    await expect(logo).toHaveCSS('background-color', await readColor(page, color.bone))
  for (const part of ['banner', 'contentinfo'] as const)
    await expect(page.getByRole(part).getByRole('img').first()).toHaveCSS(
      'background-color',
      await readColor(page, color.ink),
    )
})

/** Returns a color as computed styles have it. */
const readColor = (page: Page, value: string) =>
  page.evaluate((text) => {
    const element = document.createElement('i')
    element.style.setProperty('forced-color-adjust', 'none')
    element.style.color = text
    document.body.append(element)
    const { color: computed } = getComputedStyle(element)
    element.remove()
    return computed
  }, value)
