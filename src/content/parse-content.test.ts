import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { applyBadContent, simulateEdits } from '#tests/bad-content/apply-bad-content.ts'
import { type BadContent, BUNDLED, OMITTED, parsePath } from '#tests/bad-content/bad-content.ts'
import { CASES } from '#tests/bad-content/cases.ts'
import { getByPath, isObject, type JsonPath, setByPaths } from './parse-content.ts'

vi.mock('#src/env.ts', () => ({
  env: {
    contentful: { graphqlUrl: 'http://cms.invalid', token: 'delivery' },
    assetPrefix: '/media',
    contentTimeoutMs: 1_500,
  },
}))
beforeEach(() => vi.resetModules()) // a line is logged once for as long as a page is open
afterEach(() => vi.restoreAllMocks())

/** What the page shows when the CMS answers so. */
async function shown(page: BadContent['page'], answer: unknown): Promise<unknown> {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ data: answer }))
  const client = new QueryClient()
  switch (page) {
    case 'home':
      return client.fetchQuery((await import('./home.ts')).homeQueryOptions())
    case 'gallery':
      return client.fetchQuery((await import('./gallery.ts')).galleryQueryOptions())
    case 'services':
      return client.fetchQuery((await import('./services.ts')).servicesQueryOptions())
    case 'mainline':
      return client.fetchQuery((await import('./mainline.ts')).mainlineQueryOptions())
    case 'contact':
      return client.fetchQuery((await import('./contact.ts')).contactQueryOptions())
    case 'site':
      return client.fetchQuery((await import('./site.ts')).siteQueryOptions())
  }
}

const bundledAnswer = async (page: BadContent['page']): Promise<unknown> =>
  structuredClone((await import(`./bundled/${page}.json`, { with: { type: 'json' } })).default)

/** The good content with what the case says; items that are left out leave no hole. */
function expected({ expectedChanges }: BadContent, good: unknown, bundled: unknown): unknown {
  const places = Object.entries(expectedChanges).map(([dotted, value]) => [parsePath(dotted), value] as const)
  const changed = setByPaths(
    good,
    places.map(([place, value]): [JsonPath, unknown] => [place, value === BUNDLED ? getByPath(bundled, place) : value]),
  )
  const whole = isObject(changed) ? changed : {}
  return Object.fromEntries(
    Object.entries(whole).map(([key, value]) => [
      key,
      Array.isArray(value) ? value.filter((each) => each !== OMITTED) : value,
    ]),
  )
}

test('there are many ways to go wrong', () => {
  expect(CASES.length).toBeGreaterThanOrEqual(60)
  expect(new Set(CASES.map(({ name, page }) => `${page}: ${name}`)).size).toBe(CASES.length)
})

test.each(CASES)('$page, $name: it costs that alone, and is named once', async (bad) => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const bundled = await bundledAnswer(bad.page)
  const good = simulateEdits(bundled)
  const [asEdited, asBundled] = [await shown(bad.page, good), await shown(bad.page, bundled)]
  expect(asEdited).not.toEqual(asBundled)
  expect(warn).not.toHaveBeenCalled()

  const wrong = applyBadContent(bad, good)
  expect(await shown(bad.page, wrong)).toEqual(expected(bad, asEdited, asBundled))
  await shown(bad.page, wrong)
  expect(warn.mock.calls.map((line) => line.join(' '))).toEqual(bad.logs)
})

test.each(['home', 'gallery', 'services', 'mainline', 'contact', 'site'] as const)(
  '%s without an entry shows what the seed says',
  async (page) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const bundled = await bundledAnswer(page)
    const asBundled = await shown(page, bundled)
    expect(await shown(page, applyBadContent({ page, changes: { '': null } }, bundled))).toEqual(asBundled)
    expect(warn.mock.calls.map((line) => line.join(' '))).toEqual([
      expect.stringMatching(/^Failed to load the content of .* from the CMS Error: .*: the entry is null$/),
    ])
  },
)
