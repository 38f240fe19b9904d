import type { Page } from '@playwright/test'
import { expect, test } from '#tests/setup/e2e/fixtures.ts'
import { mockOtherHosts } from '#tests/setup/e2e/mock-other-hosts.ts'
import { readOpacity } from '#tests/setup/e2e/reveal-animations.ts'

const PANELS = [
  { title: 'Cross-country, 250+ miles', header: 'Main pipeline', text: /^Transmission lines of 250\+ miles/ },
  { title: 'Spools to skids', header: 'Pipe fabrication', text: /^Spools, racks, platforms/ },
  { title: 'Plants and terminals', header: 'Stations', text: /^Cryogenic gas plants/ },
] as const

const panel = (page: Page, name: string) => page.getByRole('article', { name })
const textOf = (page: Page, { title, text }: (typeof PANELS)[number]) => panel(page, title).getByText(text)
const boxOf = async (page: Page, name: string) => {
  const box = await panel(page, name).boundingBox()
  if (!box) throw new Error(`No panel ${name}`)
  return box
}

test.beforeEach(({ page }) => page.setViewportSize({ width: 1440, height: 900 }))

test('requirements §2: hero, introduction, three panels and affiliations, in that order', async ({ page }) => {
  await page.goto('/services')
  const main = page.getByRole('main')
  await expect(main.getByText('Services', { exact: true })).toBeVisible()
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('What We Do')
  await expect(main.getByRole('heading', { level: 2 })).toHaveText([
    'From the first stake to the last pressure test',
    ...PANELS.map(({ title }) => title),
    'Affiliations',
  ])
  for (const { title, header, text } of PANELS) {
    await expect(panel(page, title).getByText(header, { exact: true })).toBeVisible()
    await expect(panel(page, title).getByText(text)).toHaveCount(1)
  }
})

test('requirements §2: the three panels reveal their text on hover, and move nothing', async ({ page, ready }) => {
  await page.goto('/services')
  await ready()
  for (const each of PANELS) {
    const text = textOf(page, each)
    expect(await readOpacity(text)).toBe(0)
    await panel(page, each.title).scrollIntoViewIfNeeded()
    const before = await boxOf(page, each.title)
    await panel(page, each.title).hover()
    await expect.poll(() => readOpacity(text)).toBe(1)
    await expectInside(page, each)
    expect(await boxOf(page, each.title)).toEqual(before)
    await page.mouse.move(0, 0)
    await expect.poll(() => readOpacity(text)).toBe(0)
  }
})

test('requirements §2: the three panels reveal their text on keyboard focus', async ({ page, ready }) => {
  await page.goto('/services')
  await ready()
  await page.getByRole('button', { name: 'Pause video' }).focus()
  for (const each of PANELS) {
    await page.keyboard.press('Tab')
    expect(await panel(page, each.title).evaluate((element) => element.contains(document.activeElement))).toBe(true)
    await expect.poll(() => readOpacity(textOf(page, each))).toBe(1)
    await expectInside(page, each)
  }
  await expect.poll(() => readOpacity(textOf(page, PANELS[0]))).toBe(0)
})

