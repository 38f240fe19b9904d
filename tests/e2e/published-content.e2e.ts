import type { Page } from '@playwright/test'
import type { PlainClientAPI } from 'contentful-management'
import { LOCALE } from '#shared/constants.ts'
import { SITE_PATHS } from '#shared/site-paths.gen.ts'
import { publishField } from '#tests/setup/content.ts'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import { getItemName, getMainNavigation, getPageHeading } from '#tests/setup/e2e/site-pages.ts'
import { expectContentFile, REBUILD_TIMEOUT, waitForRebuild } from '#tests/setup/e2e/wait-for-rebuild.ts'
import { getSeedText } from '#tests/setup/seed-content.ts'

test.use(REDUCED_MOTION)

const openPage = (page: Page, name: string) => getMainNavigation(page).getByRole('link', { name }).click()

/** Makes the content of the page stale, and shows the tab again. */
async function returnToTab(page: Page): Promise<void> {
  await page.clock.fastForward('00:10')
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
}

/** Resolves when the page has requested its content, which it does after hydration. */
const waitForContent = (page: Page, name: string) =>
  Promise.all(['site', name].map((file) => page.waitForResponse(`**/content/${file}.json`)))

test('§2.42 §10.2 §10.4 §10.6 an open tab and a link show what was published meanwhile, and a redirect works until it is unpublished', async ({
  page,
  ready,
  site,
  management,
}) => {
  const fetchPage = (path: string) => page.request.get(path, { maxRedirects: 0, headers: { accept: 'text/html' } })
  const readLocation = async () => {
    const response = await fetchPage('/join-us')
    return `${response.status()} ${response.headers().location}`
  }
  const readHeaders = async () => ({
    policies: await Promise.all(
      SITE_PATHS.map(async (path) => (await fetchPage(path)).headers()['content-security-policy']),
    ),
    unchangedPage: (await fetchPage('/mainlinepipeline')).headers().etag,
  })

  await page.clock.install()
  await page.goto('/services')
  await ready()
  await openPage(page, getItemName('/gallery'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(getPageHeading('/gallery'))
  expect(await readLocation()).toBe('302 /') // as for every unknown path
  const headers = await readHeaders()
  const [before] = await Promise.all([
    publishFields(management, [
      { entryId: 'gallery-page', field: 'gridTitle', value: '</script><script>alert("Along the line")' },
      { entryId: getSeedText('galleryPage', 'seo'), field: 'title', value: 'Photographs, second edition' },
      { entryId: 'services-page', field: 'introTitle', value: 'Built a second time' },
      { entryId: getSeedText('servicesPage', 'hero'), field: 'focalPoint', value: '25% 100%' },
    ]),
    publishRedirect(management, { from: '/join-us', to: '/contact', isPermanent: true }),
  ])
  try {
    await expect.poll(readLocation, REBUILD_TIMEOUT).toBe('301 /contact')
    await expectContentFile(page, 'gallery').toContain('Along the line')
    await expectContentFile(page, 'services').toContain('25% 100%')
    await waitForRebuild(site.url)

    await test.step('in the HTML, with the same policies and without a change of other pages', async () => {
      expect(await (await fetchPage('/gallery')).text()).toContain('Along the line')
      expect(await (await fetchPage('/services')).text()).toContain('data-focus="2-5 10-0"')
      expect(await readHeaders()).toEqual(headers)
    })

    await test.step('in an open tab, when the visitor comes back to it', async () => {
      await returnToTab(page)
      await expect(page.getByRole('heading', { name: 'Along the line' })).toBeVisible()
      await expect(page).toHaveTitle('Photographs, second edition')
    })

    await test.step('on a page that is opened again by a link', async () => {
      await openPage(page, getItemName('/services'))
      await expect(page.getByRole('heading', { name: 'Built a second time' })).toBeVisible()
      await expect(page.getByRole('main').locator('img').first()).toHaveCSS('object-position', '25% 100%')
    })
  } finally {
    await Promise.all([publishFields(management, before), removeRedirect(management)])
  }
  await expect.poll(readLocation, REBUILD_TIMEOUT).toBe('302 /')
  await expectContentFile(page, 'services').not.toContain('Built a second time')
  await returnToTab(page)
  await expect(page.getByRole('heading', { name: getSeedText('servicesPage', 'introTitle') })).toBeVisible()
})

test('the content of another build of the site reloads the page once', async ({ page, ready }) => {
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  const firstContent = waitForContent(page, 'services')
  await page.goto('/services')
  await firstContent
  await ready()
  await page.route('**/content/*.json', async (route) => {
    const { content } = await (await route.fetch()).json()
    await route.fulfill({ json: { build: 'another build', content } })
  })
  const reloaded = page.waitForEvent('load')
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await reloaded
  await waitForContent(page, 'services') // of the other build again
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(getPageHeading('/services'))
  expect(loads).toBe(2)
})

interface FieldChange {
  readonly entryId: string
  readonly field: string
  readonly value: unknown
}

/** Publishes values of fields. Resolves with the changes that restore the values from before. */
const publishFields = (management: PlainClientAPI, changes: readonly FieldChange[]): Promise<FieldChange[]> =>
  Promise.all(
    changes.map(async ({ entryId, field, value }) => {
      const before: unknown = await publishField(management, entryId, field, value)
      return { entryId, field, value: before ?? null }
    }),
  )

const REDIRECT = { entryId: 'redirect-of-the-test' }

async function publishRedirect(management: PlainClientAPI, values: Readonly<Record<string, unknown>>): Promise<void> {
  const fields = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { [LOCALE]: value }]))
  const draft = await management.entry.createWithId({ contentTypeId: 'redirect', ...REDIRECT }, { fields })
  await management.entry.publish(REDIRECT, draft)
}

async function removeRedirect(management: PlainClientAPI): Promise<void> {
  await management.entry.unpublish(REDIRECT)
  await management.entry.delete(REDIRECT)
}
