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

const good = JSON.stringify(VALID_MESSAGE)

type Sending = Parameters<Visitor['send']>[0]

interface Refused {
  readonly status: number
  readonly code: string
  /** The fields that are said to be wrong, and what is said. */
  readonly fields?: Readonly<Record<string, unknown>>
}

describeOnEachDatabase('a bad message is refused', (open) => {
  const start = async () => {
    const { db, app } = createTestBackend(await open())
    return new Refusals(db, await createLoggedInVisitor(app))
  }

  test('when its body is no JSON', async () => {
    const bodies = {
      nothing: '',
      'a form': 'name=Ada&email=ada%40engine.example&message=Hello',
      'an open brace': '{',
      'half an object': good.slice(0, -10),
      'two objects': good + good,
      'a comment': `${good} // hello`,
      '16,000 open lists': '['.repeat(16_000),
      'another prototype': `{"__proto__":{"admin":true},${good.slice(1)}`,
      'another constructor': `{"constructor":{"prototype":{"admin":true}},${good.slice(1)}`,
    }
    const refusals = await start()
    for (const [what, body] of Object.entries(bodies)) await refusals.expect(what, { body }, MALFORMED)
  })

  test('when its body is JSON, and no object', async () => {
    const refusals = await start()
    const lists = `${'['.repeat(16_000)}${']'.repeat(16_000)}`
    for (const body of ['null', 'true', '7', '"hello"', '[]', `[${good}]`, lists])
      await refusals.expect(body.slice(0, 20), { body }, MALFORMED)
  })

  test('when its body is not UTF-8', async () => {
    const bodies = {
      'Latin-1': Buffer.from(good.replace('Ada', 'Adé'), 'latin1'),
      'UTF-16': Buffer.from(good, 'utf16le'),
      'an overlong NUL': bytesInName([0xc0, 0x80]),
      'half a surrogate pair': bytesInName([0xed, 0xa0, 0x80]),
      'beyond Unicode': bytesInName([0xf4, 0x90, 0x80, 0x80]),
      'a character cut off': bytesInName([0xf0, 0x9f, 0x98]),
    }
    const refusals = await start()
    for (const [what, body] of Object.entries(bodies)) await refusals.expect(what, { body }, MALFORMED)
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
  ])('when a field %s', async (_, value) => {
    const refusals = await start()
    for (const field of ['name', 'email', 'message']) {
      const fields = { [field]: expect.stringMatching(/^[A-Z].*\.$/) }
      await refusals.expect(field, { body: { ...VALID_MESSAGE, [field]: value } }, invalid(fields))
    }
  })

  test('when a field is a character too long, whatever the character', async () => {
    const refusals = await start()
    for (const character of ['x', 'é', '界', '😀']) {
      const name = character.repeat(MAX_FIELD_LENGTHS.name + 1)
      const message = character.repeat(MAX_FIELD_LENGTHS.message + 1)
      const fields = {
        name: 'Name must be 75 characters or fewer.',
        message: 'Message must be 5000 characters or fewer.',
      }
      await refusals.expect(character, { body: { ...VALID_MESSAGE, name, message } }, invalid(fields))
    }
  })

  test('when name or email has a line break', async () => {
    const refusals = await start()
    const fields = {
      name: 'Name contains a character that cannot be sent.',
      email: 'Enter a valid email address.',
    }
    for (const end of ['\n', '\r', '\r\n', '\r\n\r\n']) {
      const text = `ada@engine.example${end}Bcc: all@pipe.example`
      await refusals.expect(
        JSON.stringify(end),
        { body: { ...VALID_MESSAGE, name: text, email: text } },
        invalid(fields),
      )
    }
  })

  test('when its address is none', async () => {
    const addresses = [
      'ada',
      'ada@',
      `${'x'.repeat(255 - '@pipe.example'.length)}@pipe.example`,
      'ada@engine.example,bob@engine.example',
      'Ada <ada@engine.example>',
      'ada(a(b(c)))@engine.example',
      `${'('.repeat(100)}ada${')'.repeat(100)}@engine.example`,
    ]
    const refusals = await start()
    const fields = { email: 'Enter a valid email address.' }
    for (const email of addresses) await refusals.expect(email, { body: { ...VALID_MESSAGE, email } }, invalid(fields))
  })

  test('when its address is made to keep a computer busy, and as fast as any', async () => {
    const refusals = await start()
    for (const pattern of ['(', '(a', '()', 'a@', 'a.', '<@', '.@.']) {
      const email = pattern.repeat((30 * 1024) / pattern.length)
      const before = readCpuTimeMs()
      await refusals.expect(pattern, { body: { ...VALID_MESSAGE, email } }, invalid({ email: expect.anything() }))
      expect(readCpuTimeMs() - before, pattern).toBeLessThan(2_000)
    }
  })

  test('when its signs of a person are of the wrong type', async () => {
    const signs = [{ website: 7 }, { website: null }, { elapsed: '90000' }, { elapsed: null }, { elapsed: {} }]
    const refusals = await start()
    for (const sign of signs) {
      const fields = Object.fromEntries(Object.keys(sign).map((field) => [field, expect.any(String)]))
      await refusals.expect(JSON.stringify(sign), { body: { ...VALID_MESSAGE, ...sign } }, invalid(fields))
    }
    const endless = { body: `{"elapsed":1e999,${good.slice(1)}` }
    await refusals.expect('endless', endless, invalid({ elapsed: expect.any(String) }))
  })

  test('when it has a field that is not known', async () => {
    const refusals = await start()
    for (const field of ['phone', 'Name', 'folder', 'id', 'spam_reason', 'toString', 'name ']) {
      const body = { ...VALID_MESSAGE, [field]: 'x' }
      await refusals.expect(field, { body }, { status: 422, code: 'unknown_fields' })
    }
  })

  test('when it is of another type', async () => {
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
    const refusals = await start()
    for (const type of types) {
      const sending = { body: good, headers: { 'content-type': type } }
      await refusals.expect(String(type), sending, { status: 415, code: 'not_json' })
    }
  })

  test('when it is compressed, be it a bomb or not', async () => {
    const refusals = await start()
    const bomb = gzipSync(Buffer.alloc(30 * 1024 * 1024))
    for (const encoding of ['gzip', 'deflate', 'br', 'identity', 'gzip, gzip'])
      for (const body of [bomb, gzipSync(good)]) {
        const sending = { body, headers: { 'content-encoding': encoding } }
        await refusals.expect(encoding, sending, { status: 415, code: 'encoded_body' })
      }
  })

  test('when it is of more than 32 KiB', async () => {
    const refusals = await start()
    for (const size of [32 * 1024 + 1, 1024 * 1024])
      await refusals.expect(String(size), { body: good.padEnd(size) }, { status: 413, code: 'body_too_large' })
  })

  test('when its client or environment is another, or is not said', async () => {
    const refusals = await start()
    for (const name of [apiHeaders.client, apiHeaders.environment])
      for (const value of [undefined, '', '4', '03', '3, 3', 'Production', 'toString', 'dev, qa']) {
        const wrong = name === apiHeaders.client ? 'wrong_client' : 'wrong_environment'
        const refused = { status: 400, code: value ? wrong : 'missing_header' }
        await refusals.expect(`${name} ${value}`, { headers: { [name]: value } }, refused)
      }
  })

  test('when it comes from another page, or from none', async () => {
    const origins = [
      undefined,
      'null',
      'https://evil.example',
      'https://127.0.0.1:3000',
      'http://127.0.0.1:3000.evil.example',
      `${SITE_ORIGIN}/`,
      `${SITE_ORIGIN}, ${SITE_ORIGIN}`,
    ]
    const refusals = await start()
    for (const origin of origins)
      await refusals.expect(String(origin), { headers: { origin } }, { status: 403, code: 'foreign_origin' })
  })

  test('and one that only looks odd is not', async () => {
    const bodies = [
      good.padEnd(32 * 1024),
      `\ufeff${good}`,
      `{"name":7,${good.slice(1)}`, // of a field that is there twice the last one counts
      good.replace('Ada', '\\u0041da'),
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

const invalid = (fields: Readonly<Record<string, unknown>>): Refused => ({
  status: 422,
  code: 'invalid_fields',
  fields,
})

/** Sends what is bad. Nothing of it may be stored; and the same form, put right, must be one message. */
class Refusals {
  readonly db: Database
  readonly guest: Visitor

  constructor(db: Database, guest: Visitor) {
    this.db = db
    this.guest = guest
  }

  async expect(what: string, sending: Sending, { status, code, fields }: Refused): Promise<void> {
    const key = randomUUID()
    const before = await this.#storedKeys()
    const problem = expectProblem(await this.guest.send({ ...sending, key }), status, code, what)
    expect(problem.fields, what).toEqual(fields)
    expect(await this.#storedKeys(), what).toEqual(before)
    expect((await this.guest.send({ key })).statusCode, what).toBe(202)
    expect(await this.#storedKeys(), what).toEqual([...before, key].sort())
  }

  /** Of messages, each of which has its mail. */
  async #storedKeys(): Promise<readonly string[]> {
    const messages = await this.db.selectFrom('message').select('idempotency_key').execute()
    expect(await this.db.selectFrom('outbox').select('message_id').execute()).toHaveLength(messages.length)
    return messages.map(({ idempotency_key }) => idempotency_key).sort()
  }
}

function bytesInName(bytes: readonly number[]): Buffer {
  const [before = '', after = ''] = good.split('Ada')
  return Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)])
}
