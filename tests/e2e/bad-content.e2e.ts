import type { Page } from '@playwright/test'
import { mockBadContent, mockCmsResponse } from '#tests/bad-content/mock-bad-content.ts'
import { getByPath, setByPaths } from '#tests/bad-content/object-path.ts'
import { ODD_TEXTS } from '#tests/bad-content/text-cases.ts'
import { expectNoAxeViolations } from '#tests/setup/e2e/axe.ts'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import { navigationNames } from '#tests/setup/e2e/site-pages.ts'

test.use(REDUCED_MOTION)

const getMain = (page: Page) => page.getByRole('main')
const expectDocumentWidth = (page: Page, width: number) =>
  expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)

test('Home without a hero shows the hero of the seed and the other content of the CMS', async ({
  page,
  ready,
  site,
}) => {
  await mockBadContent({ page, site }, { page: 'home', changes: { hero: null, watchLabel: 'See the film' } })
  await page.goto('/')
  await ready()
  await expect(page.getByRole('button', { name: 'See the film' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Pipelines built\s+to outlast us/)
  await expectNoAxeViolations(page)
})

test('a gallery with invalid, repeated and missing photos shows the others', async ({ page, ready, site }) => {
  const items = 'imagesCollection.items'
  const changes = {
    [`${items}.1`]: null,
    [`${items}.2.photo`]: null,
    [`${items}.3.photo.width`]: null,
    [`${items}.4.sys.id`]: 'photo-001-station-low-valves',
    [`${items}.5.altText`]: null,
  }
  await mockBadContent({ page, site }, { page: 'gallery', changes })
  await page.goto('/gallery')
  await ready()
  await expect(page.getByText('115 photographs')).toBeVisible()
  await expect(getMain(page).getByRole('listitem')).toHaveCount(115)
  await expectNoAxeViolations(page)
})

test('shows and opens photos of a gallery of 1,000, the maximum of a list in Contentful', async ({
  page,
  ready,
  site,
}) => {
  const images = ['galleryPageCollection', 'items', 0, 'imagesCollection']
  await mockCmsResponse({ page, site }, 'gallery', (good) => {
    const photos = Array.from({ length: 1_000 }, (_, index) =>
      setByPaths(getByPath(good, [...images, 'items', index % 120]), [[['sys', 'id'], `photo-${index}`]]),
    )
    return setByPaths(good, [[images, { total: 1_000, items: photos }]])
  })
  await page.goto('/gallery')
  await ready()
  await expect(page.getByText('1000 photographs')).toBeVisible()
  const photos = getMain(page).getByRole('listitem')
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded() // the others are mounted when the end comes near
  await expect(photos).toHaveCount(1_000)
  await photos.last().getByRole('link').click()
  await expect(page.getByRole('dialog')).toContainText('1000 of 1000')
})

test('a partner with a javascript: link is shown without a link', async ({ page, ready, site }) => {
  const link = 'affiliationsCollection.items.0.link'
  await mockBadContent({ page, site }, { page: 'services', changes: { [link]: 'javascript:alert(1)' } })
  await page.goto('/services')
  await ready()
  await expect(getMain(page).getByRole('link', { name: /opens in a new tab/ })).toHaveCount(12)
  await getMain(page).getByRole('img', { name: 'ContractorSafe Registry' }).scrollIntoViewIfNeeded()
  await expect(getMain(page).getByRole('img', { name: 'ContractorSafe Registry' })).toBeVisible()
  await expect(page.locator('a[href^="javascript"]')).toHaveCount(0)
  await expectNoAxeViolations(page)
})

test('a logo without width and height is shown within the maximum height', async ({ page, ready, site }) => {
  const logo = 'affiliationsCollection.items.0.logo'
  await mockBadContent(
    { page, site },
    { page: 'services', changes: { [`${logo}.width`]: null, [`${logo}.height`]: null } },
  )
  await page.goto('/services')
  await ready()
  const image = getMain(page).getByRole('img', { name: 'ContractorSafe Registry' })
  await expect(image).toHaveAttribute('width', '180')
  await image.scrollIntoViewIfNeeded()
  const box = await image.boundingBox()
  expect(Math.round(box?.height ?? 0)).toBeLessThanOrEqual(90) // positions after scrolling are not integers
  expect(box?.width).toBeGreaterThan(90)
})

test('an office without valid coordinates shows its address in place of the map, which is not requested', async ({
  page,
  ready,
  site,
}) => {
  const requestUrls: string[] = []
  page.on('request', (request) => requestUrls.push(request.url()))
  await mockBadContent(
    { page, site },
    { page: 'contact', changes: { mapLatitude: 'NaN', officeStreet: 'Another street 7' } },
  )
  await page.goto('/contact')
  await ready()
  await expect(getMain(page).getByText('Another street 7')).toHaveCount(2)
  await getMain(page)
    .getByRole('link', { name: /directions/i })
    .scrollIntoViewIfNeeded()
  await expect(getMain(page).getByRole('link', { name: /directions/i })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(requestUrls.filter((url) => url.includes('maps.googleapis'))).toEqual([])
})

test('a site without valid navigation shows that of the seed; without social links it has no column for them', async ({
  page,
  ready,
  site,
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
  await mockBadContent({ page, site }, { page: 'site', changes })
  await page.goto('/')
  await ready()
  await expect(page.getByText('Newer than the seed.')).toBeVisible()
  const footer = page.getByRole('contentinfo')
  await expect(footer.getByRole('navigation').getByRole('link')).toHaveText(navigationNames)
  await expect(footer.getByRole('heading')).toHaveText(['EXPLORE'])
  await expectNoAxeViolations(page)
})

test('Services without partners shows no empty element, and Home without figures', async ({ page, ready, site }) => {
  await mockBadContent({ page, site }, { page: 'services', changes: { 'affiliationsCollection.items': [] } })
  await mockBadContent({ page, site }, { page: 'home', changes: { 'factsCollection.items': [] } })
  await page.goto('/services')
  await ready()
  await expect(getMain(page).getByRole('heading', { name: 'Affiliations' })).toHaveCount(0)
  await page.goto('/')
  await ready()
  await expect(getMain(page).getByRole('list')).toHaveCount(0)
  await expectNoAxeViolations(page)
})

test.describe('with a picture whose file is missing', () => {
  test.use({ expectedProblems: /404/ })

  test('shows its text alternative in a box of the same size', async ({ page, ready, cms, site }) => {
    const photo = 'imagesCollection.items.0'
    const missingFile = new URL('gone.jpg', cms.url)
    await page.route(`${missingFile}**`, (route) => route.fulfill({ status: 404 }))
    await mockBadContent(
      { page, site },
      {
        page: 'gallery',
        changes: { [`${photo}.photo.url`]: missingFile.href, [`${photo}.altText`]: 'Gone fishing' },
      },
    )
    await page.goto('/gallery')
    await ready()
    const [first, second] = [0, 1].map((index) => getMain(page).getByRole('listitem').nth(index))
    await first?.scrollIntoViewIfNeeded()
    await expect(getMain(page).getByText('Gone fishing')).toBeVisible()
    await expect(getMain(page).getByRole('link', { name: 'Gone fishing' })).toBeVisible()
    const [firstBox, secondBox] = [await first?.boundingBox(), await second?.boundingBox()]
    expect([firstBox?.width, firstBox?.height]).toEqual([secondBox?.width, secondBox?.height])
    await expectNoAxeViolations(page)
  })
})

for (const [name, text] of Object.entries(ODD_TEXTS)) {
  test(`a title ${name} is readable at 320 px and does not widen the page`, async ({ page, ready, site }) => {
    await page.setViewportSize({ width: 320, height: 800 })
    await mockBadContent(
      { page, site },
      {
        page: 'services',
        changes: { 'hero.title': text, introTitle: text, 'panelsCollection.items.0.title': text },
      },
    )
    await page.goto('/services')
    await ready()
    const firstWord = text.split(/[\s\u2028\u2029]/)[0] ?? ''
    await expect(page.getByRole('heading', { level: 1 })).toContainText(firstWord)
    await expect(getMain(page).getByRole('heading', { level: 2 }).first()).toContainText(firstWord)
    await expectDocumentWidth(page, 320)
    const clipped = await getMain(page)
      .locator('h1, h2')
      .evaluateAll((headings) => headings.filter((heading) => heading.scrollWidth > heading.clientWidth))
    expect(clipped).toEqual([])
  })
}
