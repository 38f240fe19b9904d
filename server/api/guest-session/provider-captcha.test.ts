import { type FastifyInstance, fastify } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { captchaAction } from '#server/api/contract.ts'
import { createTemporaryDatabase, createTestBackend, expectProblem } from '#tests/setup/server/test-backend.ts'
import { createProviderCaptchaVerifier } from './provider-captcha.ts'

/** What the provider was asked, and what it answers. */
let asked: { readonly type: string | undefined; readonly body: string }[]
let answer: { readonly status?: number; readonly location?: string; readonly body: unknown }
let provider: FastifyInstance
let database: Awaited<ReturnType<typeof createTemporaryDatabase>>
let verifyUrl: string

const PASSED = { success: true, action: captchaAction, hostname: 'www.blackland.example', score: 0.7 }

beforeEach(async () => {
  asked = []
  answer = { body: PASSED }
  provider = fastify()
  provider.removeAllContentTypeParsers()
  provider.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body))
  provider.get('/elsewhere', () => PASSED)
  provider.post('/siteverify', async (request, reply) => {
    asked.push({ type: request.headers['content-type'], body: String(request.body) })
    if (answer.location) reply.header('location', answer.location)
    return reply.code(answer.status ?? 200).send(answer.body)
  })
  verifyUrl = `${await provider.listen({ host: '127.0.0.1', port: 0 })}/siteverify`
  database = await createTemporaryDatabase()
})

afterEach(async () => {
  await provider.close()
  await database.remove()
})

const login = (token = 'a token') =>
  createTestBackend(database.db, {
    CAPTCHA_SECRET: 's&cret',
    CAPTCHA_VERIFY_URL: verifyUrl,
    CAPTCHA_HOSTNAMES: 'www.blackland.example,blackland.example',
    CAPTCHA_MIN_SCORE: '0.5',
  }).visitor.login({ body: { token } })

const sessions = () => database.db.selectFrom('session').select('id').execute()

test('the provider is asked with the secret and the token, and nothing of the visitor', async () => {
  expect((await login('x=1&y')).statusCode).toBe(200)
  expect(asked).toEqual([
    { type: 'application/x-www-form-urlencoded;charset=UTF-8', body: 'secret=s%26cret&response=x%3D1%26y' },
  ])
  expect(await sessions()).toHaveLength(1)
})

test.each([{ score: 0.5 }, { score: 1 }, { hostname: 'blackland.example' }, { challenge_ts: 'x' }])(
  'an answer with %o passes',
  async (more) => {
    answer = { body: { ...PASSED, ...more } }
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
])('an answer with %o refuses', async (body) => {
  answer = { body }
  expectProblem(await login(), 403, 'captcha_refused')
  expect(await sessions()).toEqual([])
})

test.each([
  [{ action: 'login' }, `its action is not ${captchaAction}`],
  [{ hostname: 'evil.example' }, 'its host is none of www.blackland.example'],
  [{ score: 0.3 }, 'its score is 0.3, below 0.5'],
  [{ score: undefined }, 'its score is missing, below 0.5'],
])('the log says what an answer with %o lacks', async (more, reason) => {
  answer = { body: { ...PASSED, ...more } }
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
  ['a redirection', { status: 303, location: '/elsewhere', body: '' }],
  ['a page', { body: '<html>' }],
  ['an empty answer', { body: '' }],
  ['a list', { body: [] }],
  ['success as a text', { body: { ...PASSED, success: 'true' } }],
  ['a score as a text', { body: { ...PASSED, score: '0.9' } }],
])('%s of the provider is not the visitor’s fault', async (_, given) => {
  answer = given
  const response = await login()
  expectProblem(response, 503, 'captcha_unavailable')
  expect(await sessions()).toEqual([])
})

test('a provider that cannot be reached', async () => {
  await provider.close()
  expectProblem(await login(), 503, 'captcha_unavailable')
  expect(await sessions()).toEqual([])
})

test('a token that the provider passes twice is good once', async () => {
  expect((await login('one')).statusCode).toBe(200)
  expectProblem(await login('one'), 403, 'captcha_refused')
  expect((await login('another')).statusCode).toBe(200)
  expect(await sessions()).toHaveLength(2)
})
