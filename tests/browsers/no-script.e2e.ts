import { sitePages } from '#tests/setup/e2e/site-pages.ts'
import { expect, test } from './fixtures.ts'

test.use({ scripts: 'blocked', viewportSize: { width: 900, height: 800 } })

for (const { path, text } of sitePages)
  test(`${path} is readable, and its links work`, async ({ visitor }) => {
    await visitor.goto(path)
    await expect.poll(visitor.getByRole('heading').readState).toMatchObject({ isInViewport: true })
    await expect.poll(visitor.getByText(text).readState).not.toBeNull()
    expect(await visitor.evaluate(findTransparentText)).toEqual([])
    await visitor.getByRole('contentinfo').getByRole('link', 'Contact').click()
    await expect.poll(() => visitor.evaluate(() => location.pathname)).toBe('/contact')
    expect(await visitor.isHydrated(), 'the scripts of the page are blocked').toBe(false)
  })

test('the contact form is addressed to the office by mail', async ({ visitor }) => {
  await visitor.goto('/contact')
  const message = visitor.getByRole('textbox', 'Message')
  await message.click()
  await visitor.type('Sixteen miles.')
  await expect.poll(message.readState).toMatchObject({ value: 'Sixteen miles.' })
  const form = await visitor.evaluate(() => {
    const { action, method, enctype } = document.forms[0] ?? {}
    return { action, method, enctype }
  })
  expect(form).toEqual({ action: 'mailto:office@blackland.example', method: 'post', enctype: 'text/plain' })
})

test.describe('at 390 px', () => {
  test.use({ viewportSize: { width: 390, height: 844 } })

  test('the menu opens, closes by Escape and leads to a page', async ({ visitor }) => {
    const item = visitor.getByRole('navigation', 'Main').getByRole('link', 'Gallery')
    await visitor.goto('/')
    await visitor.getByRole('button', 'Open menu').click()
    await expect.poll(item.readState).toMatchObject({ isInViewport: true })
    await visitor.press('Escape')
    await expect.poll(item.readState).toBeNull()
    await visitor.getByRole('button', 'Open menu').click()
    await item.click()
    await expect.poll(() => visitor.evaluate(() => location.pathname)).toBe('/gallery')
  })
})

const findTransparentText = () =>
  [...document.querySelectorAll('main :is(h1, h2, h3, p, li)')]
    .filter((element) => element.getClientRects().length > 0 && !element.checkVisibility({ opacityProperty: true }))
    .map((element) => element.textContent)
