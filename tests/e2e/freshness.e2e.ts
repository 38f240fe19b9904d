import type { APIRequestContext, Page } from '@playwright/test'
import type { PlainClientAPI } from 'contentful-management'
import * as z from 'zod'
import { LOCALE } from '#shared/constants.ts'
import { publishField } from '#tests/setup/contentful/publish-field.ts'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import type { TestCms } from '#tests/setup/e2e/test-site.ts'
import { waitForRebuild } from '#tests/setup/e2e/wait-for-rebuild.ts'
import { readHealth } from '#tests/setup/server/health.ts'

test.use(REDUCED_MOTION)

test.describe.configure({ mode: 'serial' }) // these change what the CMS holds, and put it back

/** ms; a rebuild shares the machine with two browsers. */
const FOLLOWS = { timeout: 30_000 }

test.beforeEach(({ site }) => waitForRebuild(site.url))
test.afterEach(({ site }) => waitForRebuild(site.url))

test('a published text is on the next view, and seconds later in what the server sends', async ({
  page,
  ready,
  management,
}) => {
  const before = await publishField(management, 'gallery-page', 'gridTitle', 'Along the line')
  try {
    await page.goto('/gallery')
    await ready()
    await expect(page.getByRole('heading', { name: 'Along the line' })).toBeVisible()
    await expect.poll(() => sent(page.request, '/gallery'), FOLLOWS).toContain('Along the line')
    expect(await sent(page.request, '/services')).not.toContain('Along the line')
  } finally {
    await publishField(management, 'gallery-page', 'gridTitle', before)
  }
  await expect.poll(() => sent(page.request, '/gallery'), FOLLOWS).not.toContain('Along the line')
})

test('an editor hides a page from search engines, and it leaves the list of pages', async ({ page, management }) => {
  await publishNoIndex(management, true)
  try {
    await expect.poll(() => sent(page.request, '/sitemap.xml'), FOLLOWS).not.toContain('/contact<')
    expect(await sent(page.request, '/contact')).toContain('<meta name="robots" content="noindex"/>')
  } finally {
    await publishNoIndex(management, undefined)
  }
  await expect.poll(() => sent(page.request, '/sitemap.xml'), FOLLOWS).toContain('/contact<')
})

test('a photograph below the fold that has changed moves nothing that is seen', async ({ page, cms, ready }) => {
  await watchShifts(page)
  await page.route(`${cms.url}/content/v1/**`, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: withAnotherPhoto(await answer.json()) })
  })
  await page.goto('/gallery')
  await ready()
  await expect(page.getByRole('img', { name: 'Quite another photograph' })).toBeAttached()
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate(() => Reflect.get(window, 'shift'))).toBe(0)
})

test('while the CMS gives no content, the pages stay as they were and /health reports it; then they recover', async ({
  page,
  site,
  cms,
  management,
}) => {
  const before = await sent(page.request, '/services')
  const title = 'A title for later'
  await putFaults(cms, { html: { apis: ['graphql'] } })
  try {
    const old = await publishField(management, 'services-page', 'introTitle', title)
    try {
      const pages = async () => (await readHealth(site.url)).checks.pages?.status
      await expect.poll(pages, FOLLOWS).toBe('degraded')
      const answer = await fetch(`${site.url}/health`)
      expect([answer.status, await answer.json()]).toEqual([200, { status: 'ok' }])
      expect(await sent(page.request, '/services')).toBe(before)
      await putFaults(cms, {})
      await expect.poll(() => sent(page.request, '/services'), FOLLOWS).toContain(title)
      await expect.poll(pages, FOLLOWS).toBe('ok')
    } finally {
      await publishField(management, 'services-page', 'introTitle', old)
    }
  } finally {
    await putFaults(cms, {})
  }
  await expect.poll(() => sent(page.request, '/services'), FOLLOWS).not.toContain(title)
})

/** `undefined`: as the seed has it, without a word. */
async function publishNoIndex(management: PlainClientAPI, value: boolean | undefined) {
  const params = { entryId: 'seo-contact' }
  const entry = await management.entry.get(params)
  const { noIndex: _, ...others } = entry.fields
  const fields = value === undefined ? others : { ...others, noIndex: { [LOCALE]: value } }
  await management.entry.publish(params, await management.entry.update(params, { ...entry, fields }))
}

/** What somebody without a script gets. */
const sent = async (request: APIRequestContext, path: string) => (await request.get(path)).text()

async function putFaults(cms: TestCms, faults: object): Promise<void> {
  const answer = await fetch(`${cms.url}/local/faults`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${cms.tokens.management}`, 'content-type': 'application/json' },
    body: JSON.stringify(faults),
  })
  expect(answer.status).toBe(200)
}

/** Adds up what moves, whatever the visitor does, in `window.shift`. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(window, { shift: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if ('value' in entry && typeof entry.value === 'number' && !Reflect.get(entry, 'hadRecentInput'))
          Object.assign(window, { shift: Reflect.get(window, 'shift') + entry.value })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })

const images = z.looseObject({ items: z.array(z.looseObject({ altText: z.string(), photo: z.unknown() })) })
const gallery = z.looseObject({
  data: z.looseObject({
    galleryPageCollection: z.looseObject({ items: z.tuple([z.looseObject({ imagesCollection: images })]) }),
  }),
})

/** The gallery's answer with another picture in the hundredth place; any other as it came. */
function withAnotherPhoto(answer: unknown): unknown {
  const { success, data } = gallery.safeParse(answer)
  if (!success) return answer
  const { items } = data.data.galleryPageCollection.items[0].imagesCollection
  const [first] = items
  const changed = items.map((item, index) =>
    index === 99 ? { ...item, altText: 'Quite another photograph', photo: first?.photo } : item,
  )
  items.splice(0, items.length, ...changed)
  return data
}
