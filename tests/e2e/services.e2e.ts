import type { Page } from '@playwright/test'
import { expect, test } from '#tests/setup/e2e/fixtures.ts'
import { mockOtherHosts } from '#tests/setup/e2e/mock-other-hosts.ts'
import { readOpacity } from '#tests/setup/e2e/reveal-animations.ts'

const PANELS = [
  { title: 'Cross-country, 250+ miles', header: 'Main pipeline', text: /^Transmission lines of 250\+ miles/ },
  { title: 'Spools to skids', header: 'Pipe fabrication', text: /^Spools, racks, platforms/ },
  { title: 'Plants and terminals', header: 'Stations', text: /^Cryogenic gas plants/ },
] as const

const getPanel = (page: Page, name: string) => page.getByRole('article', { name })
const getPanelText = (page: Page, { title, text }: (typeof PANELS)[number]) => getPanel(page, title).getByText(text)
const measurePanel = async (page: Page, name: string) => {
  const box = await getPanel(page, name).boundingBox()
  if (!box) throw new Error(`No panel ${name}`)
  return box
}

test.beforeEach(({ page }) => page.setViewportSize({ width: 1440, height: 900 }))

test('requirements §2: shows hero, introduction, three panels and affiliations, in this order', async ({ page }) => {
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
    await expect(getPanel(page, title).getByText(header, { exact: true })).toBeVisible()
    await expect(getPanel(page, title).getByText(text)).toHaveCount(1)
  }
})

test('requirements §2: the three panels reveal their text on hover, without layout shift', async ({ page, ready }) => {
  await page.goto('/services')
  await ready()
  for (const panel of PANELS) {
    const text = getPanelText(page, panel)
    expect(await readOpacity(text)).toBe(0)
    await getPanel(page, panel.title).scrollIntoViewIfNeeded()
    const before = await measurePanel(page, panel.title)
    await getPanel(page, panel.title).hover()
    await expect.poll(() => readOpacity(text)).toBe(1)
    await expectTextsInside(page, panel)
    expect(await measurePanel(page, panel.title)).toEqual(before)
    await page.mouse.move(0, 0)
    await expect.poll(() => readOpacity(text)).toBe(0)
  }
})

test('requirements §2: the three panels reveal their text on keyboard focus', async ({ page, ready }) => {
  await page.goto('/services')
  await ready()
  await page.getByRole('button', { name: 'Pause video' }).focus()
  for (const panel of PANELS) {
    await page.keyboard.press('Tab')
    expect(await getPanel(page, panel.title).evaluate((element) => element.contains(document.activeElement))).toBe(true)
    await expect.poll(() => readOpacity(getPanelText(page, panel))).toBe(1)
    await expectTextsInside(page, panel)
  }
  await expect.poll(() => readOpacity(getPanelText(page, PANELS[0]))).toBe(0)
})

