import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { edited, wrongAnswer } from '#tests/bad-content/answers.ts'
import { type BadContent, BUNDLED, OMITTED, placeOf } from '#tests/bad-content/bad-content.ts'
import { CASES } from '#tests/bad-content/cases.ts'
import { getByPath, isObject, type JsonPath, setByPaths } from './parse-content.ts'

vi.mock('#src/env.ts', () => ({
  env: {
    contentful: { graphqlUrl: 'http://cms.invalid', token: 'delivery' },
    assetPrefix: '/media',
    contentTimeoutMs: 1_500,
  },
}))
beforeEach(() => vi.resetModules()) // each message is logged once per page load
afterEach(() => vi.restoreAllMocks())

/** Fetches the content of a page with a mocked response of the CMS. */
async function fetchContent(page: BadContent['page'], response: unknown): Promise<unknown> {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ data: response }))
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

const loadBundledResponse = async (page: BadContent['page']): Promise<unknown> =>
  structuredClone((await import(`./bundled/${page}.json`, { with: { type: 'json' } })).default)

/** Applies the expected differences of a case to the valid content. Omitted items are removed. */
function createExpectedContent({ shows }: BadContent, validContent: unknown, bundledContent: unknown): unknown {
  const expectedValues = Object.entries(shows).map(([dotted, value]) => [placeOf(dotted), value] as const)
  const changed = setByPaths(
    validContent,
    expectedValues.map(([path, value]): [JsonPath, unknown] => [
      path,
      value === BUNDLED ? getByPath(bundledContent, path) : value,
    ]),
  )
  const fields = isObject(changed) ? changed : {}
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [
      key,
      Array.isArray(value) ? value.filter((item) => item !== OMITTED) : value,
    ]),
  )
}

test('has at least 60 distinct cases', () => {
  expect(CASES.length).toBeGreaterThanOrEqual(60)
  expect(new Set(CASES.map(({ name, page }) => `${page}: ${name}`)).size).toBe(CASES.length)
})

test.each(CASES)('$page, $name: replaces or omits only the invalid content, and logs it once', async (badContent) => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const bundled = await loadBundledResponse(badContent.page)
  const valid = edited(bundled)
  const [editedContent, bundledContent] = [
    await fetchContent(badContent.page, valid),
    await fetchContent(badContent.page, bundled),
  ]
  expect(editedContent).not.toEqual(bundledContent)
  expect(warn).not.toHaveBeenCalled()

  const invalid = wrongAnswer(badContent, valid)
  expect(await fetchContent(badContent.page, invalid)).toEqual(
    createExpectedContent(badContent, editedContent, bundledContent),
  )
  await fetchContent(badContent.page, invalid)
  expect(warn.mock.calls.map((args) => args.join(' '))).toEqual(badContent.logs)
})

test.each(['home', 'gallery', 'services', 'mainline', 'contact', 'site'] as const)(
  '%s shows the fallback if there is no entry',
  async (page) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const bundled = await loadBundledResponse(page)
    const bundledContent = await fetchContent(page, bundled)
    expect(await fetchContent(page, wrongAnswer({ page, wrong: { '': null } }, bundled))).toEqual(bundledContent)
    expect(warn.mock.calls.map((args) => args.join(' '))).toEqual([
      expect.stringMatching(/^Failed to load the content of .* from the CMS Error: .*: the entry is null$/),
    ])
  },
)
