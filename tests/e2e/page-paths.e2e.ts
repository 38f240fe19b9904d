import { expect, test } from '#tests/setup/e2e/fixtures.ts'
import { sitePages } from '#tests/setup/e2e/site-pages.ts'

const getHeading = (path: string) => sitePages.find((page) => page.path === path)?.heading ?? ''

for (const [entered, path] of [
  ['/Gallery', '/gallery'],
  ['/GALLERY//', '/gallery'],
  ['/gallery/', '/gallery'],
  ['/MainlinePipeline', '/mainlinepipeline'],
  ['/INDEX.HTML', '/'],
] as const) {
  test(`${entered} opens the page ${path} and keeps search and hash`, async ({ page, ready }) => {
    await page.goto(`${entered}?from=Mail#content`)
    await expect(page).toHaveURL(`${path}?from=Mail#content`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(getHeading(path))
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`${path}$`))
    await ready()
    await expect(page).toHaveURL(`${path}?from=Mail#content`)
  })

  test(`client-side navigation to ${entered} opens the page ${path} and keeps search and hash`, async ({
    page,
    ready,
  }) => {
    await page.goto('/services')
    await ready()
    await page.evaluate(
      (url) => {
        history.pushState({}, '', url)
        dispatchEvent(new PopStateEvent('popstate'))
      },
      `${new URL(entered, 'http://site.invalid').pathname}?from=Mail#content`,
    )
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(getHeading(path))
    await expect(page).toHaveURL(`${path}?from=Mail#content`)
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('What We Do')
  })
}

test('the page of a path in capitals opens its photo', async ({ page }) => {
  await page.goto('/gallery')
  const photo = await page.getByRole('main').locator('a[href*="photo="]').first().getAttribute('href')
  await page.goto(`/GALLERY/${photo?.slice('/gallery'.length)}`)
  await expect(page).toHaveURL(`${photo}`)
  await expect(page.getByRole('dialog')).toBeVisible()
})

for (const path of ['/Gallery/deeper', '/gallery.html', '/\\evil.example', '//evil.example/gallery'])
  test(`${path} redirects to Home`, async ({ page, site }) => {
    await page.goto(site.url + path)
    await expect(page).toHaveURL(`${site.url}/`)
  })
