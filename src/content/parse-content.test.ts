import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { applyBadContent, simulateEdits } from '#tests/bad-content/apply-bad-content.ts'
import { type BadContent, BUNDLED, OMITTED, parsePath } from '#tests/bad-content/bad-content.ts'
import { CASES } from '#tests/bad-content/cases.ts'
import { getByPath, isObject, type ObjectPath, setByPaths } from '#tests/bad-content/object-path.ts'

vi.mock('#src/env.ts', () => ({
  env: {
    contentful: { graphqlUrl: 'http://cms.invalid', token: 'delivery' },
    assetPrefix: '/media',
    siteUrl: 'https://site.example',
  },
}))
beforeEach(() => vi.resetModules()) // warnings are logged once per page load
afterEach(() => vi.restoreAllMocks())

/** The content of a page for this response of the CMS. */
async function fetchContent(page: BadContent['page'], response: unknown): Promise<unknown> {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ data: response }))
  const { createVisitorClient } = await import('./content-client.ts')
  const { loadContent } = await import('./content-query.ts')
  const context = { queryClient: new QueryClient(), contentClient: createVisitorClient() }
  switch (page) {
    case 'home':
      return loadContent(context, (await import('./home.ts')).homeContent)
    case 'gallery':
      return loadContent(context, (await import('./gallery.ts')).galleryContent)
    case 'services':
      return loadContent(context, (await import('./services.ts')).servicesContent)
    case 'mainline':
      return loadContent(context, (await import('./mainline.ts')).mainlineContent)
    case 'contact':
      return loadContent(context, (await import('./contact.ts')).contactContent)
    case 'site':
      return loadContent(context, (await import('./site.ts')).siteContent)
  }
}

const readBundledResponse = async (page: BadContent['page']): Promise<unknown> =>
  structuredClone((await import(`./bundled/${page}.json`, { with: { type: 'json' } })).default)

/** The valid content with the changes of the case; omitted items are removed from their list. */
function getExpectedContent({ expectedChanges }: BadContent, good: unknown, bundled: unknown): unknown {
  const places = Object.entries(expectedChanges).map(([dotted, value]) => [parsePath(dotted), value] as const)
  const changed = setByPaths(
    good,
    places.map(([place, value]): [ObjectPath, unknown] => [
      place,
      value === BUNDLED ? getByPath(bundled, place) : value,
    ]),
  )
  const whole = isObject(changed) ? changed : {}
  return Object.fromEntries(
    Object.entries(whole).map(([key, value]) => [
      key,
      Array.isArray(value) ? value.filter((each) => each !== OMITTED) : value,
    ]),
  )
}

test('has at least 60 cases with unique names', () => {
  expect(CASES.length).toBeGreaterThanOrEqual(60)
  expect(new Set(CASES.map(({ name, page }) => `${page}: ${name}`)).size).toBe(CASES.length)
})

test.each(CASES)('$page, $name: affects only that content and is logged once', async (bad) => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const bundled = await readBundledResponse(bad.page)
  const good = simulateEdits(bundled)
  const [asEdited, asBundled] = [await fetchContent(bad.page, good), await fetchContent(bad.page, bundled)]
  expect(asEdited).not.toEqual(asBundled)
  expect(warn).not.toHaveBeenCalled()

  const wrong = applyBadContent(bad, good)
  expect(await fetchContent(bad.page, wrong)).toEqual(getExpectedContent(bad, asEdited, asBundled))
  await fetchContent(bad.page, wrong)
  expect(warn.mock.calls.map((line) => line.join(' '))).toEqual(bad.logs)
})

test.each(['home', 'gallery', 'services', 'mainline', 'contact', 'site'] as const)(
  '%s without an entry uses the fallback',
  async (page) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const bundled = await readBundledResponse(page)
    const asBundled = await fetchContent(page, bundled)
    expect(await fetchContent(page, applyBadContent({ page, changes: { '': null } }, bundled))).toEqual(asBundled)
    expect(warn.mock.calls.map((line) => line.join(' '))).toEqual([
      expect.stringMatching(/^Failed to load the content of .* from the CMS Error: .*: the entry is null$/),
    ])
  },
)
