import type { APIRequestContext, Page } from '@playwright/test'
import sharp from 'sharp'
import { LOCALE } from '#shared/constants.ts'
import { SITE_PATHS } from '#shared/site-paths.gen.ts'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'

test.use(REDUCED_MOTION)

for (const path of SITE_PATHS) {
  test(`${path}: has one of each meta tag, and a share image of 1200 × 630 px with a text alternative`, async ({
    page,
  }) => {
    await page.goto(path)
    for (const name of ['description', 'og:title', 'og:description', 'og:url', 'og:site_name'])
      expect(await readMeta(page, name)).toMatch(/\S/)
    const { type, width, height } = await fetchImage(page.request, await readMeta(page, 'og:image'))
    expect([type, width, height]).toEqual(['image/jpeg', 1200, 630])
    expect([await readMeta(page, 'og:image:width'), await readMeta(page, 'og:image:height')]).toEqual(['1200', '630'])
    expect(await readMeta(page, 'og:image:alt')).toMatch(/\w+ \w+/)
    expect(await readMeta(page, 'og:locale')).toBe('en_US')
    expect(await readMeta(page, 'twitter:card')).toBe('summary_large_image')
  })

  test(`${path}: has one canonical link, one manifest and the icons`, async ({ page, site, ready }) => {
    await page.goto(path)
    await ready() // hydration must not duplicate the links
    const links = await page
      .locator('link:not([rel=modulepreload], [rel=stylesheet])')
      .evaluateAll((links) => links.map((link) => [link.getAttribute('rel'), link.getAttribute('href')].join(' ')))
    expect(links.sort()).toEqual([
      'apple-touch-icon /apple-touch-icon.png',
      `canonical ${new URL(path, site.url).href}`,
      'icon /favicon.ico',
      'icon /favicon.svg',
      'manifest /manifest.webmanifest',
    ])
  })
}

test('serves the icons for browsers, crawlers and phones', async ({ page }) => {
  const ico = await page.request.get('/favicon.ico')
  expect(ico.headers()['content-type']).toMatch(/^image\/(x-icon|vnd\.microsoft\.icon)$/)
  const file = await ico.body()
  expect([0, 1].map((index) => file[6 + 16 * index])).toEqual([16, 32])

  expect(await fetchImage(page.request, '/favicon.svg')).toMatchObject({ type: 'image/svg+xml', format: 'svg' })
  expect(await fetchImage(page.request, '/apple-touch-icon.png')).toMatchObject({ type: 'image/png', width: 180 })
  expect((await fetchImage(page.request, '/apple-touch-icon.png')).isOpaque).toBe(true)
})

test('the manifest is valid in Chromium; its names are those of the content, and its icons have the declared sizes', async ({
  page,
  management,
}) => {
  await page.goto('/')
  const devtools = await page.context().newCDPSession(page)
  const { errors, url } = await devtools.send('Page.getAppManifest')
  expect(errors).toEqual([])

  const response = await page.request.get(url)
  expect(response.headers()['content-type']).toContain('application/manifest+json')
  const manifest = await response.json()
  const { fields } = await management.entry.get({ entryId: 'site-settings' })
  expect(manifest).toMatchObject({
    name: fields.companyName[LOCALE],
    short_name: fields.shortName[LOCALE],
    description: fields.tagline[LOCALE],
    start_url: '/',
    theme_color: await readMeta(page, 'theme-color'),
  })
  expect(manifest.icons).toHaveLength(3)
  for (const { src, sizes, type } of manifest.icons) {
    const { width, height, ...icon } = await fetchImage(page.request, src)
    expect([`${width}x${height}`, icon.type, icon.isOpaque]).toEqual([sizes, type, true])
  }
})

test('the maskable icon has only background outside its safe zone', async ({ page }) => {
  const { icons } = await (await page.request.get('/manifest.webmanifest')).json()
  const { src } = icons.find(({ purpose }: { purpose?: string }) => purpose === 'maskable')
  const file = await (await page.request.get(src)).body()
  const { data, info } = await sharp(file).greyscale().raw().toBuffer({ resolveWithObject: true })
  const center = info.width / 2
  const isOutsideSafeZone = (index: number) =>
    Math.hypot((index % info.width) - center, Math.floor(index / info.width) - center) > 0.4 * info.width
  const outside = [...data].filter((_, index) => isOutsideSafeZone(index))
  expect(new Set(outside).size).toBe(1)
  expect(new Set(data).size).toBeGreaterThan(1)
})

test('robots.txt allows every page, and the sitemap lists the URL of each', async ({ page, site }) => {
  const robots = await page.request.get('/robots.txt')
  expect(robots.headers()['content-type']).toContain('text/plain')
  const [, sitemapUrl = ''] = /^Sitemap: (\S+)$/m.exec(await robots.text()) ?? []
  expect(await robots.text()).not.toContain('Disallow')

  const sitemap = await page.request.get(sitemapUrl)
  expect(sitemap.headers()['content-type']).toContain('application/xml')
  const urls = [...(await sitemap.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url)
  expect(urls.sort()).toEqual(SITE_PATHS.map((path) => new URL(path, site.url).href).sort())
})

test('structured data contains the content, once, also after hydration', async ({ page, ready, management, site }) => {
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
  await page.goto('/services')
  await ready()
  expect(await readStructuredData(page)).toEqual([organization])
  await page.goto('/contact')
  await ready()
  const [contactPage, company, ...rest] = await readStructuredData(page)
  expect(rest).toEqual([])
  expect(company).toEqual(organization)
  expect(contactPage).toMatchObject({
    '@type': 'ContactPage',
    mainEntity: {
      '@id': organization['@id'],
      address: { streetAddress: contact.officeStreet[LOCALE] },
      contactPoint: { telephone: contact.phone[LOCALE], email: contact.email[LOCALE] },
    },
  })
  const { addressLocality, addressRegion, postalCode } = contactPage.mainEntity.address
  expect(`${addressLocality}, ${addressRegion} ${postalCode}`).toBe(contact.officeCity[LOCALE])
  expect((await page.request.get(organization.logo)).status()).toBe(200)
})

/** Returns the content of the meta tag with this name. Fails unless there is exactly one. */
async function readMeta(page: Page, name: string): Promise<string> {
  const tag = page.locator(`meta[property="${name}"], meta[name="${name}"]`)
  await expect(tag).toHaveCount(1)
  return (await tag.getAttribute('content')) ?? ''
}

async function fetchImage(request: APIRequestContext, url: string) {
  const response = await request.get(url)
  const file = await response.body()
  const { format, width, height } = await sharp(file).metadata()
  const { isOpaque } = await sharp(file).stats()
  return { type: response.headers()['content-type'], format, width, height, isOpaque }
}

const readStructuredData = async (page: Page) =>
  (await page.locator('script[type="application/ld+json"]').allTextContents()).map((text) => JSON.parse(text))
