import { expect, test } from '#tests/setup/fixtures.ts'

const LOCALE = 'en-US'

test.describe.configure({ mode: 'serial' }) // these change what the CMS holds, and put it back

test('what an editor publishes is on the page after a reload, without a build', async ({ page, ready, management }) => {
  const entry = await management.entry.get({ entryId: 'gallery-page' })
  const publish = async (title: string) => {
    const current = await management.entry.get({ entryId: 'gallery-page' })
    const fields = { ...current.fields, gridTitle: { [LOCALE]: title } }
    const updated = await management.entry.update({ entryId: 'gallery-page' }, { ...current, fields })
    await management.entry.publish({ entryId: 'gallery-page' }, updated)
  }
  try {
    await publish('Along the line')
    await page.goto('/gallery')
    await ready()
    await expect(page.getByRole('heading', { name: 'Along the line' })).toBeVisible()
  } finally {
    await publish(entry.fields.gridTitle[LOCALE])
  }
})

test('an unpublished photograph is gone after a reload', async ({ page, ready, management }) => {
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

test('a draft is not on the page', async ({ page, ready, management }) => {
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
