import { fastify } from 'fastify'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { CAPTCHA_ACTION } from '#shared/constants.ts'
import {
  createTestBackend,
  createTestDatabase,
  createTestLog,
  emptyTables,
  expectProblem,
} from '#tests/setup/backend.ts'

/** Requests to the provider, and its response. */
let requests: { readonly type: string | undefined; readonly body: string }[]
let providerResponse: { readonly status?: number; readonly location?: string; readonly body: unknown }
let log: ReturnType<typeof createTestLog>

const PASSED = { success: true, action: CAPTCHA_ACTION, hostname: 'www.blackland.example', score: 0.7 }

const provider = fastify()
provider.removeAllContentTypeParsers()
provider.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body))
provider.get('/elsewhere', () => PASSED)
provider.post('/siteverify', async (request, reply) => {
  requests.push({ type: request.headers['content-type'], body: String(request.body) })
  if (providerResponse.location) reply.header('location', providerResponse.location)
  return reply.code(providerResponse.status ?? 200).send(providerResponse.body)
})
const providerUrl = `${await provider.listen({ host: '127.0.0.1', port: 0 })}/siteverify`
const database = await createTestDatabase(afterAll)
afterAll(() => provider.close())

beforeEach(async () => {
  requests = []
  log = createTestLog()
  providerResponse = { body: PASSED }
  await emptyTables(database.db)
})

const login = (token = 'a token', verifyUrl = providerUrl) => {
  const env = {
    CAPTCHA_SECRET: 's&cret',
    CAPTCHA_VERIFY_URL: verifyUrl,
    SITE_ORIGINS: 'https://www.blackland.example,https://blackland.example',
    CAPTCHA_MIN_SCORE: '0.6',
    LOG_LEVEL: 'info',
  }
  const { logStream } = log
  return createTestBackend(database.db, env, { logStream }).visitor.login({
    body: { token },
    headers: { origin: 'https://www.blackland.example' },
  })
}

/** The reasons of the error responses in the log. */
const readReasons = () => log.readEntries().flatMap(({ reason }) => reason ?? [])

const sessions = () => database.db.selectFrom('session').select('id').execute()

test('sends the secret and the token to the provider, and nothing of the visitor', async () => {
  providerResponse = { body: { ...PASSED, score: 0.6, hostname: 'blackland.example', challenge_ts: 'x' } }
  expect((await login('x=1&y')).statusCode).toBe(200)
  expect(requests).toEqual([
    { type: 'application/x-www-form-urlencoded;charset=UTF-8', body: 'secret=s%26cret&response=x%3D1%26y' },
  ])
  expect(await sessions()).toHaveLength(1)
})

test.each([
  [{ success: false, 'error-codes': ['timeout-or-duplicate'] }, 'not successful'],
  [{ action: 'login' }, `action is not ${CAPTCHA_ACTION}`],
  [{ hostname: 'x.blackland.example' }, 'hostname is none of www.blackland.example, blackland.example'],
  [{ hostname: undefined }, 'hostname is none of www.blackland.example, blackland.example'],
  [{ score: 0.59 }, 'score is 0.59, below 0.6'],
  [{ score: undefined }, 'score is missing, below 0.6'],
])('rejects the token after a response with %o, and logs the reason', async (changed, reason) => {
  providerResponse = { body: { ...PASSED, ...changed } }
  expectProblem(await login(), 403, 'captcha_refused')
  expect(readReasons()).toEqual([reason])
  expect(await sessions()).toEqual([])
})

const createRefusal = (code: string) => ({ body: { success: false, 'error-codes': ['timeout-or-duplicate', code] } })

test.each([
  ['a missing secret', createRefusal('missing-input-secret'), 'missing-input-secret'],
  ['a wrong secret', createRefusal('invalid-input-secret'), 'invalid-input-secret'],
  ['a bad request', createRefusal('bad-request'), 'bad-request'],
  ['a status', { status: 500, body: PASSED }, 'status 500'],
  ['a redirect', { status: 303, location: '/elsewhere', body: '' }, 'status 303'],
  ['an HTML page', { body: '<html>' }, 'the response is not a verification'],
  ['success as a string', { body: { ...PASSED, success: 'true' } }, 'the response is not a verification'],
])('§12.58 responds with 503 after %s of the provider, and logs the cause', async (_, response, reason) => {
  providerResponse = response
  expectProblem(await login(), 503, 'captcha_unavailable')
  expect(readReasons()).toEqual([reason])
  expect(await sessions()).toEqual([])
})

test.each([
  ['an unknown host', 'https://captcha..invalid/', 'ENOTFOUND'], // not a name, so no server is asked
  ['TLS', providerUrl.replace('http:', 'https:'), expect.stringMatching(/^(ERR_SSL_\w+|EPROTO)$/)],
  ['a refused connection', 'http://127.0.0.1:2/', 'ECONNREFUSED'],
  ['a timeout', providerUrl, 'TimeoutError', AbortSignal.abort(new DOMException('', 'TimeoutError'))],
])('§12.58 logs in one line that the provider cannot be asked because of %s', async (_, url, reason, signal?) => {
  using limit = vi.spyOn(AbortSignal, 'timeout')
  if (signal) limit.mockReturnValueOnce(signal)
  expectProblem(await login('a token', url), 503, 'captcha_unavailable')
  expect(limit).toHaveBeenLastCalledWith(5_000)
  expect(readReasons()).toEqual([reason])
})
