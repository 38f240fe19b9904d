import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { apiHeaders, MAX_FIELD_LENGTHS } from '#server/api/contract.ts'
import type { Database } from '#server/database/schema.ts'
import { describeOnEachDatabase } from '#tests/setup/database/describe-on-each-database.ts'
import { readCpuTimeMs } from '#tests/setup/process/cpu-time.ts'
import {
  createLoggedInVisitor,
  createTestBackend,
  expectProblem,
  SITE_ORIGIN,
  VALID_MESSAGE,
  type Visitor,
} from '#tests/setup/server/test-backend.ts'

const validBody = JSON.stringify(VALID_MESSAGE)

type ContactCall = Parameters<Visitor['send']>[0]

interface ExpectedError {
  readonly status: number
  readonly code: string
  /** Expected messages by field. */
  readonly fields?: Readonly<Record<string, unknown>>
}

describeOnEachDatabase('POST /contact rejects a request', (open) => {
  const start = async () => {
    const { db, app } = createTestBackend(await open())
    return new InvalidRequests(db, await createLoggedInVisitor(app))
  }

  test('whose body is not JSON', async () => {
    const bodies = {
      nothing: '',
      'a form': 'name=Ada&email=ada%40engine.example&message=Hello',
      'an open brace': '{',
      'half an object': validBody.slice(0, -10),
      'two objects': validBody + validBody,
      'a comment': `${validBody} // hello`,
      '16,000 open lists': '['.repeat(16_000),
      'another prototype': `{"__proto__":{"admin":true},${validBody.slice(1)}`,
      'another constructor': `{"constructor":{"prototype":{"admin":true}},${validBody.slice(1)}`,
    }
    const invalidRequests = await start()
    for (const [what, body] of Object.entries(bodies)) await invalidRequests.expectError(what, { body }, MALFORMED)
  })

  test('whose body is JSON but not an object', async () => {
    const invalidRequests = await start()
    const lists = `${'['.repeat(16_000)}${']'.repeat(16_000)}`
    for (const body of ['null', 'true', '7', '"hello"', '[]', `[${validBody}]`, lists])
      await invalidRequests.expectError(body.slice(0, 20), { body }, MALFORMED)
  })

  test('whose body is not UTF-8', async () => {
    const bodies = {
      'Latin-1': Buffer.from(validBody.replace('Ada', 'Adé'), 'latin1'),
      'UTF-16': Buffer.from(validBody, 'utf16le'),
      'an overlong NUL': bytesInName([0xc0, 0x80]),
      'half a surrogate pair': bytesInName([0xed, 0xa0, 0x80]),
      'beyond Unicode': bytesInName([0xf4, 0x90, 0x80, 0x80]),
      'a character cut off': bytesInName([0xf0, 0x9f, 0x98]),
    }
    const invalidRequests = await start()
    for (const [what, body] of Object.entries(bodies)) await invalidRequests.expectError(what, { body }, MALFORMED)
  })

  test.each([
    ['is missing', undefined],
    ['is null', null],
    ['is a number', 7],
    ['is a list', ['Ada']],
    ['is an object', { toString: 'Ada' }],
    ['is empty', ''],
    ['is white space', ' \t\n\u00a0\u2003'],
    ['has half a surrogate pair', 'a\ud83d@engine.example'],
    ['has the other half', 'a\ude00@engine.example'],
    ['has NUL', 'a\u0000@engine.example'],
    ['has an escape', 'a\u001b[2J@engine.example'],
    ['has DEL', 'a\u007f@engine.example'],
    ['has a C1 control', 'a\u0085@engine.example'],
  ])('in which a field %s', async (_, value) => {
    const invalidRequests = await start()
    for (const field of ['name', 'email', 'message']) {
      const fields = { [field]: expect.stringMatching(/^[A-Z].*\.$/) }
      await invalidRequests.expectError(field, { body: { ...VALID_MESSAGE, [field]: value } }, invalid(fields))
    }
  })

  test('in which a field is one character too long, in any script', async () => {
    const invalidRequests = await start()
    for (const character of ['x', 'é', '界', '😀']) {
      const name = character.repeat(MAX_FIELD_LENGTHS.name + 1)
      const message = character.repeat(MAX_FIELD_LENGTHS.message + 1)
      const fields = {
        name: 'Name must be 75 characters or fewer.',
        message: 'Message must be 5000 characters or fewer.',
      }
      await invalidRequests.expectError(character, { body: { ...VALID_MESSAGE, name, message } }, invalid(fields))
    }
  })

  test('in which name or email contains a line break', async () => {
    const invalidRequests = await start()
    const fields = {
      name: 'Name contains a character that cannot be sent.',
      email: 'Enter a valid email address.',
    }
    for (const end of ['\n', '\r', '\r\n', '\r\n\r\n']) {
      const text = `ada@engine.example${end}Bcc: all@pipe.example`
      await invalidRequests.expectError(
        JSON.stringify(end),
        { body: { ...VALID_MESSAGE, name: text, email: text } },
        invalid(fields),
      )
    }
  })

  test('with an invalid email address', async () => {
    const addresses = [
      'ada',
      'ada@',
      `${'x'.repeat(255 - '@pipe.example'.length)}@pipe.example`,
      'ada@engine.example,bob@engine.example',
      'Ada <ada@engine.example>',
      'ada(a(b(c)))@engine.example',
      `${'('.repeat(100)}ada${')'.repeat(100)}@engine.example`,
    ]
    const invalidRequests = await start()
    const fields = { email: 'Enter a valid email address.' }
    for (const email of addresses)
      await invalidRequests.expectError(email, { body: { ...VALID_MESSAGE, email } }, invalid(fields))
  })

  test('with an email address that attacks regular expressions, without delay', async () => {
    const invalidRequests = await start()
    for (const pattern of ['(', '(a', '()', 'a@', 'a.', '<@', '.@.']) {
      const email = pattern.repeat((30 * 1024) / pattern.length)
      const before = readCpuTimeMs()
      await invalidRequests.expectError(
        pattern,
        { body: { ...VALID_MESSAGE, email } },
        invalid({ email: expect.anything() }),
      )
      expect(readCpuTimeMs() - before, pattern).toBeLessThan(2_000)
    }
  })

  test('whose spam fields have the wrong type', async () => {
    const spamFields = [{ website: 7 }, { website: null }, { elapsed: '90000' }, { elapsed: null }, { elapsed: {} }]
    const invalidRequests = await start()
    for (const spamField of spamFields) {
      const fields = Object.fromEntries(Object.keys(spamField).map((field) => [field, expect.any(String)]))
      await invalidRequests.expectError(
        JSON.stringify(spamField),
        { body: { ...VALID_MESSAGE, ...spamField } },
        invalid(fields),
      )
    }
    const endless = { body: `{"elapsed":1e999,${validBody.slice(1)}` }
    await invalidRequests.expectError('endless', endless, invalid({ elapsed: expect.any(String) }))
  })

  test('with an unknown field', async () => {
    const invalidRequests = await start()
    for (const field of ['phone', 'Name', 'folder', 'id', 'spam_reason', 'toString', 'name ']) {
      const body = { ...VALID_MESSAGE, [field]: 'x' }
      await invalidRequests.expectError(field, { body }, { status: 422, code: 'unknown_fields' })
    }
  })

  test('with another content type', async () => {
    const types = [
      undefined,
      'text/plain',
      'text/plain;application/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonp',
      'application/problem+json',
      'application/json; charset=iso-8859-1',
      'application/json; charset="utf-16"',
      'json',
      ';',
    ]
    const invalidRequests = await start()
    for (const type of types) {
      const sending = { body: validBody, headers: { 'content-type': type } }
      await invalidRequests.expectError(String(type), sending, { status: 415, code: 'not_json' })
    }
  })

  test('with a compressed body', async () => {
    const invalidRequests = await start()
    const bomb = gzipSync(Buffer.alloc(30 * 1024 * 1024))
    for (const encoding of ['gzip', 'deflate', 'br', 'identity', 'gzip, gzip'])
      for (const body of [bomb, gzipSync(validBody)]) {
        const sending = { body, headers: { 'content-encoding': encoding } }
        await invalidRequests.expectError(encoding, sending, { status: 415, code: 'encoded_body' })
      }
  })

  test('with more than 32 KiB', async () => {
    const invalidRequests = await start()
    for (const size of [32 * 1024 + 1, 1024 * 1024])
      await invalidRequests.expectError(
        String(size),
        { body: validBody.padEnd(size) },
        { status: 413, code: 'body_too_large' },
      )
  })

  test('with a missing or unknown client or environment', async () => {
    const invalidRequests = await start()
    for (const name of [apiHeaders.client, apiHeaders.environment])
      for (const value of [undefined, '', '4', '03', '3, 3', 'Production', 'toString', 'dev, qa']) {
        const wrong = name === apiHeaders.client ? 'wrong_client' : 'wrong_environment'
        const expected = { status: 400, code: value ? wrong : 'missing_header' }
        await invalidRequests.expectError(`${name} ${value}`, { headers: { [name]: value } }, expected)
      }
  })

  test('from another origin or without an origin', async () => {
    const origins = [
      undefined,
      'null',
      'https://evil.example',
      'https://127.0.0.1:3000',
      'http://127.0.0.1:3000.evil.example',
      `${SITE_ORIGIN}/`,
      `${SITE_ORIGIN}, ${SITE_ORIGIN}`,
    ]
    const invalidRequests = await start()
    for (const origin of origins)
      await invalidRequests.expectError(
        String(origin),
        { headers: { origin } },
        { status: 403, code: 'foreign_origin' },
      )
  })

  test('but accepts unusual valid requests', async () => {
    const bodies = [
      validBody.padEnd(32 * 1024),
      `\ufeff${validBody}`,
      `{"name":7,${validBody.slice(1)}`, // the last one of two equal keys wins
      validBody.replace('Ada', '\\u0041da'),
    ]
    const { db, guest } = await start()
    const headers = { 'content-type': 'application/json; charset=UTF-8' }
    for (const body of bodies) expect((await guest.send({ body, headers })).statusCode).toBe(202)
    expect(await db.selectFrom('message').select(['name', 'email', 'message']).execute()).toEqual(
      bodies.map(() => VALID_MESSAGE),
    )
  })
})

