import type { Page } from '@playwright/test'
import { expect } from '#tests/setup/fixtures.ts'

const TITLE = 'On the right-of-way'
export const thumbnail = (page: Page, number: number) =>
  page
    .getByRole('region', { name: TITLE })
    .getByRole('listitem')
    .nth(number - 1)
    .locator('a')
export const dialog = (page: Page) => page.getByRole('dialog', { name: TITLE })
export const strip = (page: Page) => dialog(page).getByRole('list', { name: 'All photographs' })
export const marked = (page: Page) => strip(page).locator('[aria-current=true]')
export const slide = (page: Page, number: number) => dialog(page).getByRole('group', { name: `${number} of 120` })
export const announced = (page: Page) => dialog(page).locator('p[aria-live=polite]')
export const previous = (page: Page) => dialog(page).getByRole('button', { name: 'Previous photo' })
export const next = (page: Page) => dialog(page).getByRole('button', { name: 'Next photo' })
export const shows = (page: Page, number: number) => expect(announced(page)).toContainText(`${number} of 120`)

/** Where the dialog is and nothing of it: beside a photograph of 3:2 on a screen of 16:10. */
export const clickOutside = (page: Page) => page.mouse.click(40, 250)

/** Closes it by a click, again if that was the first one right after opening, which is ignored. */
export const closes = (page: Page, close: (page: Page) => Promise<void>) =>
  expect(async () => {
    if (await dialog(page).isVisible()) await close(page)
    await expect(dialog(page)).toBeHidden({ timeout: 1_000 })
  }).toPass()

export async function open(page: Page, ready: () => Promise<void>, number: number) {
  await page.goto('/gallery')
  await ready()
  await thumbnail(page, number).click()
  await shows(page, number)
}

/** The lengths of the dialog's fades, in ms, as the browser ran them. */
export async function watchFades(page: Page) {
  const fades: number[] = []
  await page.exposeFunction('faded', (ms: number) => fades.push(ms))
  await page.addInitScript(() => {
    document.addEventListener('transitionrun', ({ target }) => {
      if (!(target instanceof Element) || target.role !== 'dialog') return
      for (const animation of target.getAnimations()) {
        Reflect.get(window, 'faded')(animation.effect?.getTiming().duration)
      }
    })
  })
  return fades
}

/** px between the middle of the marked photograph and that of the screen. */
export async function fromMiddle(page: Page): Promise<number> {
  const box = await marked(page).boundingBox()
  const width = page.viewportSize()?.width ?? 0
  return box ? Math.abs(box.x + box.width / 2 - width / 2) : Number.NaN
}

/** From here on a click outside would close the dialog. */
export const afterTheGuard = (page: Page) => page.evaluate(() => new Promise<void>((later) => setTimeout(later, 600)))
