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
const grecaptcha = { ready: (callback: () => void) => callback(), execute }
let getCaptchaToken: typeof import('./captcha.ts')['getCaptchaToken']

beforeEach(async () => {
  env.captchaSiteKey = undefined
  scripts.length = 0
  execute.mockClear()
  vi.stubGlobal('window', {})
  vi.stubGlobal('document', {
    createElement: () => ({ remove: vi.fn() }),
    head: { append: (script: FakeScript) => scripts.push(script) },
  })
  vi.resetModules()
  getCaptchaToken = (await import('./captcha.ts')).getCaptchaToken
})

/** The script has come, and has put the captcha on the page. */
async function come() {
  await vi.waitUntil(() => scripts.length > 0)
  Object.assign(window, { grecaptcha })
  scripts.at(-1)?.onload()
}

test('requirements §7: the script is loaded on demand, once; the token is for the action "guest"', async () => {
  expect(scripts).toHaveLength(0)
  const both = Promise.all([getCaptchaToken(), getCaptchaToken()])
  await come()
  expect(await both).toEqual(['token for guest', 'token for guest'])
  expect(await getCaptchaToken()).toBe('token for guest')
  expect(scripts).toHaveLength(1)
})

test.each([
  ['without a site key the backend’s own', undefined, '/api/captcha.js'],
  ['with one Google’s', '6L-key', 'https://www.google.com/recaptcha/api.js?render=6L-key'],
])('%s', async (_, key, src) => {
  env.captchaSiteKey = key
  const token = getCaptchaToken()
  await come()
  await token
  expect(scripts[0]?.src).toBe(src)
  expect(execute).toHaveBeenCalledWith(key ?? '', { action: 'guest' })
})

test('where the browser has Trusted Types, a policy of its own allows the script, also the second time', async () => {
  const createPolicy = vi.fn((_name: string, { createScriptURL }: { createScriptURL: (url: string) => string }) => ({
    createScriptURL: (url: string) => `trusted ${createScriptURL(url)}`,
  }))
  Object.assign(window, { trustedTypes: { createPolicy } })
  const first = getCaptchaToken()
  await vi.waitUntil(() => scripts.length > 0)
  scripts[0]?.onerror()
  await expect(first).rejects.toThrow()
  const second = getCaptchaToken()
  await vi.waitUntil(() => scripts.length > 1)
  await come()
  await second
  expect(scripts.map(({ src }) => src)).toEqual(['trusted /api/captcha.js', 'trusted /api/captcha.js'])
  expect(createPolicy.mock.calls.map(([name]) => name)).toEqual(['captcha'])
})

test('a script that cannot be loaded is an error, and tried again the next time', async () => {
  const first = getCaptchaToken()
  scripts[0]?.onerror()
  await expect(first).rejects.toThrow('The captcha’s script could not be loaded')
  expect(scripts[0]?.remove).toHaveBeenCalledOnce()
  const second = getCaptchaToken()
  await come()
  expect(await second).toBe('token for guest')
})

test('a script that is not the captcha’s is an error', async () => {
  const token = getCaptchaToken()
  scripts[0]?.onload()
  await expect(token).rejects.toThrow('The captcha’s script is not what it should be')
})

test('who never answers is given up', async () => {
  vi.useFakeTimers()
  const token = getCaptchaToken()
  const given = expect(token).rejects.toThrow('The captcha did not answer in time')
  await vi.advanceTimersByTimeAsync(15_000)
  await given
  vi.useRealTimers()
})
