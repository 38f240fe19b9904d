import { clickButton, expect, openTab } from './photo-desk.ts'
import { getTile, test } from './photo-desk-order.ts'

test('forced colors show numbers, icons and what is selected', async ({ page, desk, openDesk }) => {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' })
  await openDesk()
  await openTab(desk, 'Order')
  await getTile(desk, 2).click()
  /** Asserts that a color of each element differs from its background in a channel by more than half. */
  const expectVisible = async (selector: string, property: 'color' | 'fill') => {
    const distances = await desk.locator(selector).evaluateAll((elements, name) => {
      const toRgb = (color: string) => color.match(/\d+/g)?.map(Number) ?? []
      return elements.map((element) => {
        const style = getComputedStyle(element)
        const background = toRgb(style.backgroundColor)
        const channels = toRgb(style[name]).slice(0, 3)
        return Math.max(...channels.map((value, index) => Math.abs(value - (background[index] ?? 0))))
      })
    }, property)
    expect(distances.length).toBeGreaterThan(0)
    expect(distances.filter((distance) => distance < 128)).toEqual([])
  }
  await expectVisible('.order-position', 'color')
  await expectVisible('button svg', 'fill')
  await openTab(desk, 'Publish')
  await expect(desk.getByRole('checkbox', { name: 'Select all' })).toHaveCSS('opacity', '1')
  await clickButton(desk, 'All (3)')
  await expect(desk.getByRole('button', { name: 'Actions for' }).first()).toBeVisible()
  await expectVisible('button svg', 'fill')
})
