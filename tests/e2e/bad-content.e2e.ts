import type { Page } from '@playwright/test'
import { getByPath, setByPaths } from '#src/content/parse-content.ts'
import { mockBadContent, mockCmsResponse } from '#tests/bad-content/mock-bad-content.ts'
import { ODD_TEXTS } from '#tests/bad-content/text-cases.ts'
import { expectNoAxeViolations } from '#tests/setup/e2e/axe.ts'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'

test.use(REDUCED_MOTION)

const main = (page: Page) => page.getByRole('main')
const isWhole = (page: Page, width: number) =>
  expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)

test('Home without its hero shows the seed’s, and what the editors have written besides', async ({ page, ready }) => {
  await mockBadContent(page, { page: 'home', changes: { hero: null, watchLabel: 'See the film' } })
  await page.goto('/')
  await ready()
  await expect(page.getByRole('button', { name: 'See the film' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Pipelines built\s+to outlast us/)
  await expectNoAxeViolations(page)
})

test('a gallery with broken, repeated and lost photographs shows the others', async ({ page, ready }) => {
  const items = 'imagesCollection.items'
  const changes = {
    [`${items}.1`]: null,
    [`${items}.2.photo`]: null,
    [`${items}.3.photo.width`]: null,
    [`${items}.4.sys.id`]: 'photo-001-station-low-valves',
    [`${items}.5.altText`]: null,
  }
  await mockBadContent(page, { page: 'gallery', changes })
  await page.goto('/gallery')
  await ready()
  await expect(page.getByText('115 photographs')).toBeVisible()
  await expect(main(page).getByRole('listitem')).toHaveCount(115)
  await expectNoAxeViolations(page)
})

test('a gallery of 1,000 photographs, the most that a list of Contentful holds, is shown, and opens', async ({
  page,
  ready,
}) => {
  const images = ['galleryPageCollection', 'items', 0, 'imagesCollection']
  await mockCmsResponse(page, 'Gallery', (good) => {
    const photographs = Array.from({ length: 1_000 }, (_, at) =>
      setByPaths(getByPath(good, [...images, 'items', at % 120]), [[['sys', 'id'], `photo-${at}`]]),
    )
    return setByPaths(good, [[images, { total: 1_000, items: photographs }]])
  })
  await page.goto('/gallery')
  await ready()
  await expect(page.getByText('1000 photographs')).toBeVisible()
  await main(page).locator('li').last().getByRole('link').click()
  await expect(page.getByRole('dialog')).toContainText('1000 of 1000')
})

test('a partner whose link is a script stands without a link', async ({ page, ready }) => {
  const link = 'affiliationsCollection.items.0.link'
  await mockBadContent(page, { page: 'services', changes: { [link]: 'javascript:alert(1)' } })
  await page.goto('/services')
  await ready()
  await expect(main(page).getByRole('link', { name: /opens in a new tab/ })).toHaveCount(12)
  await main(page).getByRole('img', { name: 'ContractorSafe Registry' }).scrollIntoViewIfNeeded()
  await expect(main(page).getByRole('img', { name: 'ContractorSafe Registry' })).toBeVisible()
  await expect(page.locator('a[href^="javascript"]')).toHaveCount(0)
  await expectNoAxeViolations(page)
})

test('a logo whose drawing names no size stands in its place, as high as the others may be', async ({
  page,
  ready,
}) => {
  const logo = 'affiliationsCollection.items.0.logo'
  await mockBadContent(page, { page: 'services', changes: { [`${logo}.width`]: null, [`${logo}.height`]: null } })
  await page.goto('/services')
  await ready()
  const image = main(page).getByRole('img', { name: 'ContractorSafe Registry' })
  await expect(image).toHaveAttribute('width', '180')
  await image.scrollIntoViewIfNeeded()
  const box = await image.boundingBox()
  expect(Math.round(box?.height ?? 0)).toBeLessThanOrEqual(90) // a scrolled place is no whole number
  expect(box?.width).toBeGreaterThan(90)
})

test('an office nowhere on the map has its address in the map’s place, and no map is asked for', async ({
  page,
  ready,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await mockBadContent(page, { page: 'contact', changes: { mapLatitude: 'NaN', officeStreet: 'Another street 7' } })
  await page.goto('/contact')
  await ready()
  await expect(main(page).getByText('Another street 7')).toHaveCount(2)
  await main(page)
    .getByRole('link', { name: /directions/i })
    .scrollIntoViewIfNeeded()
  await expect(main(page).getByRole('link', { name: /directions/i })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(asked.filter((url) => url.includes('maps.googleapis'))).toEqual([])
})

test('a site without navigation keeps the seed’s; without links to others it has no column for them', async ({
  page,
  ready,
}) => {
  const changes = {
    'navigationCollection.items': [
      null,
      { sys: { id: 'a' }, name: 'Bad', route: 'javascript:alert(1)', isEnabled: true },
    ],
    facebookUrl: 'javascript:alert(1)',
    linkedinUrl: '//www.linkedin.com',
    tagline: 'Newer than the seed.',
  }
  await mockBadContent(page, { page: 'site', changes })
  await page.goto('/')
  await ready()
  await expect(page.getByText('Newer than the seed.')).toBeVisible()
  const footer = page.getByRole('contentinfo')
  await expect(footer.getByRole('navigation').getByRole('link')).toHaveText(['Home', 'Gallery', 'Services', 'Contact'])
  await expect(footer.getByRole('heading')).toHaveText(['EXPLORE'])
  await expectNoAxeViolations(page)
})

test('services without panels and partners have no hole; a mainline without stages neither', async ({
  page,
  ready,
}) => {
  await mockBadContent(page, {
    page: 'services',
    changes: { panelsCollection: null, 'affiliationsCollection.items': [] },
  })
  await mockBadContent(page, { page: 'mainline', changes: { 'stagesCollection.items': [] } })
  await page.goto('/services')
  await ready()
  await expect(main(page).getByRole('article')).toHaveCount(0)
  await expect(main(page).getByRole('heading', { level: 2 })).toHaveCount(1)
  await page.goto('/mainlinepipeline')
  await ready()
  await expect(main(page).getByRole('list')).toHaveCount(0)
  await expectNoAxeViolations(page)
})

test.describe('with an editor’s own picture whose file is gone', () => {
  test.use({ expectedProblems: /404/ })

  test('its words stand in its place, as large as it was', async ({ page, ready, cms }) => {
    const photo = 'imagesCollection.items.0'
    const gone = new URL('gone.jpg', cms.url)
    await page.route(`${gone}**`, (route) => route.fulfill({ status: 404 }))
    await mockBadContent(page, {
      page: 'gallery',
      changes: { [`${photo}.photo.url`]: gone.href, [`${photo}.altText`]: 'Gone fishing' },
    })
    await page.goto('/gallery')
    await ready()
    const [first, second] = [0, 1].map((at) => main(page).getByRole('listitem').nth(at))
    await first?.scrollIntoViewIfNeeded()
    await expect(main(page).getByText('Gone fishing')).toBeVisible()
    await expect(main(page).getByRole('link', { name: 'Gone fishing' })).toBeVisible()
    const [gap, other] = [await first?.boundingBox(), await second?.boundingBox()]
    expect([gap?.width, gap?.height]).toEqual([other?.width, other?.height])
    await expectNoAxeViolations(page)
  })
})

for (const [name, text] of Object.entries(ODD_TEXTS)) {
  test(`a title ${name} is read at 320 px, and leaves the page as wide as the screen`, async ({ page, ready }) => {
    await page.setViewportSize({ width: 320, height: 800 })
    await mockBadContent(page, {
      page: 'services',
      changes: { 'hero.title': text, introTitle: text, 'panelsCollection.items.0.title': text },
    })
    await page.goto('/services')
    await ready()
    const words = text.split(/[\s\u2028\u2029]/)[0] ?? ''
    await expect(page.getByRole('heading', { level: 1 })).toContainText(words)
    await expect(main(page).getByRole('heading', { level: 2 }).first()).toContainText(words)
    await isWhole(page, 320)
    const cut = await main(page)
      .locator('h1, h2')
      .evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth))
    expect(cut).toEqual([])
  })
}
