import { SITE_PATHS } from '#shared/site-paths.gen.ts'
import { createErrorResponse, HTML_PAGE, type ProxyFault, startFaultProxy } from '#tests/contract/fault-proxy.ts'
import { test as base, expect, REDUCED_MOTION } from '#tests/setup/e2e/fixtures.ts'

interface Fixtures {
  /** Sets the fault of the page's requests to the image host. */
  readonly setImageFault: (fault: ProxyFault) => void
}

const test = base.extend<Fixtures>({
  setImageFault: async ({ page, cms }, use) => {
    let fault: ProxyFault
    await using proxy = await startFaultProxy(cms.url, () => fault)
    await page.route(`${cms.url}/assets/**`, (route) =>
      route.continue({ url: route.request().url().replace(cms.url, proxy.url) }),
    )
    await use((next) => {
      fault = next
    })
  },
})

test.use(REDUCED_MOTION)
test.use({ expectedProblems: /^request: |^response: |Failed to load resource|hero video does not play/ })

for (const [name, fault] of Object.entries<ProxyFault>({
  'responds with 500': createErrorResponse(500, 'Failed'),
  'responds with HTML': HTML_PAGE,
})) {
  for (const path of SITE_PATHS) {
    test(`${path} shows its pictures while the image host ${name}`, async ({ page, ready, setImageFault }) => {
      setImageFault(fault)
      await page.goto(path)
      await ready()
      const areImagesLoaded = () =>
        page.locator('img').evaluateAll((images) =>
          images
            .filter((image): image is HTMLImageElement => image instanceof HTMLImageElement)
            .filter((image) => image.getBoundingClientRect().top < innerHeight)
            .map((image) => image.complete && image.naturalWidth > 0),
        )
      await expect.poll(areImagesLoaded).not.toContain(false)
      expect(await areImagesLoaded()).toContain(true)
    })
  }
}
