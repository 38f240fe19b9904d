import type { PlainClientAPI } from 'contentful-management'
import { LOCALE } from '#shared/constants.ts'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import { REBUILD_TIMEOUT, waitForRebuild } from '#tests/setup/e2e/wait-for-rebuild.ts'

test.use(REDUCED_MOTION)

const ENTRY = { entryId: 'redirect-of-the-test' }

test('the redirect of the seed opens its page and keeps the query', async ({ page }) => {
  await page.goto('/mainline-pipeline?from=brochure')
  await expect(page).toHaveURL('/mainlinepipeline?from=brochure')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('a published redirect takes effect within seconds, and so does its removal', async ({
  page,
  site,
  management,
}) => {
  const readLocation = async () => {
    const response = await page.request.get('/join-us', { maxRedirects: 0, headers: { accept: 'text/html' } })
    return `${response.status()} ${response.headers().location}`
  }
  expect(await readLocation()).toBe('302 /') // as for every unknown path
  await publishRedirect(management, { from: '/join-us', to: '/contact', isPermanent: true })
  try {
    await expect.poll(readLocation, REBUILD_TIMEOUT).toBe('301 /contact')
    await page.goto('/join-us')
    await expect(page).toHaveURL('/contact')
    await management.entry.unpublish(ENTRY)
    await expect.poll(readLocation, REBUILD_TIMEOUT).toBe('302 /')
  } finally {
    await removeRedirect(management)
    await waitForRebuild(site.url)
  }
})

async function publishRedirect(management: PlainClientAPI, values: Readonly<Record<string, unknown>>) {
  const fields = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { [LOCALE]: value }]))
  const draft = await management.entry.createWithId({ contentTypeId: 'redirect', ...ENTRY }, { fields })
  await management.entry.publish(ENTRY, draft)
}

async function removeRedirect(management: PlainClientAPI) {
  const { sys } = await management.entry.get(ENTRY)
  if (sys.publishedVersion) await management.entry.unpublish(ENTRY)
  await management.entry.delete(ENTRY)
}
