import { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import bundled from '#src/content/bundled/site.json' with { type: 'json' }
import { siteQueryOptions } from '#src/content/site.ts'
import { settings } from '#src/settings.ts'
import { breakpoint } from '#src/theme/tokens.ts'
import { SiteLayout } from './site-layout.tsx'

const paths = ['/', '/gallery', '/services', '/contact', '/mainlinepipeline']

async function frameAt(path: string): Promise<string> {
  const site = await new QueryClient().fetchQuery(siteQueryOptions())
  const root = createRootRoute({
    component: () => (
      <SiteLayout site={site} isLoading={false}>
        <h1>Page</h1>
      </SiteLayout>
    ),
  })
  const routeTree = root.addChildren(paths.map((each) => createRoute({ getParentRoute: () => root, path: each })))
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: [path] }) })
  await router.load()
  return renderToStaticMarkup(<RouterProvider router={router} />)
}

const textOf = (html: string) => html.replace(/<[^>]*>/g, '').trim()
const linksIn = (html: string) => [...html.matchAll(/<a [^>]*>.*?<\/a>/g)].map(([link]) => link)

test('the bar has the items in the editors’ order', async () => {
  const bar = /<nav aria-label.*?<\/nav>/.exec(await frameAt('/'))?.[0] ?? ''
  expect(linksIn(bar).map(textOf)).toEqual(['Home', 'Gallery', 'Services', 'Contact'])
})

test.each([
  ['/gallery', 'Gallery', 'page'],
  ['/mainlinepipeline', 'Services', 'true'],
])('at %s only %s is marked, as %s', async (path, name, mark) => {
  const bar = /<nav aria-label.*?<\/nav>/.exec(await frameAt(path))?.[0] ?? ''
  const marked = linksIn(bar).filter((link) => link.includes('aria-current'))
  expect(marked.map(textOf)).toEqual([name])
  expect(marked[0]).toContain(`aria-current="${mark}"`)
})

test('styles and script agree on where the bar becomes a menu', () => {
  expect(breakpoint.menu).toBe(settings.mobileWidthThreshold)
})

test('a keyboard can skip the bar', async () => {
  const html = await frameAt('/')
  expect(html.indexOf('href="#content"')).toBeLessThan(html.indexOf('<header'))
  expect(html).toMatch(/<main id="content"[^>]* tabindex="-1"/i)
})

test('the footer repeats the items, links both networks in new tabs, and has the copyright', async () => {
  const footer = /<footer.*<\/footer>/.exec(await frameAt('/'))?.[0] ?? ''
  expect(linksIn(footer).map(textOf).slice(1, 5)).toEqual(['Home', 'Gallery', 'Services', 'Contact'])
  const [settings] = bundled.siteSettingsCollection.items
  expect(footer.match(/target="_blank" rel="noopener noreferrer"/g)).toHaveLength(2)
  expect(footer).toContain(settings?.facebookUrl)
  expect(footer).toContain(settings?.linkedinUrl)
  expect(textOf(footer)).toContain(settings?.copyright)
})

test('nothing covers the page while nothing loads', async () => {
  expect(await frameAt('/')).toContain('<div role="status"></div>')
})

test('what announces messages is in the page before they come; the button to take one away is named Close (requirements §9)', async () => {
  expect(await frameAt('/')).toMatch(/data-snack-bar[^>]*><div role="status"><\/div><div role="alert"><\/div><\/div>/)
  expect(bundled.siteSettingsCollection.items[0]?.interfaceTexts.close).toBe('Close')
})
