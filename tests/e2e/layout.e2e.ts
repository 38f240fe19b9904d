import type { Locator, Page } from '@playwright/test'
import { getContactField } from '#tests/setup/e2e/contact-form.ts'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import { getSeedText, listSeedEntries } from '#tests/setup/seed-content.ts'
import { readOpacity } from './reveal-animations.ts'

// Styles alone decide about the layout.
test.use({ ...REDUCED_MOTION, javaScriptEnabled: false })

const measure = (elements: Locator) =>
  elements.evaluateAll((all) => all.map((element) => element.getBoundingClientRect().toJSON()))

const countColumns = async (items: Locator) => new Set((await measure(items)).map(({ x }) => Math.round(x))).size

/** Resizes the window to each width, and compares what is measured there with what is expected. */
async function expectAtWidths<Measured>(
  page: Page,
  expected: Readonly<Record<number, Measured>>,
  read: () => Promise<Measured>,
): Promise<void> {
  for (const [width, value] of Object.entries(expected)) {
    await page.setViewportSize({ width: Number(width), height: 1_000 })
    await expect.configure({ soft: true }).poll(read, `at ${width} px`).toEqual(value)
  }
}

test('§2.15 §2.16 on Home the hero is as high as the screen or 60vh, and facts are in rows of four or two', async ({
  page,
}) => {
  await page.goto('/')
  const hero = page.locator('[data-frame=screen]')
  const screen = 1_000 - 76
  await expectAtWidths(page, { 767: [600], 768: [screen] }, async () =>
    (await measure(hero)).map(({ height }) => height),
  )
  const facts = page.getByRole('main').getByRole('list').first().getByRole('listitem')
  const factCount = listSeedEntries('homePage', 'facts').length
  await expectAtWidths(page, { 991: Math.min(2, factCount), 992: Math.min(4, factCount) }, () => countColumns(facts))

  for (const width of [1440, 320]) {
    await page.setViewportSize({ width, height: 800 })
    const [above, below] = await measure(hero.getByRole('heading').locator('span'))
    expect(below.y, `title in two lines at ${width} px`).toBeGreaterThan(above.y)
    expect(below.height).toBe(above.height)
  }
})

test('§2.14 the copyright line of the footer is below its columns, from the first one to the last one', async ({
  page,
}) => {
  await page.goto('/contact')
  const footer = page.getByRole('contentinfo')
  const isPlaced = { startsAtFirst: true, endsAtLast: true, isBelow: true }
  await expectAtWidths(page, { 320: isPlaced, 1440: isPlaced }, async () => {
    const [line] = await measure(footer.locator('p').last())
    const [logo] = await measure(footer.getByRole('link').first())
    const lists = await measure(footer.getByRole('list'))
    return {
      startsAtFirst: line.x === logo.x,
      endsAtLast: Math.abs(line.right - Math.max(...lists.map(({ right }) => right))) < 1,
      isBelow: lists.every(({ bottom }) => bottom < line.y),
    }
  })
})

test('§2.19 §2.21 §2.23 §2.39 on Services the hero has four heights, and panels are in a row or stacked, with their texts visible', async ({
  page,
}) => {
  await page.goto('/services')
  const panels = page.getByRole('article')
  const texts = await panels.locator('p').all()
  const count = listSeedEntries('servicesPage', 'panels').length
  expect(texts).toHaveLength(2 * count)
  const visible = texts.map(() => 1)
  const revealed = texts.map((_, index) => 1 - (index % 2)) // the header is visible, the text is not
  const layouts = {
    479: { hero: 200, rows: `${count} × 420`, texts: visible },
    480: { hero: 300, rows: `${count} × 420`, texts: visible },
    767: { hero: 300, rows: `${count} × 420`, texts: visible },
    768: { hero: 450, rows: `${count} × 420`, texts: visible },
    991: { hero: 450, rows: `${count} × 420`, texts: visible },
    992: { hero: 600, rows: `${Math.ceil(count / 3)} × 520`, texts: revealed },
    1100: { hero: 600, rows: `${Math.ceil(count / 3)} × 520`, texts: revealed },
    1101: { hero: 600, rows: `${Math.ceil(count / 3)} × 660`, texts: revealed },
  }
  await expectAtWidths(page, layouts, async () => {
    const boxes = await measure(panels)
    const rows = new Set(boxes.map(({ y }) => y)).size
    return {
      hero: (await measure(page.locator('[data-frame=page]')))[0]?.height,
      rows: [rows, ...new Set(boxes.map(({ height }) => Math.round(height)))].join(' × '),
      texts: await Promise.all(texts.map(readOpacity)),
    }
  })
  const logos = page.getByRole('region', { name: getSeedText('servicesPage', 'affiliationsTitle') }).getByRole('link')
  const [cells, pictures] = [await measure(logos), await measure(logos.getByRole('img'))]
  expect(pictures).toHaveLength(listSeedEntries('servicesPage', 'affiliations').length)
  const ratios = await logos
    .getByRole('img')
    .evaluateAll((images) =>
      images.map((image) => Number(image.getAttribute('width')) / Number(image.getAttribute('height'))),
    )
  for (const [index, { width, height }] of pictures.entries()) {
    expect(width, 'no wider than the picture').toBeLessThan(height * (ratios[index] ?? 0) + 1)
    expect(height).toBeGreaterThan(20)
    expect(height).toBeLessThanOrEqual(90)
    expect(width).toBeLessThanOrEqual(cells[index].width)
    expect(cells[index].height).toBeGreaterThanOrEqual(44)
  }
})

test('§2.25 §2.39 in the gallery photographs are in four, three or two columns, at most 1150 px wide', async ({
  page,
}) => {
  await page.goto('/gallery')
  const grid = page.getByRole('region', { name: getSeedText('galleryPage', 'gridTitle') }).getByRole('list')
  // Of the list items: images that are not near the viewport have no layout (content-visibility).
  await expectAtWidths(page, { 479: 2, 480: 3, 991: 3, 992: 4 }, () => countColumns(grid.getByRole('listitem')))
  await expectAtWidths(page, { 1920: [1150] }, async () => (await measure(grid)).map(({ width }) => width))
})

test('§2.34 §2.39 on Mainline pipeline four, two or one stage is in a row', async ({ page }) => {
  await page.goto('/mainlinepipeline')
  const stages = page.getByRole('main').getByRole('listitem')
  await expectAtWidths(page, { 479: 1, 480: 2, 991: 2, 992: 4 }, () => countColumns(stages))
})

test('§2.35 §2.39 Contact: the column is beside the form above 991 px, the email beside the name above 767 px', async ({
  page,
}) => {
  await page.goto('/contact')
  const positions = {
    767: ['column below', 'email below'],
    768: ['column below', 'email beside'],
    991: ['column below', 'email beside'],
    992: ['column beside', 'email beside'],
  }
  await expectAtWidths(page, positions, async () => {
    const [name] = await measure(getContactField(page, 'Name'))
    const [email] = await measure(getContactField(page, 'Email'))
    const [office] = await measure(page.getByRole('heading', { name: getSeedText('contactPage', 'officeTitle') }))
    expect(email.right).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
    return [`column ${office.x > email.x ? 'beside' : 'below'}`, `email ${email.y === name.y ? 'beside' : 'below'}`]
  })
})
