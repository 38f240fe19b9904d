import { expect, test } from './fixtures.ts'
import type { TestPage } from './page.ts'

const button = (visitor: TestPage) => visitor.getByRole('button', 'Watch Now')
const dialog = (visitor: TestPage) => visitor.getByRole('dialog', 'Company film')

async function openFilm(visitor: TestPage): Promise<void> {
  await visitor.goto('/')
  await visitor.hydrated()
  await button(visitor).click()
  await expect.poll(dialog(visitor).readState).toMatchObject({ isInViewport: true })
  const frame = await visitor.evaluate(() => {
    const frame = document.querySelector('dialog iframe')
    return { url: frame?.getAttribute('src'), width: frame?.clientWidth }
  })
  expect(frame).toEqual({ url: expect.stringMatching(/^https:\/\/player\.vimeo\.com\/video\/313814309\?/), width: 940 })
  expect(await visitor.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true)
}

for (const [how, close] of [
  ['Escape', (visitor) => visitor.press('Escape')],
  ['a click beside the film', (visitor) => visitor.clickAt({ x: 20, y: 400 })],
  ['the close button', (visitor) => dialog(visitor).getByRole('button', 'Close').click()],
] satisfies [string, (visitor: TestPage) => Promise<void>][])
  test(`Watch Now opens the film; ${how} closes it and returns the focus`, async ({ visitor }) => {
    await openFilm(visitor)
    await close(visitor)
    await expect.poll(dialog(visitor).readState).toBeNull()
    await expect.poll(button(visitor).readState).toMatchObject({ isFocused: true })
    expect(await visitor.evaluate(() => document.querySelectorAll('iframe').length)).toBe(0)
  })
