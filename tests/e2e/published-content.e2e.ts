import { LOCALE } from '#shared/constants.ts'
import { mockCmsResponse } from '#tests/bad-content/mock-bad-content.ts'
import { publishField } from '#tests/setup/contentful/publish-field.ts'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'

test.use(REDUCED_MOTION)

test.describe.configure({ mode: 'serial' }) // the tests change content of the CMS and restore it

test('a published text is shown after a reload, without a build', async ({ page, ready, management }) => {
  const before = await publishField(management, 'gallery-page', 'gridTitle', 'Along the line')
  try {
    await page.goto('/gallery')
    await ready()
    await expect(page.getByRole('heading', { name: 'Along the line' })).toBeVisible()
  } finally {
    await publishField(management, 'gallery-page', 'gridTitle', before)
  }
})

test('the scripts that read content are loaded only if the content has changed', async ({
  page,
  ready,
  management,
}) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  const findContentScripts = () => scripts.filter((url) => /\/(content-query|services|schemas)-[^/]*\.js$/.test(url))
  const waitForResponse = () =>
    page.waitForResponse((response) => response.request().postData()?.includes('query Services') ?? false)
  const open = async () => {
    scripts.length = 0
    const response = waitForResponse()
    await page.goto('/services')
    await ready()
    await response
    await page.waitForLoadState('networkidle')
  }
  await open()
  const whenUnchanged = findContentScripts()
  const before = await publishField(management, 'services-page', 'introTitle', 'Built a second time')
  try {
    await open()
    await expect(page.getByRole('heading', { name: 'Built a second time' })).toBeVisible()
    expect(findContentScripts().length).toBeGreaterThan(whenUnchanged.length)
    expect(scripts.filter((url) => url.includes('content-query'))).toHaveLength(1)
  } finally {
    await publishField(management, 'services-page', 'introTitle', before)
  }
  expect(whenUnchanged.filter((url) => url.includes('content-query'))).toEqual([])
})

test('a page that is opened again by a link shows texts and the title that were published meanwhile', async ({
  page,
  ready,
  management,
}) => {
  await page.goto('/services')
  await ready()
  const navigation = page.getByRole('navigation').first()
  const textBefore = await publishField(management, 'services-page', 'introTitle', 'Built a second time')
  const titleBefore = await publishField(management, 'seo-services', 'title', 'Services, second edition')
  try {
    // Content counts as fresh for five seconds.
    await expect(async () => {
      await navigation.getByRole('link', { name: 'Home' }).click()
      await expect(page.getByRole('button', { name: 'Watch Now' })).toBeVisible()
      await navigation.getByRole('link', { name: 'Services' }).click()
      await expect(page.getByRole('heading', { name: 'Built a second time' })).toBeVisible({ timeout: 2_000 })
      await expect(page).toHaveTitle('Services, second edition', { timeout: 2_000 })
    }).toPass()
  } finally {
    await publishField(management, 'services-page', 'introTitle', textBefore)
    await publishField(management, 'seo-services', 'title', titleBefore)
  }
})

test('the title of a prerendered page follows the CMS', async ({ page, ready, management }) => {
  const before = await publishField(management, 'seo-gallery', 'title', 'Photographs, second edition')
  try {
    await page.goto('/gallery')
    await ready()
    await expect(page).toHaveTitle('Photographs, second edition')
  } finally {
    await publishField(management, 'seo-gallery', 'title', before)
  }
})

test('an unpublished photo is not shown after a reload', async ({ page, ready, management }) => {
  const entryId = 'photo-001-station-low-valves'
  await management.entry.unpublish({ entryId })
  try {
    await page.goto('/gallery')
    await ready()
    await expect(page.getByText('119 photographs')).toBeVisible()
  } finally {
    await management.entry.publish({ entryId }, await management.entry.get({ entryId }))
  }
})

test('a changed text of the whole site is shown on a slow phone, without a hydration error', async ({ page }) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 }) // the response arrives before the photos are hydrated
  const changeText = (site: unknown) =>
    JSON.parse(JSON.stringify(site).replace('{count} photographs', 'Photos: {count}'))
  await mockCmsResponse(page, 'Site', changeText)
  await page.goto('/gallery')
  await expect(page.getByText('Photos: 120')).toBeVisible({ timeout: 30_000 }) // six times slower, and other tests are running
})

test('a draft is not shown', async ({ page, ready, management }) => {
  const entryId = 'services-page'
  const before = await management.entry.get({ entryId })
  const draft = { ...before, fields: { ...before.fields, introTitle: { [LOCALE]: 'Not yet for everybody' } } }
  const changed = await management.entry.update({ entryId }, draft)
  try {
    await page.goto('/services')
    await ready()
    await page.waitForLoadState('networkidle')
    await expect(page.getByText('Not yet for everybody')).toBeHidden()
  } finally {
    await management.entry.publish(
      { entryId },
      await management.entry.update({ entryId }, { ...changed, fields: before.fields }),
    )
  }
})
