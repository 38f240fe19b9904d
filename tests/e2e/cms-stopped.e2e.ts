import { expect, test } from '#tests/setup/e2e/fixtures.ts'
import { sitePages } from '#tests/setup/e2e/site-pages.ts'

test.describe('with the CMS stopped', () => {
  test.use({ expectedProblems: /ERR_CONNECTION_REFUSED|The hero video does not play/ })
  test.beforeEach(({ cms }) => cms.stop())
  test.afterEach(({ cms }) => cms.start())

  for (const { path, text } of sitePages) {
    test(`${path} shows the same content and its pictures`, async ({ page, ready }) => {
      await page.goto(path)
      await ready()
      await expect(page.getByText(text).first()).toBeVisible()
      await expect
        .poll(() =>
          page.locator('img').evaluateAll((images) =>
            images
              .filter((image): image is HTMLImageElement => image instanceof HTMLImageElement)
              .filter((image) => image.getBoundingClientRect().top < innerHeight)
              .map((image) => image.complete && image.naturalWidth > 0),
          ),
        )
        .not.toContain(false)
    })
  }

  test('a page that is opened by client-side navigation shows its content', async ({ page, ready }) => {
    await page.goto('/')
    await ready()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Gallery' }).click()
    await expect(page.getByText('120 photographs')).toBeVisible()
  })
})
