import type { Locator, Page } from '@playwright/test'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import { mockOtherHosts } from '#tests/setup/e2e/mock-other-hosts.ts'

test.use(REDUCED_MOTION)

test.beforeEach(({ context }) => mockOtherHosts(context))

/** px: A4 and Letter less the margins of 14 mm, which is what the page's width queries see. */
const SHEET = 688

const PAGES = [
  {
    path: '/',
    words: [
      'Pipelines built to outlast us',
      'Energy services and pipeline construction',
      'Combined management experience',
    ],
    sheets: 1,
  },
  { path: '/gallery', words: ['Past Work and Projects', 'On the right-of-way', '120 photographs'], sheets: 3 },
  {
    path: '/services',
    words: [
      'What We Do',
      'From the first stake to the last pressure test',
      'Transmission lines of 250+ miles',
      'Spools, racks, platforms and structural fabrication',
      'Cryogenic gas plants',
      'Affiliations',
      'Trade unions',
    ],
    sheets: 2,
  },
  {
    path: '/contact',
    words: ['Drop Us A Line', '1200 Courthouse Square, Suite 300', '9AM - 5PM', 'office@blackland.example'],
    sheets: 1,
  },
  {
    path: '/mainlinepipeline',
    words: [
      'Infrastructure Networks',
      'Sixteen trades, one line',
      'Lowering In',
      'One crew culture from the first tree to the last blade of grass.',
      'America is Home',
      'Every mile we lay crosses somebody’s land.',
    ],
    sheets: 2,
  },
] as const

test.use({ viewport: { width: SHEET, height: 971 } })

for (const { path, words, sheets } of PAGES) {
  test(`${path} on paper: every word in ink on white, and nothing to click`, async ({ page, site, ready }) => {
    await page.goto(path)
    await ready()
    await page.emulateMedia({ media: 'print' })
    for (const text of words) {
      expect(await looks(page.getByRole('main').getByText(text).first()), text).toEqual(INK_ON_WHITE)
    }
    for (const role of ['navigation', 'button', 'textbox'] as const) {
      await expect(page.getByRole(role).filter({ visible: true })).toHaveCount(0)
    }
    const copyright = page.getByText('All rights reserved')
    expect(await looks(copyright)).toEqual(INK_ON_WHITE)
    const address = await copyright.evaluate((element) => getComputedStyle(element, '::after').content)
    expect(address).toBe(`"${new URL(path, site.url).href}"`)
  })

  test(`${path} fills at most ${sheets} of A4 or Letter`, async ({ page, ready }) => {
    await page.goto(path)
    await ready()
    for (const format of ['A4', 'Letter']) expect(await sheetsOf(page, format)).toBeLessThanOrEqual(sheets)
  })
}

test('a panel’s picture stands beside its words on paper, not under them', async ({ page, ready }) => {
  await page.goto('/services')
  await ready()
  await page.emulateMedia({ media: 'print' })
  for (const panel of await page.getByRole('article').all()) {
    const picture = await panel.getByRole('img').boundingBox()
    const title = await panel.getByRole('heading').boundingBox()
    expect((picture?.x ?? 0) + (picture?.width ?? 0)).toBeLessThanOrEqual(title?.x ?? 0)
  }
})

test('the photographs are an index of six columns on paper', async ({ page, ready }) => {
  await page.goto('/gallery')
  await ready()
  await page.emulateMedia({ media: 'print' })
  const places = await page
    .getByRole('listitem')
    .filter({ has: page.getByRole('img') })
    .evaluateAll((items) => items.map((item) => Math.round(item.getBoundingClientRect().x)))
  expect(places).toHaveLength(120)
  expect(new Set(places).size).toBe(6)
})

test('a partner’s address stands under the logo', async ({ page, ready }) => {
  await page.goto('/services')
  await ready()
  await page.emulateMedia({ media: 'print' })
  const link = page.getByRole('link', { name: 'United Pipeline Welders' })
  const address = await link.evaluate((element) => getComputedStyle(element, '::after').content)
  expect(address).toBe(`"${await link.getAttribute('href')}"`)
})

const INK_ON_WHITE = { opacity: 1, color: 'rgb(18, 23, 26)', grounds: [], isOnSheet: true }

/** How an element is printed: what it and all around it have of transparency, colour and ground. */
async function looks(element: Locator) {
  await expect(element).toBeVisible()
  return element.evaluate((start, width) => {
    const grounds = new Set<string>()
    let opacity = 1
    for (let each: Element | null = start; each; each = each.parentElement) {
      const style = getComputedStyle(each)
      opacity *= Number(style.opacity)
      if (style.backgroundColor !== 'rgba(0, 0, 0, 0)') grounds.add(style.backgroundColor)
    }
    const { left, right } = start.getBoundingClientRect()
    const { color } = getComputedStyle(start)
    return { opacity, color, grounds: [...grounds], isOnSheet: left >= 0 && right <= width }
  }, SHEET)
}

async function sheetsOf(page: Page, format: string): Promise<number> {
  const file = (await page.pdf({ format, printBackground: true })).toString('latin1')
  return Number(/\/Count (\d+)/.exec(file)?.[1])
}
