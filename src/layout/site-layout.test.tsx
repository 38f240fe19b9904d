import { expect, test } from 'vitest'
import type { SitePath } from '#shared/site-paths.gen.ts'
import { mapSeedContent } from '#src/content/cms-content.ts'
import { renderWithRouter } from '#tests/setup/render-with-router.tsx'
import { SiteLayout } from './site-layout.tsx'

const { navigation } = mapSeedContent('site')
const itemNames = navigation.map(({ name }) => name)

const renderLayoutAt = (path: string, site = mapSeedContent('site'), parent?: SitePath) =>
  renderWithRouter(
    <SiteLayout site={site} isLoading={false} waitingNavigation={undefined}>
      <h1>Page</h1>
    </SiteLayout>,
    path,
    parent && { parent },
  )

const getText = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&amp;', '&')
    .trim()
const findLinks = (html: string) => [...html.matchAll(/<a [^>]*>.*?<\/a>/g)].map(([link]) => link)

test.each([
  ['/', '/', 'page'],
  ['/gallery', '/gallery', 'page'],
  ['/mainlinepipeline', '/services', 'true', '/services'],
] as const)(
  '§2.7 §2.8 §3.3 at %s sets aria-current only on the item of %s, to %s, of the items in the order of the CMS',
  async (path, route, value, parent?: SitePath) => {
    const bar = /<nav aria-label.*?<\/nav>/.exec(await renderLayoutAt(path, mapSeedContent('site'), parent))?.[0] ?? ''
    expect(findLinks(bar).map(getText)).toEqual(itemNames)
    const current = findLinks(bar).filter((link) => link.includes('aria-current'))
    expect(current.map(getText)).toEqual(navigation.filter((item) => item.route === route).map(({ name }) => name))
    expect(current[0]).toContain(`aria-current="${value}"`)
  },
)

test('the footer has no column for social links without their addresses', async () => {
  const site = mapSeedContent('site')
  const html = await renderLayoutAt('/', { ...site, socialLinks: [] })
  expect(html).not.toContain(site.socialHeading)
  expect(html).toContain(site.exploreHeading)
})
