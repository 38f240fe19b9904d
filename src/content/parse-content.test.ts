import { afterEach, expect, test, vi } from 'vitest'
import { applyBadContent, simulateEdits } from '#tests/bad-content/apply-bad-content.ts'
import { type BadContent, BUNDLED, OMITTED, parsePath } from '#tests/bad-content/bad-content.ts'
import { CASES } from '#tests/bad-content/cases.ts'
import { getByPath, isObject, type ObjectPath, setByPaths } from '#tests/bad-content/object-path.ts'
import { queryFirstContent } from '#tests/first-content/query-first-content.ts'
import { contentNames } from './cms-content.ts'

vi.mock('#src/env.ts', () => ({ env: { assetPrefix: '/media', siteUrl: 'https://site.example' } }))
// The cases name entries of the first content, which is bundled here.
for (const name of contentNames) vi.doMock(`./bundled/${name}.json`, () => ({ default: queryFirstContent(name) }))
vi.resetModules()
const { fetchCmsContent } = await import('./cms-content.ts')
afterEach(() => vi.restoreAllMocks())

/** The content of a page for this response of the CMS. */
async function fetchContent(page: BadContent['page'], response: unknown): Promise<unknown> {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ data: response }))
  return (await fetchCmsContent(page, { url: 'http://cms.invalid', headers: {}, timeoutMs: 1_000 })).content
}

/** The valid content with the changes of the case; omitted items are removed from their list. */
function getExpectedContent({ expectedChanges }: BadContent, good: unknown, bundled: unknown): unknown {
  const places = Object.entries(expectedChanges).map(([dotted, value]) => [parsePath(dotted), value] as const)
  const read = (place: ObjectPath, value: unknown) => (value === BUNDLED ? getByPath(bundled, place) : value)
  const changed = setByPaths(
    good,
    places.map(([place, value]): [ObjectPath, unknown] => [place, read(place, value)]),
  )
  const omit = (value: unknown) => (Array.isArray(value) ? value.filter((each) => each !== OMITTED) : value)
  return Object.fromEntries(Object.entries(isObject(changed) ? changed : {}).map(([key, value]) => [key, omit(value)]))
}

/** What each page shows of the bundled response, and of one in which every value differs. */
const bundledContent: Record<string, unknown> = {}
const editedContent: Record<string, unknown> = {}
for (const page of contentNames) {
  const bundled = queryFirstContent(page)
  bundledContent[page] = await fetchContent(page, bundled)
  editedContent[page] = await fetchContent(page, simulateEdits(bundled))
}

test.each(CASES)('§10.3 $page, $name: affects only that content and is logged once', async (bad) => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const [asEdited, asBundled] = [editedContent[bad.page], bundledContent[bad.page]]
  expect(asEdited).not.toEqual(asBundled)
  const wrong = applyBadContent(bad, simulateEdits(queryFirstContent(bad.page)))
  expect(await fetchContent(bad.page, wrong)).toEqual(getExpectedContent(bad, asEdited, asBundled))
  await fetchContent(bad.page, wrong)
  expect(warn.mock.calls.map((line) => line.join(' '))).toEqual(bad.logs)
})

test.each(contentNames)('§10.6 each picture of %s has its focal point, and its share image too', async (page) => {
  const setFocalPoint = (key: string, value: unknown) => (key === 'focalPoint' ? '90% 10%' : value)
  const response: unknown = JSON.parse(JSON.stringify(queryFirstContent(page)), setFocalPoint)
  const content = JSON.stringify(await fetchContent(page, response))
  const countFocalPoints = (json: string) => json.split('"focalPoint":"90% 10%"').length
  const seoCount = page === 'site' ? 0 : 1
  expect(countFocalPoints(content)).toBe(countFocalPoints(JSON.stringify(response)) - seoCount)
  expect(content.match(/"shareImage":\{"url":"[^"]*"/g)?.filter((url) => !url.includes('top_right')) ?? []).toEqual([])
})

test.each(contentNames)('%s without an entry is not shown', async (page) => {
  const response = fetchContent(page, applyBadContent({ page, changes: { '': null } }, queryFirstContent(page)))
  const type = page === 'site' ? 'Site settings' : `${page[0]?.toUpperCase()}${page.slice(1)} page`
  await expect(response).rejects.toEqual(new Error(`${type}: the entry is null`))
})

test.each([{ items: [] }, null])('a response without the entry of its page is no content: %j', async (collection) => {
  const response = setByPaths(queryFirstContent('services'), [[['servicesPageCollection'], collection]])
  await expect(fetchContent('services', response)).rejects.toThrow('the entry is missing')
})
