import type { PlainClientAPI } from 'contentful-management'
import { LOCALE } from '#shared/constants.ts'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import { waitForRebuild } from '#tests/setup/e2e/wait-for-rebuild.ts'

test.use(REDUCED_MOTION)

const ENTRY = { entryId: 'redirect-of-the-test' }

/** ms; a rebuild shares the machine with two browsers. */
const FOLLOWS = { timeout: 30_000 }

test('the seed’s redirect leads to its page, with what the address asks for', async ({ page }) => {
  await page.goto('/mainline-pipeline?from=brochure')
  await expect(page).toHaveURL('/mainlinepipeline?from=brochure')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('a redirect that an editor publishes is followed seconds later, and taken back as fast', async ({
  page,
  site,
  management,
}) => {
  const location = async () => {
    const answer = await page.request.get('/join-us', { maxRedirects: 0, headers: { accept: 'text/html' } })
    return `${answer.status()} ${answer.headers().location}`
  }
  expect(await location()).toBe('302 /') // as every unknown address
  await publishRedirect(management, { from: '/join-us', to: '/contact', isPermanent: true })
  try {
    await expect.poll(location, FOLLOWS).toBe('301 /contact')
    await page.goto('/join-us')
    await expect(page).toHaveURL('/contact')
    await management.entry.unpublish(ENTRY)
    await expect.poll(location, FOLLOWS).toBe('302 /')
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
