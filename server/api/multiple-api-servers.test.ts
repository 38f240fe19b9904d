import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { describeOnEachDatabase } from '#tests/setup/database/describe-on-each-database.ts'
import {
  createCaptchaToken,
  createLoggedInVisitor,
  createTestBackend,
  createVisitor,
  expectProblem,
  VALID_MESSAGE,
} from '#tests/setup/server/test-backend.ts'
import { deleteExpiredRows } from './expiry-cleanup.ts'

describeOnEachDatabase('two servers on one database', (open) => {
  const start = async (env: Readonly<Record<string, string>> = {}) => {
    const [one, two] = [createTestBackend(await open(), env), createTestBackend(await open(), env)]
    /** Somebody of the first server, as the second one meets them. */
    const guest = await createLoggedInVisitor(one.app)
    const elsewhere = createVisitor(two.app)
    for (const [name, value] of guest.cookies) elsewhere.cookies.set(name, value)
    return { db: one.db, one, two, guest, elsewhere }
  }

  test('accept each other’s sessions', async () => {
    const { db, elsewhere } = await start()
    expect((await elsewhere.validate()).statusCode).toBe(204)
    expect((await elsewhere.send()).statusCode).toBe(202)
    expect(await db.selectFrom('message').select(['name', 'email', 'message']).execute()).toEqual([VALID_MESSAGE])
  })

  test('store a message that is sent to both at once only once', async () => {
    const { db, guest, elsewhere } = await start({ MESSAGES_PER_SESSION: '5' })
    for (let form = 1; form <= 5; form++) {
      const key = randomUUID()
      const answers = await Promise.all([guest, elsewhere, guest, elsewhere].map((visitor) => visitor.send({ key })))
      expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
      expect(answers[0]?.statusCode).toBe(202)
      expect(await db.selectFrom('message').select('id').execute()).toHaveLength(form)
      expect(await db.selectFrom('outbox').select('message_id').execute()).toHaveLength(form)
    }
  })

  test('accept one of two different messages with the same idempotency key', async () => {
    const { db, guest, elsewhere } = await start()
    const key = randomUUID()
    const [first, second] = await Promise.all([
      guest.send({ key }),
      elsewhere.send({ key, body: { ...VALID_MESSAGE, message: 'Other words.' } }),
    ])
    expect([first.statusCode, second.statusCode].sort()).toEqual([202, 409])
    const [stored] = await db.selectFrom('message').select('message').execute()
    expect(stored?.message).toBe(first.statusCode === 202 ? VALID_MESSAGE.message : 'Other words.')
    expect(await db.selectFrom('outbox').select('message_id').execute()).toHaveLength(1)
  })

  test('count messages together', async () => {
    const { db, guest, elsewhere } = await start({ MESSAGES_PER_SESSION: '4' })
    const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => (index % 2 ? guest : elsewhere).send()))
    const codes = answers.map(({ statusCode }) => statusCode)
    expect(codes.sort()).toEqual([...Array(4).fill(202), ...Array(6).fill(429)])
    expect(await db.selectFrom('message').select('id').execute()).toHaveLength(4)
  })

  test('count messages of one address together, across sessions', async () => {
    const { db, one, two } = await start({ MESSAGES_PER_ADDRESS: '3' })
    const from = '192.0.2.7'
    const guests = await Promise.all([one, two, one, two].map(({ app }) => createLoggedInVisitor(app, from)))
    const answers = await Promise.all([...guests, ...guests].map((guest) => guest.send({ from })))
    const codes = answers.map(({ statusCode }) => statusCode)
    expect(codes.sort()).toEqual([...Array(3).fill(202), ...Array(5).fill(429)])
    const other = await createLoggedInVisitor(two.app, '192.0.2.8')
    expect((await other.send({ from: '192.0.2.8' })).statusCode).toBe(202)
    expect(await db.selectFrom('message').select('id').execute()).toHaveLength(4)
  })

  test('count logins together', async () => {
    const { elsewhere, guest } = await start({ LOGINS_PER_ADDRESS: '2' })
    expect((await elsewhere.login()).statusCode).toBe(200)
    expectProblem(await guest.login(), 429, 'rate_limited')
    expectProblem(await elsewhere.login(), 429, 'rate_limited')
  })

  test('accept a captcha token once', async () => {
    const { db, one, two } = await start()
    const body = { token: createCaptchaToken() }
    const answers = await Promise.all([one, two, one, two].map(({ app }) => createVisitor(app).login({ body })))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 403, 403, 403])
    expect(await db.selectFrom('session').select('id').execute()).toHaveLength(2)
  })

  test('delete expired rows at the same time, during logins', async () => {
    const { db, one, two } = await start()
    const ended = Array.from({ length: 30 }, () => ({ key: randomUUID(), count: 1, resets_at: 1 }))
    await db.insertInto('rate').values(ended).execute()
    for (let round = 0; round < 2; round++) {
      const sweeps = [deleteExpiredRows(one.db), deleteExpiredRows(two.db)]
      const logins = await Promise.all([one, two, one, two].map(({ app }) => createVisitor(app).login()))
      expect(logins.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
      await Promise.all(sweeps)
    }
    expect(await db.selectFrom('rate').select('key').where('resets_at', '=', 1).execute()).toEqual([])
  })
})
