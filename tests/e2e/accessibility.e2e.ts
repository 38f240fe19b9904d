import type { Locator, Page } from '@playwright/test'
import { color } from '#src/theme/tokens.ts'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import { getThumbnail } from '#tests/setup/e2e/gallery-dialog.ts'
import { mockVimeoPlayer } from '#tests/setup/e2e/mock-vimeo-player.ts'
import { sitePages } from '#tests/setup/e2e/site-pages.ts'
import { getLabel, getSeedText } from '#tests/setup/seed-content.ts'
import { expectNoAxeViolations, expectTouchTargets } from './axe.ts'

test.use({ ...REDUCED_MOTION, viewport: { width: 1440, height: 900 } })

/** The photos of the gallery after the first row: they are like those. */
const OTHER_PHOTOS = '[aria-labelledby=photographs] li:nth-child(n + 5)'

test('§2.43 axe finds no violations on any page, also with the button of the menu', async ({ page, ready }) => {
  for (const { path, frame } of sitePages) {
    await test.step(path, async () => {
      await page.goto(path)
      await ready()
      const videoButton = page.getByRole('button', { name: getLabel('playVideo') })
      if (frame !== 'still') await expect(videoButton).toBeVisible() // comes after hydration
      await expectNoAxeViolations(page, { except: OTHER_PHOTOS })
      await page.setViewportSize({ width: 320, height: 800 })
      await expectTouchTargets(page)
      const title = page.getByRole('heading', { level: 1 })
      const [left, right] = await title.evaluate((heading) => {
        const box = heading.getBoundingClientRect()
        return [box.left, innerWidth - box.right]
      })
      expect(frame !== 'screen' || right === left, 'the control of the video takes no width of the title').toBe(true)
      await page.setViewportSize({ width: 1440, height: 900 })
    })
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoAxeViolations(page)
})

test('forced colors show every button by an edge, and logos on their own ground', async ({ page, ready }) => {
  await mockVimeoPlayer(page)
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' })
  const expectEdges = async (name: string) => {
    await expect(page.getByRole('button', { name })).toBeVisible()
    await expectTouchTargets(page)
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
    expect.soft(new Set(styles), `${name} on ${page.url()}`).toEqual(new Set([`solid ${text} on ${face}`]))
  }
  const expectGround = async (logos: Locator, ground: string) => {
    const colors = await logos.evaluateAll((all) => all.map((logo) => getComputedStyle(logo).backgroundColor))
    expect.soft(new Set(colors)).toEqual(new Set([await readColor(page, ground)]))
  }
  const openPage = async (path: string) => {
    await page.goto(path)
    await ready()
  }
  await openPage('/services')
  await expectEdges(getLabel('playVideo'))
  await expectGround(page.locator('main li:not(:has(article)) img'), color.bone)
  await expectGround(page.getByRole('banner').or(page.getByRole('contentinfo')).getByRole('img'), color.ink)
  await openPage('/contact')
  await expectEdges(getSeedText('contactPage', 'sendLabel'))
  await openPage('/gallery')
  await getThumbnail(page, 8).click()
  await expectEdges(getLabel('nextPhoto'))
  await page.setViewportSize({ width: 390, height: 900 })
  await openPage('/')
  await expectEdges(getLabel('openMenu'))
  await page.keyboard.press('Tab') // from here on, the focus is visible
  for (const name of [getLabel('playVideo'), getSeedText('homePage', 'watchLabel')]) {
    await page.getByRole('button', { name }).focus()
    await expect.soft(page.getByRole('button', { name })).toHaveCSS('outline-style', 'solid')
  }
  await page.getByRole('button', { name: getSeedText('homePage', 'watchLabel') }).click()
  await expectEdges(getLabel('close'))
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