test('requirements §2: the text of the panels is always shown at 991 px, and waits at 992', async ({ page }) => {
  for (const [width, opacity] of [
    [992, 0],
    [991, 1],
    [479, 1],
    [320, 1],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/services')
    for (const each of PANELS) {
      await expect.poll(() => readOpacity(textOf(page, each))).toBe(opacity)
      if (opacity) await expectInside(page, each)
    }
  }
})

test.describe('on a wide screen that no pointer can rest on', () => {
  test.use({ hasTouch: true, isMobile: true })

  test('the text of the panels is shown', async ({ page }) => {
    await page.setViewportSize({ width: 1180, height: 820 })
    await page.goto('/services')
    for (const each of PANELS) {
      expect(await readOpacity(textOf(page, each))).toBe(1)
      await expectInside(page, each)
    }
  })
})

for (const [where, place] of [
  ['the upper left corner', { x: 6, y: 6 }],
  ['the middle', { x: 240, y: 330 }],
  ['the lower right corner', { x: 460, y: 650 }],
] as const) {
  test(`requirements §2: a click on ${where} of the pipeline panel leads to /mainlinepipeline`, async ({
    page,
    ready,
  }) => {
    await page.setViewportSize({ width: 1440, height: 400 }) // lower than the panel
    await page.goto('/services')
    await ready()
    await page.evaluate(() => Object.assign(window, { stayed: true }))
    await panel(page, PANELS[0].title).click({ position: place })
    await expect(page).toHaveURL('/mainlinepipeline')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mainline pipeline')
    expect(await page.evaluate(() => Reflect.get(window, 'stayed')), 'the page was not loaded anew').toBe(true)
  })
}

test('requirements §2: a click on the pipeline panel leads on from narrow screens too', async ({ page, ready }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/services')
  await ready()
  await panel(page, PANELS[0].title).click({ position: { x: 380, y: 10 } })
  await expect(page).toHaveURL('/mainlinepipeline')
})

test('the link of a panel whose text waits lies where it will be seen, and can be clicked there', async ({
  page,
  ready,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/services')
  await ready()
  await page.getByRole('link', { name: 'See the sixteen stages' }).click()
  await expect(page).toHaveURL('/mainlinepipeline')
})

test('the other panels lead nowhere', async ({ page, ready }) => {
  await page.goto('/services')
  await ready()
  await expect(page.getByRole('main').getByRole('article').getByRole('link')).toHaveText(['See the sixteen stages'])
  for (const { title } of PANELS.slice(1)) await panel(page, title).click()
  await expect(page).toHaveURL('/services')
})

test('requirements §9: the panels are 660 px high above 1100 px, 520 at 1100, and stacked at 991', async ({ page }) => {
  for (const [width, height, rows] of [
    [1101, 660, 1],
    [1100, 520, 1],
    [992, 520, 1],
    [991, 420, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/services')
    const boxes = await Promise.all(PANELS.map(({ title }) => boxOf(page, title)))
    expect(boxes.map((box) => Math.round(box.height))).toEqual([height, height, height])
    expect(new Set(boxes.map(({ y }) => y)).size).toBe(rows)
  }
})

test('requirements §2, §9: 13 logos, at most 90 px high, each named and opening a new tab', async ({ page }) => {
  for (const width of [1440, 991, 767, 479, 320]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/services')
    const links = page.getByRole('region', { name: 'Affiliations' }).getByRole('link')
    await expect(links).toHaveCount(13)
    for (const link of await links.all()) {
      await expect(link).toHaveAccessibleName(/^\S.+\S \(opens in a new tab\)$/)
      await expect(link).toHaveAttribute('target', '_blank')
      await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
      await expect(link).toHaveAttribute('href', /^https:\/\/example\.org\/[a-z]/)
      const [cell, logo] = [await link.boundingBox(), await link.getByRole('img').boundingBox()]
      expect(logo?.height).toBeGreaterThan(20)
      expect(logo?.height).toBeLessThanOrEqual(90)
      expect(logo?.width).toBeLessThanOrEqual(cell?.width ?? 0)
      expect(cell?.height).toBeGreaterThanOrEqual(44)
    }
    const names = await links.getByRole('img').evaluateAll((logos) => logos.map((logo) => logo.getAttribute('alt')))
    expect(new Set(names).size).toBe(13)
  }
})

test('requirements §2: a click on a logo opens its link in a new tab, and the page stays', async ({
  page,
  ready,
  context,
}) => {
  await mockOtherHosts(context)
  await page.goto('/services')
  await ready()
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: 'PipeQual Compliance (opens in a new tab)' }).click()
  expect((await opened).url()).toBe('https://example.org/pipequal-compliance')
  await expect(page).toHaveURL('/services')
})

test('the logos stand in the rows of their kinds', async ({ page }) => {
  await page.goto('/services')
  const section = page.getByRole('region', { name: 'Affiliations' })
  await expect(section.getByRole('heading', { level: 3 })).toHaveText([
    'Safety and compliance',
    'Trade unions',
    'Associations',
  ])
  for (const [row, logos] of [5, 5, 3].entries()) {
    await expect(section.getByRole('list').nth(row).getByRole('listitem')).toHaveCount(logos)
  }
})

test('the keyboard goes through the page in its order, and into the pipeline panel', async ({ page, ready }) => {
  await page.goto('/services')
  await ready()
  await page.getByRole('button', { name: 'Pause video' }).focus()
  const passed: string[] = []
  for (let presses = 0; presses < 17; presses++) {
    await page.keyboard.press('Tab')
    passed.push(
      await page.evaluate(() => {
        const focused = document.activeElement
        return (
          focused?.querySelector('h2')?.textContent ?? focused?.querySelector('img')?.alt ?? focused?.textContent ?? ''
        )
      }),
    )
    await expect.poll(() => readOpacity(page.locator(':focus'))).toBe(1)
  }
  expect(passed.slice(0, 3).map((text) => text.trim())).toEqual([
    'See the sixteen stages',
    'Spools to skids',
    'Plants and terminals',
  ])
  expect(passed[3]).toBe('ContractorSafe Registry')
  expect(passed[15]).toBe('Energy Infrastructure Builders Guild')
  for (let presses = 0; presses < 16; presses++) await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('link', { name: 'See the sixteen stages' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/mainlinepipeline')
  await expect(page.getByRole('main')).toBeFocused()
})

/** All its words stand inside the panel. */
async function expectInside(page: Page, { title, header, text }: (typeof PANELS)[number]) {
  const parts = [panel(page, title).getByText(header, { exact: true }), panel(page, title).getByText(text)]
  await expect
    .poll(async () => {
      const outer = await boxOf(page, title)
      const boxes = await Promise.all(parts.map((part) => part.boundingBox()))
      return boxes.every(
        (box) => box && box.x >= outer.x && box.y >= outer.y && box.y + box.height <= outer.y + outer.height,
      )
    })
    .toBe(true)
}
