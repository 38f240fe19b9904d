import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPreviewServer } from '#tests/setup/server/preview-server.ts'
import { createPreviewTokenSigner } from './preview-session.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

const { createToken, isValid } = createPreviewTokenSigner('a-secret-of-editors')

const EIGHT_HOURS = 8 * 60 * 60 * 1000

test('a token is valid for eight hours; a forged or changed one is not, nor is one of another secret', () => {
  const token = createToken()
  vi.setSystemTime(Date.now() + EIGHT_HOURS - 1)
  expect(isValid(token)).toBe(true)
  vi.setSystemTime(Date.now() + 1)
  expect(isValid(token)).toBe(false)
  expect(createPreviewTokenSigner('another-secret-of-us').isValid(createToken())).toBe(false)
  const [expiresAt = '', signature = ''] = createToken().split('.')
  const forged = [
    ...['', '.', `${expiresAt}.`, `.${signature}`, `${Number(expiresAt) + 1}.${signature}`],
    ...[`${expiresAt}.${signature}A`, `${expiresAt}.${signature.toLowerCase()}`, `Infinity.${signature}`],
  ]
  expect(forged.filter(isValid)).toEqual([])
})

test.each([
  ['GET', '/preview/state'],
  ['POST', '/preview/graphql'],
] as const)('§10.15 %s %s responds 401 without a valid session', async (method, url) => {
  const readState = vi.fn(async () => ({ unpublished: [], refused: [], rebuildProblem: null }))
  await using site = await createPreviewServer({ readState })
  for (const cookie of ['', `__Host-preview=${Date.now() + EIGHT_HOURS}.${'A'.repeat(43)}`]) {
    const response = await site.inject({ method, url, headers: { cookie } })
    expect(response.statusCode).toBe(401)
    expect(response.json()).toEqual({ errors: [{ message: 'The preview has ended. Open it from the CMS again.' }] })
    expect(response.headers).toMatchObject({ 'cache-control': 'no-store, private', vary: 'Cookie' })
  }
  expect(readState).not.toHaveBeenCalled()
})
