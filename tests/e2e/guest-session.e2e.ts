import { SITE_PATHS } from '#shared/site-paths.gen.ts'
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

test('requirements §4: the contact page silently starts a guest session', async ({ page, context, ready }) => {
  const calls = recordApiCalls(page)
  const session = waitForGuestSession(page)
  await page.goto('/contact')
  await ready()
  const { sessionId, expiresOn } = await (await session).json()
  expect(calls.filter((call) => !call.includes('captcha'))).toEqual(['POST /auth/guest'])
  const storedValues = await page.evaluate(() => Object.values({ ...localStorage }))
  expect(storedValues).toContain(sessionId)
  expect(storedValues).toContain(expiresOn)
  expect(new Date(expiresOn).getTime()).toBeGreaterThan(Date.now())
  const [sessionCookie] = (await context.cookies()).filter(({ httpOnly }) => httpOnly)
  expect(sessionCookie).toMatchObject({ name: '__Host-session', secure: true, sameSite: 'Strict', path: '/' })
  expect(sessionCookie?.value).not.toBe(sessionId)
  expect(await page.evaluate(() => document.cookie)).not.toContain(sessionCookie?.value)
})

test('an existing session is reused', async ({ page, ready }) => {
  const session = waitForGuestSession(page)
  await page.goto('/contact')
  await session
  const calls = recordApiCalls(page)
  const validation = page.waitForResponse('**/api/auth/validate')
  await page.reload()
  await ready()
  expect((await validation).ok()).toBe(true)
  expect(calls).toEqual(['GET /auth/validate'])
})

test('requirements §7: every request has the required headers', async ({ page, ready }) => {
  const session = waitForGuestSession(page)
  await page.goto('/contact')
  await ready()
  await session
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

test('other pages send no API requests', async ({ page, ready }) => {
  const calls = recordApiCalls(page)
  for (const path of SITE_PATHS.filter((each) => each !== '/contact')) {
    await page.goto(path)
    await ready()
    await page.waitForLoadState('networkidle')
  }
  expect(calls).toEqual([])
})

test('requirements §7: the badge of the captcha is hidden', async ({ page, ready }) => {
  await page.goto('/contact')
  await ready()
  await page.evaluate(() => {
    document.body.append(
      Object.assign(document.createElement('div'), { className: 'grecaptcha-badge', textContent: 'x' }),
    )
  })
  await expect(page.locator('.grecaptcha-badge')).toBeHidden()
})
