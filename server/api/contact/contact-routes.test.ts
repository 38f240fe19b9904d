import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { apiHeaders } from '#server/api/contract.ts'
import { ANTI_FORGERY_COOKIE } from '#shared/constants.ts'
import { describeOnEachDatabase } from '#tests/setup/database/describe-on-each-database.ts'
import {
  createLoggedInVisitor,
  createTestBackend,
  expectNoStoredMessages,
  expectProblem,
  VALID_MESSAGE,
} from '#tests/setup/server/test-backend.ts'

afterEach(() => {
  vi.useRealTimers()
})

describeOnEachDatabase('POST /contact', (open) => {
  describe('a valid message', () => {
    test('is stored with its email, and onEmailQueued is called once', async () => {
      const onEmailQueued = vi.fn()
      const { db, app } = createTestBackend(await open(), {}, { onEmailQueued })
      const guest = await createLoggedInVisitor(app)
      const key = randomUUID()
      const before = Date.now()
      const isNow = expect.toSatisfy((time: number) => time >= before && time <= Date.now())
      const response = await guest.send({ key })
      expect(response.statusCode).toBe(202)
      const { messageId } = response.json()
      const message = await db.selectFrom('message').selectAll().executeTakeFirstOrThrow()
      expect(message).toEqual({
        ...VALID_MESSAGE,
        id: messageId,
        idempotency_key: key,
        folder: 'inbox',
        spam_reason: null,
        received_at: isNow,
      })
      const mail = await db.selectFrom('outbox').selectAll().executeTakeFirstOrThrow()
      expect(mail).toEqual({
        message_id: messageId,
        state: 'waiting',
        attempts: 0,
        queued_at: isNow,
        next_attempt_at: mail.queued_at,
        leased_until: null,
        leased_by: null,
        sent_at: null,
        last_error: null,
      })
      expect(onEmailQueued).toHaveBeenCalledOnce()
    })

    test('is trimmed; lines and tabs inside stay', async () => {
      const { db, app } = createTestBackend(await open())
      const guest = await createLoggedInVisitor(app)
      await guest.send({ body: { name: ' Ada ', email: ' ada@engine.example ', message: ' one\r\n\ttwo \n' } })
      const message = await db.selectFrom('message').select(['name', 'email', 'message']).executeTakeFirst()
      expect(message).toEqual({ name: 'Ada', email: 'ada@engine.example', message: 'one\r\n\ttwo' })
    })

    test.each([
      ['75', 'name', 75],
      ['5000', 'message', 5000],
    ] as const)('keeps %s characters of any script: %s', async (_, field, limit) => {
      const { db, app } = createTestBackend(await open())
      const guest = await createLoggedInVisitor(app)
      for (const character of ['x', 'é', '界', '😀']) {
        const text = character.repeat(limit)
        const { statusCode, body } = await guest.send({ body: { ...VALID_MESSAGE, [field]: text } })
        expect(statusCode).toBe(202)
        const id: string = JSON.parse(body).messageId
        const row = await db.selectFrom('message').select(field).where('id', '=', id).executeTakeFirstOrThrow()
        expect(row[field]).toBe(text)
      }
    })

    test('keeps text that looks like SQL, HTML or SMTP commands', async () => {
      const { db, app } = createTestBackend(await open())
      const guest = await createLoggedInVisitor(app)
      const message = `'); drop table message; -- <script>alert(1)</script> \${1} %s \\ \u2028 {{x}}\n.\r\nQUIT`
      await guest.send({ body: { ...VALID_MESSAGE, message } })
      expect(await db.selectFrom('message').select('message').execute()).toEqual([{ message }])
    })
  })

  describe('the same form sent again', () => {
    test('gets the same response and is stored once', async () => {
      const onEmailQueued = vi.fn()
      const { db, app } = createTestBackend(await open(), {}, { onEmailQueued })
      const guest = await createLoggedInVisitor(app)
      const key = randomUUID()
      const first = await guest.send({ key })
      const second = await guest.send({ key: key.toUpperCase(), body: { ...VALID_MESSAGE, elapsed: 90_000 } })
      expect(second.statusCode).toBe(202)
      expect(second.json()).toEqual(first.json())
      expect(await db.selectFrom('message').select('id').execute()).toHaveLength(1)
      expect(await db.selectFrom('outbox').select('message_id').execute()).toHaveLength(1)
      expect(onEmailQueued).toHaveBeenCalledOnce()
    })

    test('is stored once when it is sent 20 times at the same time', async () => {
      const { db, app } = createTestBackend(await open())
      const guest = await createLoggedInVisitor(app)
      const key = randomUUID()
      const responses = await Promise.all(Array.from({ length: 20 }, () => guest.send({ key })))
      expect(new Set(responses.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
      expect(responses[0]?.statusCode).toBe(202)
      expect(await db.selectFrom('message').select('id').execute()).toHaveLength(1)
      expect(await db.selectFrom('outbox').select('message_id').execute()).toHaveLength(1)
    })

    test.each(['name', 'email', 'message'] as const)('is rejected with another %s', async (field) => {
      const { db, app } = createTestBackend(await open())
      const guest = await createLoggedInVisitor(app)
      const key = randomUUID()
      await guest.send({ key })
      const other = await guest.send({ key, body: { ...VALID_MESSAGE, [field]: 'other@engine.example' } })
      expectProblem(other, 409, 'key_reused')
      expect(await db.selectFrom('message').select(['name', 'email', 'message']).execute()).toEqual([VALID_MESSAGE])
    })
  })

  describe('spam', () => {
    test.each([
      ['the honeypot is filled', { website: 'https://pills.example' }, 'honeypot'],
      ['the form was filled in 1,999 ms', { elapsed: 1_999 }, 'too-fast'],
      ['the fill time is negative', { elapsed: -1 }, 'too-fast'],
      ['both', { website: 'x', elapsed: 0 }, 'honeypot'],
    ])('%s: is stored in the spam folder without an email, with the usual response', async (_, more, reason) => {
      const onEmailQueued = vi.fn()
      const { db, app } = createTestBackend(await open(), {}, { onEmailQueued })
      const guest = await createLoggedInVisitor(app)
      const key = randomUUID()
      const response = await guest.send({ key, body: { ...VALID_MESSAGE, ...more } })
      expect(response.statusCode).toBe(202)
      const rows = await db.selectFrom('message').select(['id', 'folder', 'spam_reason', 'message']).execute()
      expect(rows).toEqual([
        { id: response.json().messageId, folder: 'spam', spam_reason: reason, message: VALID_MESSAGE.message },
      ])
      expect(await db.selectFrom('outbox').selectAll().execute()).toEqual([])
      expect(onEmailQueued).not.toHaveBeenCalled()
      expect((await guest.send({ key })).json()).toEqual(response.json())
      expect(await db.selectFrom('outbox').selectAll().execute()).toEqual([])
    })

    test.each([
      ['an empty honeypot', { website: '' }],
      ['2,000 ms', { elapsed: 2_000 }],
      ['no fill time', {}],
    ])('%s is not spam', async (_, more) => {
      const { db, app } = createTestBackend(await open())
      const guest = await createLoggedInVisitor(app)
      await guest.send({ body: { ...VALID_MESSAGE, ...more } })
      expect(await db.selectFrom('message').select('folder').execute()).toEqual([{ folder: 'inbox' }])
      expect(await db.selectFrom('outbox').select('state').execute()).toEqual([{ state: 'waiting' }])
    })
  })

  describe('authentication', () => {
    test('rejects a request without a session', async () => {
      const { db, visitor } = createTestBackend(await open())
      expectProblem(await visitor.send(), 401, 'no_session')
      await expectNoStoredMessages(db)
    })

    test('rejects an unknown session', async () => {
      const { db, app } = createTestBackend(await open())
      const guest = await createLoggedInVisitor(app)
      guest.cookies.set('__Host-session', 'x'.repeat(43))
      expectProblem(await guest.send(), 401, 'no_session')
      await expectNoStoredMessages(db)
    })

    test('rejects an expired session, and accepts the message after a login', async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
      const { db, app } = createTestBackend(await open(), { SESSION_MINUTES: '60' })
      const guest = await createLoggedInVisitor(app)
      const key = randomUUID()
      vi.setSystemTime(Date.now() + 60 * 60_000 - 1)
      expect((await guest.validate()).statusCode).toBe(204)
      vi.setSystemTime(Date.now() + 1)
      expectProblem(await guest.send({ key }), 401, 'no_session')
      await expectNoStoredMessages(db)
      await guest.login()
      expect((await guest.send({ key })).statusCode).toBe(202)
      expect(await db.selectFrom('message').select('idempotency_key').execute()).toEqual([{ idempotency_key: key }])
    })

    describe('rejects an anti-forgery token', () => {
      test.each([
        ['that is missing', () => undefined],
        ['that is empty', () => ''],
        ['of another length', () => 'forged'],
        ['that is forged', () => 'A'.repeat(43)],
        ['with a character changed', (own: string) => `${own.startsWith('A') ? 'B' : 'A'}${own.slice(1)}`],
        ['given twice', (own: string) => `${own}, ${own}`],
        ['with a non-ASCII character', (own: string) => `${own.slice(0, -1)}é`],
      ])('%s', async (_, change) => {
        const { db, app } = createTestBackend(await open())
        const guest = await createLoggedInVisitor(app)
        const own = guest.cookies.get(ANTI_FORGERY_COOKIE) ?? ''
        expectProblem(await guest.send({ headers: { [apiHeaders.antiForgery]: change(own) } }), 403, 'forged_token')
        await expectNoStoredMessages(db)
      })

      test('of another session', async () => {
        const { db, app } = createTestBackend(await open())
        const guest = await createLoggedInVisitor(app)
        const other = await createLoggedInVisitor(app)
        const swapped = { [apiHeaders.antiForgery]: other.cookies.get(ANTI_FORGERY_COOKIE) }
        expectProblem(await guest.send({ headers: swapped }), 403, 'forged_token')
        await expectNoStoredMessages(db)
      })
    })

    test.each([
      ['no value', undefined],
      ['an empty value', ''],
      ['a value that is not a UUID', 'form-1'],
      ['two values', `${randomUUID()}, ${randomUUID()}`],
      ['a UUID with a suffix', `${randomUUID()}0`],
    ])('rejects a form with %s as idempotency key', async (_, key) => {
      const { db, app } = createTestBackend(await open())
      const guest = await createLoggedInVisitor(app)
      const response = await guest.send({ headers: { [apiHeaders.idempotency]: key } })
      expect(expectProblem(response, 400, 'missing_header').message).toContain('Idempotency-Key')
      await expectNoStoredMessages(db)
    })
  })
})
