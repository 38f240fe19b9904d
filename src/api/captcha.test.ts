import { beforeEach, expect, test, vi } from 'vitest'

const env = vi.hoisted(() => ({ backendUrl: '/api', captchaSiteKey: undefined as string | undefined }))
vi.mock('#src/env.ts', () => ({ env }))

interface FakeScript {
  src: string
  onload: () => void
  onerror: () => void
  remove: () => void
}

const scripts: FakeScript[] = []
const execute = vi.fn(async (_key: string, { action }: { action: string }) => `token for ${action}`)
const grecaptcha = { ready: vi.fn((callback: () => void) => callback()), execute }
let getCaptchaToken: typeof import('./captcha.ts')['getCaptchaToken']

beforeEach(async () => {
  env.captchaSiteKey = undefined
  scripts.length = 0
  vi.clearAllMocks()
  vi.stubGlobal('window', {})
  vi.stubGlobal('document', {
    createElement: () => ({ remove: vi.fn() }),
    head: { append: (script: FakeScript) => scripts.push(script) },
  })
  vi.resetModules()
  getCaptchaToken = (await import('./captcha.ts')).getCaptchaToken
})

/** Simulates that the script has loaded and has defined the captcha. */
async function finishLoading() {
  await vi.waitUntil(() => scripts.length > 0, 30_000)
  Object.assign(window, { grecaptcha })
  scripts.at(-1)?.onload()
}

test('§4.8 §7.1 loads the script on demand, once, and requests a token for the action "guest"', async () => {
  expect(scripts).toHaveLength(0)
  const both = Promise.all([getCaptchaToken(), getCaptchaToken()])
  await finishLoading()
  expect(await both).toEqual(['token for guest', 'token for guest'])
  expect(await getCaptchaToken()).toBe('token for guest')
  expect(scripts).toHaveLength(1)
  expect(grecaptcha.ready).toHaveBeenCalledOnce()
})

test.each([
  ['loads the backend’s script without a site key', undefined, '/api/captcha.js'],
  ['loads Google’s script with a site key', '6L-key', 'https://www.google.com/recaptcha/api.js?render=6L-key'],
])('%s', async (_, key, src) => {
  env.captchaSiteKey = key
  const token = getCaptchaToken()
  await finishLoading()
  await token
  expect(scripts[0]?.src).toBe(src)
  expect(execute).toHaveBeenCalledWith(key ?? '', { action: 'guest' })
})

test('§8.4 rejects if the script cannot be loaded or defines no captcha, and tries again on the next call', async () => {
  const createPolicy = vi.fn((_: string, { createScriptURL }: { createScriptURL: () => string }) => ({
    createScriptURL,
  }))
  vi.stubGlobal('window', { trustedTypes: { createPolicy } })
  const first = getCaptchaToken()
  scripts[0]?.onerror()
  await expect(first).rejects.toThrow('The captcha script could not be loaded')
  expect(scripts[0]?.remove).toHaveBeenCalledOnce()
  const second = getCaptchaToken()
  scripts[1]?.onload()
  await expect(second).rejects.toThrow('The captcha script does not define a captcha')
  const third = getCaptchaToken()
  await finishLoading()
  expect(await third).toBe('token for guest')
  expect(createPolicy, 'a second policy of this name is an error').toHaveBeenCalledOnce()
})

test.each([
  ['its script', () => {}],
  ['the captcha', finishLoading],
])('rejects if %s does not respond within 15 s', async (_, load) => {
  vi.useFakeTimers()
  execute.mockReturnValueOnce(new Promise(() => {}))
  const states: unknown[] = []
  getCaptchaToken().catch((error: unknown) => states.push(error))
  await load()
  await vi.advanceTimersByTimeAsync(14_000)
  expect(states).toEqual([])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(states).toEqual([new Error('The captcha did not respond in time')])
  vi.useRealTimers()
})
