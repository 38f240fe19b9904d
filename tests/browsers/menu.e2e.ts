import { menuHeight, navigationNames } from '#tests/setup/e2e/site-pages.ts'
import { expect, test } from './fixtures.ts'
import type { TestPage } from './page.ts'

test.use({ viewportSize: { width: 390, height: 844 } })

const item = (visitor: TestPage, name: string) => visitor.getByRole('navigation', 'Main').getByRole('link', name)
const opener = (visitor: TestPage) => visitor.getByRole('button', 'Open menu')
const closer = (visitor: TestPage) => visitor.getByRole('button', 'Close menu')

async function openMenu(visitor: TestPage): Promise<void> {
  await visitor.goto('/')
  await visitor.hydrated()
  await expect.poll(item(visitor, 'Gallery').readState).toBeNull()
  await opener(visitor).click()
  await expect.poll(closer(visitor).readState).not.toBeNull()
  for (const name of navigationNames)
    await expect.poll(item(visitor, name).readState, name).toMatchObject({ isInViewport: true })
}

test('the menu is as wide as the screen and below the bar', async ({ visitor }) => {
  await openMenu(visitor)
  const box = () =>
    visitor.evaluate(() => {
      const box = document.querySelector('[popover]')?.getBoundingClientRect()
      return box && { left: box.left, top: box.top, height: box.height, gap: document.body.clientWidth - box.width }
    })
  await expect.poll(box).toEqual({ left: 0, top: 76, height: menuHeight, gap: 0 })
})

test('Escape closes the menu and returns the focus to its button; Enter opens it again', async ({ visitor }) => {
  await openMenu(visitor)
  await visitor.press('Escape')
  await expect.poll(item(visitor, 'Gallery').readState).toBeNull()
  await expect.poll(opener(visitor).readState).toMatchObject({ isFocused: true })
  await visitor.press('Enter')
  await expect.poll(item(visitor, 'Gallery').readState).not.toBeNull()
})

test('a click outside closes the menu', async ({ visitor }) => {
  await openMenu(visitor)
  await visitor.clickAt({ x: 195, y: 600 })
  await expect.poll(item(visitor, 'Gallery').readState).toBeNull()
  await expect.poll(opener(visitor).readState).not.toBeNull()
})

test('a click on an item shows its page and closes the menu', async ({ visitor }) => {
  await openMenu(visitor)
  await item(visitor, 'Services').click()
  await expect.poll(visitor.getByRole('heading', 'What We Do').readState).not.toBeNull()
  await expect.poll(item(visitor, 'Services').readState).toBeNull()
})
