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

test('prerenders empty live regions for messages, and a skip link to the content', async () => {
  const html = await renderLayoutAt('/')
  expect(html.indexOf('href="#content"')).toBeLessThan(html.indexOf('<header'))
  expect(html).toMatch(/<main id="content"[^>]* tabindex="-1"/i)
  expect(html).toMatch(/data-snack-bar[^>]*><div role="status"><\/div><div role="alert"><\/div><\/div>/)
})

test('§2.14 renders the navigation items, the social links in new tabs and the copyright in the footer', async () => {
  const footer = /<footer.*<\/footer>/.exec(await renderLayoutAt('/gallery'))?.[0] ?? ''
  const { socialLinks, copyright } = mapSeedContent('site')
  const [, ...links] = findLinks(footer)
  expect(links.slice(0, itemNames.length).map(getText)).toEqual(itemNames)
  const socialAnchors = links.slice(itemNames.length)
  expect(socialAnchors.map(getText)).toEqual(socialLinks.map(({ name }) => expect.stringMatching(`^${name}`)))
  for (const [index, { url }] of socialLinks.entries())
    expect(socialAnchors[index]).toContain(`href="${url}" target="_blank" rel="noopener noreferrer"`)
  expect(getText(footer)).toContain(copyright)
  expect(footer).toMatch(/ data-address="https?:\/\/[^/]+\/gallery"/) // is printed
})

test('the footer has no column for social links without their addresses', async () => {
  const site = mapSeedContent('site')
  const html = await renderLayoutAt('/', { ...site, socialLinks: [] })
  expect(html).not.toContain(site.socialHeading)
  expect(html).toContain(site.exploreHeading)
})
