import { type FastifyInstance, fastify } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { CAPTCHA_ACTION } from '#shared/constants.ts'
import { emptyTables } from '#tests/setup/database/describe-on-each-database.ts'
import { createTemporaryDatabase, createTestBackend, expectProblem } from '#tests/setup/server/test-backend.ts'
import { createProviderCaptchaVerifier } from './captcha-verifier.ts'

/** Requests to the provider, and its response. */
let requests: { readonly type: string | undefined; readonly body: string }[]
let providerResponse: { readonly status?: number; readonly location?: string; readonly body: unknown }
let provider: FastifyInstance
let database: Awaited<ReturnType<typeof createTemporaryDatabase>>
let verifyUrl: string

const PASSED = { success: true, action: CAPTCHA_ACTION, hostname: 'www.blackland.example', score: 0.7 }

beforeAll(async () => {
  database = await createTemporaryDatabase()
})
afterAll(() => database.remove())

beforeEach(async () => {
  requests = []
  providerResponse = { body: PASSED }
  provider = fastify()
  provider.removeAllContentTypeParsers()
  provider.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body))
  provider.get('/elsewhere', () => PASSED)
  provider.post('/siteverify', async (request, reply) => {
    requests.push({ type: request.headers['content-type'], body: String(request.body) })
    if (providerResponse.location) reply.header('location', providerResponse.location)
    return reply.code(providerResponse.status ?? 200).send(providerResponse.body)
  })
  verifyUrl = `${await provider.listen({ host: '127.0.0.1', port: 0 })}/siteverify`
  await emptyTables(database.db)
})

afterEach(() => provider.close())

const login = (token = 'a token') =>
  createTestBackend(database.db, {
    CAPTCHA_SECRET: 's&cret',
    CAPTCHA_VERIFY_URL: verifyUrl,
    CAPTCHA_HOSTNAMES: 'www.blackland.example,blackland.example',
    CAPTCHA_MIN_SCORE: '0.5',
  }).visitor.login({ body: { token } })

const sessions = () => database.db.selectFrom('session').select('id').execute()

test('sends the secret and the token to the provider, and nothing of the visitor', async () => {
  expect((await login('x=1&y')).statusCode).toBe(200)
  expect(requests).toEqual([
    { type: 'application/x-www-form-urlencoded;charset=UTF-8', body: 'secret=s%26cret&response=x%3D1%26y' },
  ])
  expect(await sessions()).toHaveLength(1)
})

test.each([{ score: 0.5 }, { score: 1 }, { hostname: 'blackland.example' }, { challenge_ts: 'x' }])(
  'accepts a response with %o',
  async (more) => {
    providerResponse = { body: { ...PASSED, ...more } }
    expect((await login()).statusCode).toBe(200)
  },
)

test.each([
  { success: false, 'error-codes': ['invalid-input-response'] },
  { success: false, 'error-codes': ['timeout-or-duplicate'] },
  { ...PASSED, success: false },
  { ...PASSED, action: 'login' },
  { ...PASSED, action: undefined },
  { ...PASSED, hostname: 'evil.example' },
  { ...PASSED, hostname: 'x.blackland.example' },
  { ...PASSED, hostname: undefined },
  { ...PASSED, score: 0.49 },
  { ...PASSED, score: undefined },
])('rejects the token after the response %o', async (body) => {
  providerResponse = { body }
  expectProblem(await login(), 403, 'captcha_refused')
  expect(await sessions()).toEqual([])
})

test.each([
  [{ action: 'login' }, `action is not ${CAPTCHA_ACTION}`],
  [{ hostname: 'evil.example' }, 'hostname is none of www.blackland.example'],
  [{ score: 0.3 }, 'score is 0.3, below 0.5'],
  [{ score: undefined }, 'score is missing, below 0.5'],
])('the error contains the reason for a response with %o', async (more, reason) => {
  providerResponse = { body: { ...PASSED, ...more } }
  const verify = createProviderCaptchaVerifier({
    secret: 's',
    verifyUrl,
    hostnames: ['www.blackland.example'],
    minScore: 0.5,
  })
  await expect(verify('a token')).rejects.toMatchObject({ code: 'captcha_refused', reason })
})

test.each([
  ['a wrong secret', { body: { success: false, 'error-codes': ['invalid-input-secret'] } }],
  ['a missing secret', { body: { success: false, 'error-codes': ['missing-input-secret'] } }],
  ['500', { status: 500, body: PASSED }],
  ['404', { status: 404, body: PASSED }],
  ['a redirect', { status: 303, location: '/elsewhere', body: '' }],
  ['an HTML page', { body: '<html>' }],
  ['an empty response', { body: '' }],
  ['an array', { body: [] }],
  ['success as a string', { body: { ...PASSED, success: 'true' } }],
  ['a score as a string', { body: { ...PASSED, score: '0.9' } }],
])('responds with 503 after %s of the provider', async (_, response) => {
  providerResponse = response
  expectProblem(await login(), 503, 'captcha_unavailable')
  expect(await sessions()).toEqual([])
})

test('responds with 503 when the provider cannot be reached', async () => {
  await provider.close()
  expectProblem(await login(), 503, 'captcha_unavailable')
  expect(await sessions()).toEqual([])
})

test('accepts a token once, even if the provider accepts it twice', async () => {
  expect((await login('one')).statusCode).toBe(200)
  expectProblem(await login('one'), 403, 'captcha_refused')
  expect((await login('another')).statusCode).toBe(200)
  expect(await sessions()).toHaveLength(2)
})
