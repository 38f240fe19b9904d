import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contactMessageSchema } from '#server/api/contract.ts'
import {
  createLoggedInVisitor,
  createTemporaryDatabase,
  createTestBackend,
  type Visitor,
} from '#tests/setup/server/test-backend.ts'

let database: Awaited<ReturnType<typeof createTemporaryDatabase>>
let guest: Visitor

beforeAll(async () => {
  database = await createTemporaryDatabase()
  const most = '1000000'
  const { app } = createTestBackend(database.db, { MESSAGES_PER_SESSION: most, MESSAGES_PER_ADDRESS: most })
  guest = await createLoggedInVisitor(app)
})
afterAll(() => database.remove())

const MINUTES = 2 * 60_000

/** UTF-16 code units of any kind, so also halves of surrogate pairs. */
const anyText = fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units))

const character = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('a', 'Z', '7', '.', '-', ' ', 'é', '界', '😀', '👩‍🔧', '\u0301', '\u200b') },
  { weight: 2, arbitrary: fc.constantFrom('\n', '\r', '\t', '\u00a0', '\u2028', '\ufeff', '\ufffd') },
  { weight: 1, arbitrary: fc.constantFrom('\u0000', '\u001b', '\u007f', '\u0085', '\ud83d', '\ude00') },
)
const someText = fc.array(character, { maxLength: 20 }).map((characters) => characters.join(''))

/** A text of about the most characters that a field takes, counted in one way or another. */
const longText = (limit: number) =>
  fc
    .tuple(
      fc.constantFrom('x', 'é', '界', '😀', 'e\u0301'),
      fc.integer({ min: -2, max: 2 }),
      fc.constantFrom('', ' ', '\n'),
    )
    .map(([unit, more, around]) => around + unit.repeat(limit + more) + around)

const address = fc.oneof(
  fc.emailAddress(),
  fc.emailAddress({ size: 'xlarge' }),
  fc.tuple(someText, fc.constantFrom('@pipe.example', '@@', '@', '.', '')).map((parts) => parts.join('')),
  fc.integer({ min: 250, max: 258 }).map((length) => `${'x'.repeat(length - 13)}@pipe.example`),
)

const wrongType = fc.oneof(fc.constantFrom(null, true, 0, -1.5, [], {}), fc.jsonValue({ maxDepth: 1 }))

const nearlyGood = fc.record(
  {
    name: fc.oneof(
      { weight: 4, arbitrary: fc.constant('Ada Lovelace') },
      { weight: 3, arbitrary: someText },
      { weight: 2, arbitrary: longText(75) },
      { weight: 1, arbitrary: fc.oneof(anyText, wrongType) },
    ),
    email: fc.oneof(
      { weight: 8, arbitrary: fc.constant('ada@engine.example') },
      { weight: 4, arbitrary: address },
      { weight: 1, arbitrary: fc.oneof(anyText, wrongType) },
    ),
    message: fc.oneof(
      { weight: 4, arbitrary: fc.constant('Sixteen miles, by May.') },
      { weight: 4, arbitrary: someText },
      { weight: 1, arbitrary: longText(5000) },
      { weight: 1, arbitrary: fc.oneof(anyText, wrongType) },
    ),
    website: fc.option(fc.oneof(fc.constant(''), anyText), { nil: undefined }),
    elapsed: fc.option(fc.oneof(fc.integer(), fc.double()), { nil: undefined }),
  },
  { requiredKeys: ['name', 'email', 'message'] },
)

/** A good one with a piece of it taken out, doubled or replaced: mostly no JSON any more. */
const damaged = fc
  .tuple(nearlyGood, fc.nat(), fc.nat(40), fc.oneof(fc.constant(''), fc.string({ maxLength: 5 }), fc.json()))
  .map(([value, at, length, put]) => {
    const bytes = Buffer.from(JSON.stringify(value))
    const start = at % bytes.length
    return Buffer.concat([bytes.subarray(0, start), Buffer.from(put), bytes.subarray(start + length)])
  })

const KNOWN = ['name', 'email', 'message', 'website', 'elapsed']

/** What the form would send, by the check of the form: anything else must be refused. */
function formWouldSend(value: unknown): boolean {
  if (!contactMessageSchema.safeParse(value).success) return false
  const { website, elapsed, ...rest } = Object(value)
  const hasGoodSigns =
    ['string', 'undefined'].includes(typeof website) && (elapsed === undefined || Number.isFinite(elapsed))
  return hasGoodSigns && Object.keys(rest).every((field) => KNOWN.includes(field))
}

function parsed(body: string | Buffer): unknown {
  if (Buffer.isBuffer(body) && !isUtf8(body)) return undefined
  try {
    return JSON.parse(String(body))
  } catch {
    return undefined
  }
}

/** The server takes it just when the form would send it, and stores what the form meant. */
async function expectAgreement(sent: string | Buffer): Promise<void> {
  const value = parsed(sent)
  const { statusCode, body } = await guest.send({ body: sent, key: randomUUID() })
  if (!formWouldSend(value)) {
    expect([400, 422]).toContain(statusCode)
    return
  }
  expect([statusCode, body]).toEqual([202, expect.anything()])
  const stored = await database.db
    .selectFrom('message')
    .select(['name', 'email', 'message'])
    .where('id', '=', JSON.parse(body).messageId)
    .executeTakeFirst()
  expect(stored).toEqual(contactMessageSchema.parse(value))
}

test('form and server agree on 6,000 messages that are good or nearly so', { timeout: MINUTES }, async () => {
  let taken = 0
  await fc.assert(
    fc.asyncProperty(nearlyGood, async (value) => {
      if (formWouldSend(parsed(JSON.stringify(value)))) taken++
      await expectAgreement(JSON.stringify(value))
    }),
    { numRuns: 6_000 },
  )
  expect(taken, 'good ones among them').toBeGreaterThan(1_000)
  expect(taken, 'good ones among them').toBeLessThan(5_000)
})

test('and on 2,000 values that JSON can have', { timeout: MINUTES }, () =>
  fc.assert(fc.asyncProperty(fc.json({ stringUnit: 'binary' }), expectAgreement), { numRuns: 2_000 }),
)

test('and on 2,000 messages that were damaged on their way', { timeout: MINUTES }, () =>
  fc.assert(fc.asyncProperty(damaged, expectAgreement), { numRuns: 2_000 }),
)
