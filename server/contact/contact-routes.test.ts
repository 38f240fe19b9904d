import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { ANTI_FORGERY_COOKIE } from '#shared/constants.ts'
import { apiHeaders } from '#shared/contact-contract.ts'
import {
  createTestBackend,
  createTestDatabase,
  emptyTables,
  expectNoStoredMessages,
  expectProblem,
} from '#tests/setup/backend.ts'
import {
  createLoggedInVisitor,
  createMessage,
  createVisitor,
  SITE_ORIGIN,
  type Visitor,
} from '#tests/setup/messages.ts'

const database = await createTestDatabase(afterAll)
beforeEach(() => emptyTables(database.db))

test('§7.3 §12.14 §12.16 a message is stored with its email, and onEmailQueued is called once', async () => {
  const onEmailQueued = vi.fn()
  const { db, app } = createTestBackend(database.db, {}, { onEmailQueued })
  const guest = await createLoggedInVisitor(app)
  const key = randomUUID()
  const before = Date.now()
  const isNow = expect.toSatisfy((time: number) => time >= before && time <= Date.now())
  const { messageId } = (await guest.send({ key })).json()
  const stored = await db.selectFrom('message').selectAll().executeTakeFirstOrThrow()
  const inbox = { folder: 'inbox', spam_reason: null, received_at: isNow, reported_at: null }
  expect(stored).toEqual({ ...createMessage(), ...inbox, id: messageId, idempotency_key: key })
  const mail = await db.selectFrom('outbox').selectAll().executeTakeFirstOrThrow()
  const noAttempt = { attempts: 0, leased_until: null, leased_by: null, sent_at: null, last_error: null }
  const waiting = { state: 'waiting', queued_at: isNow, next_attempt_at: mail.queued_at }
  expect(mail).toEqual({ message_id: messageId, ...waiting, ...noAttempt })
  expect(onEmailQueued).toHaveBeenCalledOnce()
})

test('§12.14 §12.19 a message whose email cannot be queued is not stored, and is accepted later', async () => {
  const { db, app } = createTestBackend(database.db)
  const guest = await createLoggedInVisitor(app)
  const key = randomUUID()
  await db.schema.alterTable('outbox').renameTo('outbox_away').execute()
  const response = await guest.send({ key })
  expectProblem(response, 503, 'unavailable')
  expect(response.headers['retry-after']).toBe('5')
  await db.schema.alterTable('outbox_away').renameTo('outbox').execute()
  await expectNoStoredMessages(db)
  expect((await guest.send({ key })).statusCode).toBe(202)
})

