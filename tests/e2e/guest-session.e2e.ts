import {
  createUniqueMessage,
  fillContactForm,
  isApiRequest,
  recordApiCalls,
  sendAndExpectSuccess,
  waitForGuestSession,
} from '#tests/setup/e2e/contact-form.ts'
import { expect, REDUCED_MOTION, test } from '#tests/setup/e2e/fixtures.ts'
import { mockGoogleMaps } from '#tests/setup/e2e/mock-google-maps.ts'

test.use({ ...REDUCED_MOTION, googleMap: 'mocked' })

test.beforeEach(async ({ page }) => {
  await mockGoogleMaps(page)
})

test('requirements §4: the contact page begins a guest session, quietly', async ({ page, context, ready }) => {
  const calls = recordApiCalls(page)
  const started = waitForGuestSession(page)
  await page.goto('/contact')
  await ready()
  const { sessionId, expiresOn } = await (await started).json()
  expect(calls.filter((call) => !call.includes('captcha'))).toEqual(['POST /auth/guest'])
  const stored = await page.evaluate(() => Object.values({ ...localStorage }))
  expect(stored).toContain(sessionId)
  expect(stored).toContain(expiresOn)
  expect(new Date(expiresOn).getTime()).toBeGreaterThan(Date.now())
  const [secret] = (await context.cookies()).filter(({ httpOnly }) => httpOnly)
  expect(secret).toMatchObject({ name: '__Host-session', secure: true, sameSite: 'Strict', path: '/' })
  expect(secret?.value).not.toBe(sessionId)
  expect(await page.evaluate(() => document.cookie)).not.toContain(secret?.value)
})

test('a session that is there is used again', async ({ page, ready }) => {
  const started = waitForGuestSession(page)
  await page.goto('/contact')
  await started
  const calls = recordApiCalls(page)
  const checked = page.waitForResponse('**/api/auth/validate')
  await page.reload()
  await ready()
  expect((await checked).ok()).toBe(true)
  expect(calls).toEqual(['GET /auth/validate'])
})

test('requirements §7: the headers of every request', async ({ page, ready }) => {
  const started = waitForGuestSession(page)
  await page.goto('/contact')
  await ready()
  await started
  await fillContactForm(page, createUniqueMessage())
  const requests: Record<string, string>[] = []
  page.on('request', (request) => {
    if (isApiRequest(request)) requests.push(request.headers())
  })
  await sendAndExpectSuccess(page)
  const token = await page.evaluate(() => document.cookie.match(/XSRF-TOKEN=([^;]+)/)?.[1])
  expect(token).toBeTruthy()
  expect(requests).toHaveLength(2)
  for (const headers of requests)
    expect(headers).toMatchObject({
      clientid: '3',
      environmentid: 'dev',
      devoption: 'default',
      'x-xsrf-token': decodeURIComponent(token ?? ''),
    })
})

test('no other page asks for a session, a captcha or the form', async ({ page, ready }) => {
  const calls = recordApiCalls(page)
  for (const path of ['/', '/services', '/gallery', '/mainlinepipeline']) {
    await page.goto(path)
    await ready()
    await page.waitForLoadState('networkidle')
  }
  expect(calls).toEqual([])
})

test('requirements §7: the captcha’s badge is hidden', async ({ page, ready }) => {
  await page.goto('/contact')
  await ready()
  await page.evaluate(() => {
    document.body.append(
      Object.assign(document.createElement('div'), { className: 'grecaptcha-badge', textContent: 'x' }),
    )
  })
  await expect(page.locator('.grecaptcha-badge')).toBeHidden()
})
