import { readListedIds } from '#tests/setup/contentful/picture-space.ts'
import {
  addFiles,
  clickButton,
  createPhotoFiles,
  expect,
  expectSaved,
  expectSummary,
  getRow,
  getTexts,
  holdRequests,
  openTab,
  openTexts,
  readFiles,
  readTexts,
  test,
} from './photo-desk.ts'

test('§10.23 uploads that are not cancelled go on in a second tab when the first one is closed', async ({
  page,
  context,
  space,
  desk,
  openDesk,
}) => {
  await openDesk()
  await holdRequests(page, /\/uploads(\?|$)/)
  await addFiles(desk, ...(await createPhotoFiles('one', 'two', 'three')))
  await expect(getRow(desk, 'Uploading')).toHaveCount(3)
  await openTexts(desk)
  await desk.getByRole('textbox', { name: 'Alternative text of two.jpg' }).fill('A text that is kept')
  await openTab(desk, 'Add')
  await desk.getByRole('button', { name: 'Cancel two.jpg' }).press('Enter')
  await expect(getRow(desk, 'two.jpg')).toHaveCount(0)
  await expect(page.getByText('The texts of two.jpg are kept: see Texts.')).toBeVisible()

  const second = await context.newPage()
  const secondDesk = second.frameLocator('iframe')
  await second.goto(page.url())
  await expect(secondDesk.getByRole('status')).toContainText('The photo desk is open in another tab')
  await page.goto('about:blank')
  await expectSummary(secondDesk, '2 of 2 added')
  for (const name of ['one.jpg', 'three.jpg'])
    await expect(getRow(secondDesk, name).locator('img')).not.toHaveJSProperty('naturalWidth', 0)
  const files = await readFiles(space, (await readListedIds(space)).slice(3))
  expect([...files.keys()]).toEqual(['one.jpg', 'three.jpg'])
  await openTexts(secondDesk)
  await expect(secondDesk.getByRole('row', { name: 'two.jpg' })).toContainText('A text that is kept')
  await second.close()
})

test.describe('when Contentful cannot be reached', () => {
  test.use({
    expectedProblems: /Failed to load resource|Contentful has ended your session/,
    viewport: { width: 390, height: 844 },
  })

  test('§10.28 what is typed stays over a reload, and is saved later', async ({ page, space, desk, openDesk }) => {
    const json = { sys: { type: 'Error', id: 'AccessTokenInvalid' }, message: 'The access token has expired' }
    const managementUrls = `${space.url}/spaces/**`
    await openDesk()

    await test.step('a view says that it is loading, why it cannot be, and loads again on request', async () => {
      const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>()
      await page.route(managementUrls, async (route) => {
        await isAnswered
        await route.fulfill({ status: 401, json })
      })
      await openTab(desk, 'Order')
      await expect(desk.getByRole('status').filter({ hasText: 'Loading …' })).toBeVisible()
      answer()
      await expect(desk.getByText('Contentful has ended your session. Sign in again in another tab')).toBeVisible()
      await page.unroute(managementUrls)
      await clickButton(desk, 'Retry')
      await expect(desk.getByRole('button', { name: 'Select all' })).toBeVisible()
    })

    await test.step('a text that cannot be saved survives a reload', async () => {
      const text = `${(await readTexts(space))[0]}, not lost`
      await openTexts(desk)
      await page.route(managementUrls, (route) =>
        route.request().method() === 'PUT' ? route.fulfill({ status: 401, json }) : route.fallback(),
      )
      await getTexts(desk).first().fill(text)
      await expect(desk.getByRole('alert')).toContainText('Not saved: Contentful has ended your session. Sign in again')
      await page.reload()
      await openTexts(desk)
      await expect(getTexts(desk).first()).toHaveValue(text)
      await expect(desk.getByRole('alert')).toContainText('Not saved: Contentful has ended your session')
      await page.unroute(managementUrls)
      await desk.locator('body').evaluate(() => dispatchEvent(new Event('online')))
      await expectSaved(desk)
      expect((await readTexts(space))[0]).toBe(text)
    })
  })
})