test('requirements §2: the text of the panels is always visible at 991 px, and hidden at 992 px', async ({ page }) => {
  for (const [width, opacity] of [
    [992, 0],
    [991, 1],
    [479, 1],
    [320, 1],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/services')
    for (const panel of PANELS) {
      await expect.poll(() => readOpacity(getPanelText(page, panel))).toBe(opacity)
      if (opacity) await expectTextsInside(page, panel)
    }
  }
})

test.describe('on a wide touch screen', () => {
  test.use({ hasTouch: true, isMobile: true })

  test('the text of the panels is visible without hover', async ({ page }) => {
    await page.setViewportSize({ width: 1180, height: 820 })
    await page.goto('/services')
    for (const panel of PANELS) {
      expect(await readOpacity(getPanelText(page, panel))).toBe(1)
      await expectTextsInside(page, panel)
    }
  })
})

for (const [where, position] of [
  ['the upper left corner', { x: 6, y: 6 }],
  ['the middle', { x: 240, y: 330 }],
  ['the lower right corner', { x: 460, y: 650 }],
] as const) {
  test(`requirements §2: a click on ${where} of the pipeline panel opens /mainlinepipeline`, async ({
    page,
    ready,
  }) => {
    await page.setViewportSize({ width: 1440, height: 400 }) // lower than the panel
    await page.goto('/services')
    await ready()
    await page.evaluate(() => Object.assign(window, { isSamePage: true }))
    await getPanel(page, PANELS[0].title).click({ position })
    await expect(page).toHaveURL('/mainlinepipeline')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mainline pipeline')
    expect(await page.evaluate(() => Reflect.get(window, 'isSamePage')), 'the page was not reloaded').toBe(true)
  })
}

test('requirements §2: a click on the pipeline panel opens its page in a narrow viewport too', async ({
  page,
  ready,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/services')
  await ready()
  await getPanel(page, PANELS[0].title).click({ position: { x: 380, y: 10 } })
  await expect(page).toHaveURL('/mainlinepipeline')
})

test('the link of a panel can be clicked while its text is hidden', async ({ page, ready }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/services')
  await ready()
  await page.getByRole('link', { name: 'See the sixteen stages' }).click()
  await expect(page).toHaveURL('/mainlinepipeline')
})

test('the other panels have no link', async ({ page, ready }) => {
  await page.goto('/services')
  await ready()
  await expect(page.getByRole('main').getByRole('article').getByRole('link')).toHaveText(['See the sixteen stages'])
  for (const { title } of PANELS.slice(1)) await getPanel(page, title).click()
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
    const boxes = await Promise.all(PANELS.map(({ title }) => measurePanel(page, title)))
    expect(boxes.map((box) => Math.round(box.height))).toEqual([height, height, height])
    expect(new Set(boxes.map(({ y }) => y)).size).toBe(rows)
  }
})

test('requirements §2, §9: shows 13 logos, at most 90 px high, each with a name and a link that opens in a new tab', async ({
  page,
}) => {
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

test('requirements §2: a click on a logo opens its link in a new tab and keeps the page open', async ({
  page,
  ready,
  context,
}) => {
  await mockOtherHosts(context)
  await page.goto('/services')
  await ready()
  const newPage = context.waitForEvent('page')
  await page.getByRole('link', { name: 'PipeQual Compliance (opens in a new tab)' }).click()
  expect((await newPage).url()).toBe('https://example.org/pipequal-compliance')
  await expect(page).toHaveURL('/services')
})

test('shows the logos in one row per category', async ({ page }) => {
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

test('Tab follows the order of the page, and Enter opens the link of the pipeline panel', async ({ page, ready }) => {
  await page.goto('/services')
  await ready()
  await page.getByRole('button', { name: 'Pause video' }).focus()
  const focusedTexts: string[] = []
  for (let presses = 0; presses < 17; presses++) {
    await page.keyboard.press('Tab')
    focusedTexts.push(
      await page.evaluate(() => {
        const focused = document.activeElement
        return (
          focused?.querySelector('h2')?.textContent ?? focused?.querySelector('img')?.alt ?? focused?.textContent ?? ''
        )
      }),
    )
    await expect.poll(() => readOpacity(page.locator(':focus'))).toBe(1)
  }
  expect(focusedTexts.slice(0, 3).map((text) => text.trim())).toEqual([
    'See the sixteen stages',
    'Spools to skids',
    'Plants and terminals',
  ])
  expect(focusedTexts[3]).toBe('ContractorSafe Registry')
  expect(focusedTexts[15]).toBe('Energy Infrastructure Builders Guild')
  for (let presses = 0; presses < 16; presses++) await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('link', { name: 'See the sixteen stages' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/mainlinepipeline')
  await expect(page.getByRole('main')).toBeFocused()
})

/** Asserts that all texts of a panel are inside it. */
async function expectTextsInside(page: Page, { title, header, text }: (typeof PANELS)[number]) {
  const texts = [getPanel(page, title).getByText(header, { exact: true }), getPanel(page, title).getByText(text)]
  await expect
    .poll(async () => {
      const panelBox = await measurePanel(page, title)
      const boxes = await Promise.all(texts.map((element) => element.boundingBox()))
      return boxes.every(
        (box) =>
          box && box.x >= panelBox.x && box.y >= panelBox.y && box.y + box.height <= panelBox.y + panelBox.height,
      )
    })
    .toBe(true)
}