describe('POST /contact', () => {
  const start = async () => {
    const onEmailQueued = vi.fn()
    const { db, app } = createTestBackend(database.db, {}, { onEmailQueued })
    return { db, app, onEmailQueued, guest: await createLoggedInVisitor(app) }
  }

  test('responds to a repeated form as to the first one', async () => {
    const { onEmailQueued, guest } = await start()
    const key = randomUUID()
    const first = await guest.send({ key })
    const second = await guest.send({ key: key.toUpperCase(), body: { ...createMessage(), elapsed: 90_000 } })
    expect([second.statusCode, second.json()]).toEqual([202, first.json()])
    expect(onEmailQueued).toHaveBeenCalledOnce()
    for (const change of [{ name: 'Grace Hopper' }, { email: 'grace@navy.example' }, { message: 'Another.' }])
      expectProblem(await guest.send({ key, body: createMessage(change) }), 409, 'key_reused')
  })

  test.each([
    [{ website: 'https://pills.example' }, 'honeypot'],
    [{ elapsed: 1_999 }, 'too-fast'],
  ])('stores spam with %o without an email, with the usual response', async (signs, reason) => {
    const { db, onEmailQueued, guest } = await start()
    const key = randomUUID()
    const response = await guest.send({ key, body: { ...createMessage(), ...signs } })
    expect(response.statusCode).toBe(202)
    const rows = await db.selectFrom('message').select(['id', 'folder', 'spam_reason', 'message']).execute()
    const { messageId: id } = response.json()
    expect(rows).toEqual([{ id, folder: 'spam', spam_reason: reason, message: createMessage().message }])
    expect((await guest.send({ key })).json()).toEqual(response.json())
    expect(await db.selectFrom('outbox').selectAll().execute()).toEqual([])
    expect(onEmailQueued).not.toHaveBeenCalled()
    for (const noSigns of [{ website: '' }, { elapsed: 2_000 }])
      await guest.send({ body: { ...createMessage(), ...noSigns } })
    const inbox = await db.selectFrom('message').select('folder').where('folder', '=', 'inbox').execute()
    expect(inbox).toHaveLength(2)
  })

  type Invalid = Parameters<Visitor['send']>[0]

  const validBody = JSON.stringify(createMessage())
  const withHeader = (name: string, ...values: readonly (string | undefined)[]): readonly Invalid[] =>
    values.map((value) => ({ body: validBody, headers: { [name]: value } }))
  const bytesInName = (...bytes: number[]) => {
    const [before = '', after = ''] = validBody.split('Ada')
    return Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)])
  }
  const malformed = [
    ...['', 'name=Ada', validBody.slice(0, -10), validBody + validBody, `${validBody} // hello`],
    ...['null', '7', '"hello"', `[${validBody}]`, '['.repeat(16_000)],
    `{"__proto__":{"admin":true},${validBody.slice(1)}`,
    `{"constructor":{"prototype":{"admin":true}},${validBody.slice(1)}`,
    Buffer.from(validBody, 'utf16le'),
    bytesInName(0xe9), // Latin-1
    bytesInName(0xc0, 0x80), // an overlong NUL
    bytesInName(0xed, 0xa0, 0x80), // half a surrogate pair
  ]
  const otherTypes = ['text/plain;application/json', 'application/x-www-form-urlencoded', 'application/jsonp']
  const otherCharsets = ['application/json; charset=iso-8859-1', 'application/json; charset="utf-16"']
  const evil = ['null', 'https://evil.example', 'https://127.0.0.1:3000', 'http://127.0.0.1:3000.evil.example']
  const twoKeys = `${randomUUID()}, ${randomUUID()}`

  test.each<[code: string, status: number, requests: readonly Invalid[]]>([
    ['malformed_body', 400, malformed.map((body) => ({ body }))],
    ['not_json', 415, withHeader('content-type', undefined, ...otherTypes, ...otherCharsets)],
    ['body_too_large', 413, [{ body: validBody.padEnd(32 * 1024 + 1) }]],
    ['encoded_body', 415, withHeader('content-encoding', 'gzip', 'identity')],
    ['invalid_fields', 422, [{ body: { ...createMessage(), name: null } }]],
    ['unknown_fields', 422, [{ body: { ...createMessage(), phone: '1', name: '' } }]],
    ['missing_header', 400, withHeader(apiHeaders.client, undefined, '')],
    ['missing_header', 400, withHeader(apiHeaders.environment, undefined, '')],
    ['missing_header', 400, withHeader(apiHeaders.idempotency, undefined, '', 'form-1', twoKeys, `${randomUUID()}0`)],
    ['wrong_client', 400, withHeader(apiHeaders.client, '4', '03', '3, 3')],
    ['wrong_environment', 400, withHeader(apiHeaders.environment, 'Production', 'toString', 'dev, qa')],
    [
      'foreign_origin',
      403,
      withHeader('origin', undefined, ...evil, `${SITE_ORIGIN}/`, `${SITE_ORIGIN}, ${SITE_ORIGIN}`),
    ],
  ])('rejects with %s, stores nothing, and accepts the corrected form', async (code, status, requests) => {
    const { db, guest } = await start()
    const key = randomUUID()
    for (const request of requests)
      expectProblem(await guest.send({ key, ...request }), status, code, JSON.stringify(request)?.slice(0, 200))
    await expectNoStoredMessages(db)
    expect((await guest.send({ key })).statusCode).toBe(202)
  })

  test('invalid fields have a message each', async () => {
    const { guest } = await start()
    const body = { name: '\n', email: 'ada', message: '😀'.repeat(5_001), elapsed: '7' }
    expect(expectProblem(await guest.send({ body }), 422, 'invalid_fields').fields).toEqual({
      name: 'Name is required.',
      email: 'Enter a valid email address.',
      message: 'Message must be 5000 characters or fewer.',
      elapsed: expect.any(String),
    })
  })

  test('rejects an anti-forgery token that is not the one of the session', async () => {
    const { db, app, guest } = await start()
    const own = guest.cookies.get(ANTI_FORGERY_COOKIE) ?? ''
    const other = (await createLoggedInVisitor(app)).cookies.get(ANTI_FORGERY_COOKIE)
    const changed = `${own.startsWith('A') ? 'B' : 'A'}${own.slice(1)}`
    const tokens = [undefined, '', 'forged', 'A'.repeat(43), changed, `${own}, ${own}`, `${own.slice(0, -1)}é`, other]
    for (const token of tokens)
      expectProblem(await guest.send({ headers: { [apiHeaders.antiForgery]: token } }), 403, 'forged_token', token)
    await expectNoStoredMessages(db)
  })

  test('§6.1 rejects a request without a valid session, and accepts the form after a login', async () => {
    const { db, app, guest } = await start()
    expectProblem(await createVisitor(app).send(), 401, 'no_session')
    const key = randomUUID()
    await db.updateTable('session').set({ expires_at: Date.now() }).execute()
    expectProblem(await guest.send({ key }), 401, 'no_session')
    await expectNoStoredMessages(db)
    await guest.login()
    expect((await guest.send({ key })).statusCode).toBe(202)
  })
})