const MALFORMED = { status: 400, code: 'malformed_body' }

const invalid = (fields: Readonly<Record<string, unknown>>): ExpectedError => ({
  status: 422,
  code: 'invalid_fields',
  fields,
})

/** Sends invalid requests. They must not be stored, and the corrected form must be stored once under the same key. */
class InvalidRequests {
  readonly db: Database
  readonly guest: Visitor

  constructor(db: Database, guest: Visitor) {
    this.db = db
    this.guest = guest
  }

  async expectError(what: string, sending: ContactCall, { status, code, fields }: ExpectedError): Promise<void> {
    const key = randomUUID()
    const before = await this.#storedKeys()
    const error = expectProblem(await this.guest.send({ ...sending, key }), status, code, what)
    expect(error.fields, what).toEqual(fields)
    expect(await this.#storedKeys(), what).toEqual(before)
    expect((await this.guest.send({ key })).statusCode, what).toBe(202)
    expect(await this.#storedKeys(), what).toEqual([...before, key].sort())
  }

  /** Idempotency keys of the stored messages. Checks that each message has an outbox row. */
  async #storedKeys(): Promise<readonly string[]> {
    const messages = await this.db.selectFrom('message').select('idempotency_key').execute()
    expect(await this.db.selectFrom('outbox').select('message_id').execute()).toHaveLength(messages.length)
    return messages.map(({ idempotency_key }) => idempotency_key).sort()
  }
}

function bytesInName(bytes: readonly number[]): Buffer {
  const [before = '', after = ''] = validBody.split('Ada')
  return Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)])
}
