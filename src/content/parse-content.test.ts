import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { applyBadContent, simulateEdits } from '#tests/bad-content/apply-bad-content.ts'
import { type BadContent, BUNDLED, OMITTED, parsePath } from '#tests/bad-content/bad-content.ts'
import { CASES } from '#tests/bad-content/cases.ts'
import { getByPath, isObject, type ObjectPath, setByPaths } from '#tests/bad-content/object-path.ts'
import { contentNames } from './cms-content.ts'

vi.mock('#src/env.ts', () => ({
  env: {
    assetPrefix: '/media',
    siteUrl: 'https://site.example',
  },
}))
// The cases name entries of the first content, which is bundled here.
const { mockBundled } = vi.hoisted(() => ({
  mockBundled: async (name: BadContent['page']) => {
    const { queryFirstContent } = await import('#tests/first-content/query-first-content.ts')
    return { default: queryFirstContent(name) }
  },
}))
vi.mock('./bundled/site.json', () => mockBundled('site'))
vi.mock('./bundled/home.json', () => mockBundled('home'))
vi.mock('./bundled/services.json', () => mockBundled('services'))
vi.mock('./bundled/gallery.json', () => mockBundled('gallery'))
vi.mock('./bundled/contact.json', () => mockBundled('contact'))
vi.mock('./bundled/mainline.json', () => mockBundled('mainline'))
beforeEach(() => vi.resetModules()) // warnings are logged once per page load
afterEach(() => vi.restoreAllMocks())

/** The content of a page for this response of the CMS. */
async function fetchContent(page: BadContent['page'], response: unknown): Promise<unknown> {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ data: response }))
  const { fetchCmsContent } = await import('./cms-content.ts')
  return (await fetchCmsContent(page, { url: 'http://cms.invalid', headers: {}, timeoutMs: 1_000 })).content
}

const readBundledResponse = async (page: BadContent['page']): Promise<unknown> => (await mockBundled(page)).default

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

test.each(CASES)('§10 Content: $page, $name: affects only that content and is logged once', async (bad) => {
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

test.each(contentNames)('%s without an entry is not shown', async (page) => {
  const bundled = await readBundledResponse(page)
  const response = fetchContent(page, applyBadContent({ page, changes: { '': null } }, bundled))
  await expect(response).rejects.toThrow('the entry is null')
})

test.each([{ items: [] }, null])('a response without the entry of its page is no content: %j', async (collection) => {
  const bundled = await readBundledResponse('services')
  const response = setByPaths(bundled, [[['servicesPageCollection'], collection]])
  await expect(fetchContent('services', response)).rejects.toThrow('the entry is missing')
})
