import type { APIRequestContext, Page } from '@playwright/test'
import sharp from 'sharp'
import { LOCALE } from '#shared/constants.ts'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'

test.use(REDUCED_MOTION)

const PAGES = ['/', '/gallery', '/services', '/contact', '/mainlinepipeline']

for (const path of PAGES) {
  test(`${path}: a shared link shows a picture of 1200 × 630 px, and says what is on it`, async ({ page }) => {
    await page.goto(path)
    const { type, width, height } = await picture(page.request, await meta(page, 'og:image'))
    expect([type, width, height]).toEqual(['image/jpeg', 1200, 630])
    expect([await meta(page, 'og:image:width'), await meta(page, 'og:image:height')]).toEqual(['1200', '630'])
    expect(await meta(page, 'og:image:alt')).toMatch(/\w+ \w+/)
    expect(await meta(page, 'og:locale')).toBe('en_US')
    expect(await meta(page, 'twitter:card')).toBe('summary_large_image')
  })

  test(`${path}: has one address, one manifest and the icons`, async ({ page, site, ready }) => {
    await page.goto(path)
    await ready() // what the script takes over must not stand there twice
    const links = await page
      .locator('link:not([rel=modulepreload], [rel=stylesheet])')
      .evaluateAll((all) => all.map((link) => [link.getAttribute('rel'), link.getAttribute('href')].join(' ')))
    expect(links.sort()).toEqual([
      'apple-touch-icon /apple-touch-icon.png',
      `canonical ${new URL(path, site.url).href}`,
      'icon /favicon.ico',
      'icon /favicon.svg',
      'manifest /manifest.webmanifest',
    ])
  })
}

test('browsers, crawlers and telephones find their icons', async ({ page }) => {
  const ico = await page.request.get('/favicon.ico')
  expect(ico.headers()['content-type']).toMatch(/^image\/(x-icon|vnd\.microsoft\.icon)$/)
  const file = await ico.body()
  expect([0, 1].map((index) => file[6 + 16 * index])).toEqual([16, 32])

  expect(await picture(page.request, '/favicon.svg')).toMatchObject({ type: 'image/svg+xml', format: 'svg' })
  expect(await picture(page.request, '/apple-touch-icon.png')).toMatchObject({ type: 'image/png', width: 180 })
  expect((await picture(page.request, '/apple-touch-icon.png')).isOpaque).toBe(true)
})

test('the manifest is one that Chromium takes; its names are the content’s, its icons as large as they say', async ({
  page,
  management,
}) => {
  await page.goto('/')
  const devtools = await page.context().newCDPSession(page)
  const { errors, url } = await devtools.send('Page.getAppManifest')
  expect(errors).toEqual([])

  const answer = await page.request.get(url)
  expect(answer.headers()['content-type']).toContain('application/manifest+json')
  const manifest = await answer.json()
  const { fields } = await management.entry.get({ entryId: 'site-settings' })
  expect(manifest).toMatchObject({
    name: fields.companyName[LOCALE],
    short_name: fields.shortName[LOCALE],
    description: fields.tagline[LOCALE],
    start_url: '/',
    theme_color: await meta(page, 'theme-color'),
  })
  expect(manifest.icons).toHaveLength(3)
  for (const { src, sizes, type } of manifest.icons) {
    const { width, height, ...icon } = await picture(page.request, src)
    expect([`${width}x${height}`, icon.type, icon.isOpaque]).toEqual([sizes, type, true])
  }
})

test('of a maskable icon a telephone cuts off nothing but ground', async ({ page }) => {
  const { icons } = await (await page.request.get('/manifest.webmanifest')).json()
  const { src } = icons.find(({ purpose }: { purpose?: string }) => purpose === 'maskable')
  const file = await (await page.request.get(src)).body()
  const { data, info } = await sharp(file).greyscale().raw().toBuffer({ resolveWithObject: true })
  const middle = info.width / 2
  const isCut = (place: number) =>
    Math.hypot((place % info.width) - middle, Math.floor(place / info.width) - middle) > 0.4 * info.width
  const cut = [...data].filter((_, place) => isCut(place))
  expect(new Set(cut).size).toBe(1)
  expect(new Set(data).size).toBeGreaterThan(1)
})

test('search engines may see every page, and the list of pages names each by its address', async ({ page, site }) => {
  const robots = await page.request.get('/robots.txt')
  expect(robots.headers()['content-type']).toContain('text/plain')
  const [, address = ''] = /^Sitemap: (\S+)$/m.exec(await robots.text()) ?? []
  expect(await robots.text()).not.toContain('Disallow')

  const sitemap = await page.request.get(address)
  expect(sitemap.headers()['content-type']).toContain('application/xml')
  const listed = [...(await sitemap.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, each]) => each)
  expect(listed.sort()).toEqual(PAGES.map((path) => new URL(path, site.url).href).sort())
})

test('structured data says what the content says, once, also after going from page to page', async ({
  page,
  ready,
  management,
  site,
}) => {
  const settings = (await management.entry.get({ entryId: 'site-settings' })).fields
  const contact = (await management.entry.get({ entryId: 'contact-page' })).fields
  const organization = {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    '@id': `${site.url}/#organization`,
    name: settings.companyName[LOCALE],
    alternateName: settings.shortName[LOCALE],
    slogan: settings.tagline[LOCALE],
    url: `${site.url}/`,
    logo: `${site.url}/icon-512.png`,
    sameAs: [settings.facebookUrl[LOCALE], settings.linkedinUrl[LOCALE]],
  }
  const follow = async (name: string) => {
    await page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveTitle(name === 'Contact' ? /^Contact us/ : /^What we do/)
  }

  await page.goto('/services')
  await ready()
  expect(await structuredData(page)).toEqual([organization])
  await follow('Contact')
  const [place, company, ...rest] = await structuredData(page)
  expect(rest).toEqual([])
  expect(company).toEqual(organization)
  expect(place).toMatchObject({
    '@type': 'ContactPage',
    mainEntity: {
      '@id': organization['@id'],
      address: { streetAddress: contact.officeStreet[LOCALE] },
      contactPoint: { telephone: contact.phone[LOCALE], email: contact.email[LOCALE] },
    },
  })
  const { addressLocality, addressRegion, postalCode } = place.mainEntity.address
  expect(`${addressLocality}, ${addressRegion} ${postalCode}`).toBe(contact.officeCity[LOCALE])
  await follow('Services')
  expect(await structuredData(page)).toEqual([organization])
  expect((await page.request.get(organization.logo)).status()).toBe(200)
})

/** What the page's head says under this name; there must be one of it. */
async function meta(page: Page, name: string): Promise<string> {
  const tag = page.locator(`meta[property="${name}"], meta[name="${name}"]`)
  await expect(tag).toHaveCount(1)
  return (await tag.getAttribute('content')) ?? ''
}

async function picture(request: APIRequestContext, address: string) {
  const answer = await request.get(address)
  const file = await answer.body()
  const { format, width, height } = await sharp(file).metadata()
  const { isOpaque } = await sharp(file).stats()
  return { type: answer.headers()['content-type'], format, width, height, isOpaque }
}

const structuredData = async (page: Page) =>
  (await page.locator('script[type="application/ld+json"]').allTextContents()).map((text) => JSON.parse(text))
