import { describe, expect, test } from 'vitest'
import { readCpuTimeMs } from '#tests/setup/process/cpu-time.ts'
import { contactMessageSchema, contactRequestSchema, guestLoginSchema } from './contract.ts'

const validMessage = { name: 'Ada Lovelace', email: 'ada@engine.example', message: 'Sixteen miles, by May.' }

/** All issues of a message as `field: message`. */
function findIssues(changed: Record<string, unknown>): readonly string[] {
  const result = contactMessageSchema.safeParse({ ...validMessage, ...changed })
  return result.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []
}

test('accepts a valid message', () => expect(contactMessageSchema.parse(validMessage)).toEqual(validMessage))

test('trims white space around a text', () => {
  const typed = { name: '  Ada Lovelace ', email: ' ada@engine.example\t', message: '\n Sixteen miles, by May.\n\n' }
  expect(contactMessageSchema.parse(typed)).toEqual(validMessage)
})

test('keeps lines inside a message', () => {
  expect(contactMessageSchema.parse({ ...validMessage, message: 'One\n\n  two' }).message).toBe('One\n\n  two')
})

describe.each([
  ['name', 'Name is required.'],
  ['email', 'Email is required.'],
  ['message', 'Message is required.'],
])('requirements §5: %s is required', (field, message) => {
  test.each([undefined, null, 7, '', ' ', ' \t\n\u00a0'])('%o', (value) => {
    expect(findIssues({ [field]: value })).toEqual([`${field}: ${message}`])
  })
})

describe.each([
  ['name', 75, 'Name must be 75 characters or fewer.'],
  ['message', 5000, 'Message must be 5000 characters or fewer.'],
] as const)('requirements §5, §9: %s has at most %i characters', (field, limit, message) => {
  test.each(['x', 'é', '界', '😀'])('of %s', (character) => {
    expect(findIssues({ [field]: character.repeat(limit) })).toEqual([])
    expect(findIssues({ [field]: character.repeat(limit + 1) })).toEqual([`${field}: ${message}`])
  })

  test('does not count white space around it', () => {
    expect(findIssues({ [field]: `  ${'x'.repeat(limit)}\n` })).toEqual([])
  })
})

describe('requirements §5: email has a valid format', () => {
  test.each(['a@b.co', 'first.last+tag@sub-domain.example.com', "o'neil@pipe.example", longAddress(254)])(
    'accepts %s',
    (email) => expect(findIssues({ email })).toEqual([]),
  )

  test.each([
    'crew',
    'crew@',
    '@pipe.example',
    'crew@pipe',
    'crew@@pipe.example',
    'two words@pipe.example',
    'crew@pipe..example',
    'crew@pipe.example\nBcc: all@pipe.example',
    'crew(a(b))@pipe.example',
    longAddress(255),
  ])('rejects %s', (email) => {
    expect(findIssues({ email })).toEqual(['email: Enter a valid email address.'])
  })
})

test.each(['(', '()', '(a', 'a@', 'a.', 'a@a.', '"', ' '])('validates 30 KiB of %j without delay', (pattern) => {
  const text = pattern.repeat((30 * 1024) / pattern.length)
  const before = readCpuTimeMs()
  contactMessageSchema.safeParse({ name: text, email: `${text}a`, message: text })
  expect(readCpuTimeMs() - before).toBeLessThan(500)
})

describe('characters that not every database, email and terminal can handle', () => {
  const rejectedEverywhere = [
    '\u0000',
    '\u0007',
    '\u001b',
    '\u007f',
    '\u0085',
    '\u009f',
    '\ud83d',
    '\ude00',
    '\ude00\ud83d',
  ]

  test.each([...rejectedEverywhere, '\t', '\n', '\r', '\r\n', '\u000b', '\u000c'])('rejects %j in a name', (text) => {
    expect(findIssues({ name: `Ada${text}Lovelace` })).toEqual(['name: Name contains a character that cannot be sent.'])
  })

  const INVISIBLE = [
    ...['\u061c', '\u200e', '\u200f', '\u202a', '\u202b', '\u202c', '\u202d', '\u202e'],
    ...['\u2066', '\u2067', '\u2068', '\u2069', '\u206a', '\u206f', '\ufff9', '\ufffa', '\ufffb'],
    ...['\u00ad', '\u034f', '\u115f', '\u17b4', '\u180e', '\u200b', '\u2060', '\u2064', '\u3164', '\ufeff', '\uffa0'],
    ...['\u2028', '\u2029', '\u{e0001}', '\u{e0041}', '\u{e007f}', '\u{1d173}'],
  ]

  test.each(INVISIBLE.map((text) => [text.codePointAt(0)?.toString(16), text]))(
    'rejects U+%s in a name, because it reorders or hides text',
    (_, text) => {
      expect(findIssues({ name: `Ada${text}Lovelace` })).toEqual([
        'name: Name contains a character that cannot be sent.',
      ])
      expect(contactMessageSchema.parse({ ...validMessage, message: `one${text}two` }).message).toBe(`one${text}two`)
    },
  )

  test.each([
    ['Arabic', 'محمد علي'],
    ['Hebrew', 'שלום'],
    ['Persian, with a non-joiner', 'علی\u200cرضا'],
    ['Sinhala, with a joiner', 'ශ්\u200dරී'],
    ['Japanese, with a variation selector', '葛\u{e0100}城'],
    ['Devanagari', 'कृष्ण'],
    ['Vietnamese, with combining marks', 'Nguye\u0302\u0303n'],
    ['a family of emoji', '👩\u200d👩\u200d👧 ❤\ufe0f'],
    ['punctuation', "Seán O'Néill-Ó Súilleabháin, Jr. (III)"],
  ])('accepts a name in %s', (_, name) => expect(contactMessageSchema.parse({ ...validMessage, name }).name).toBe(name))

  test('accepts a telephone number from an address book in a message', () => {
    const message = 'Call \u202d+1 555 0100\u202c, or \u2068Ada\u2069.'
    expect(contactMessageSchema.parse({ ...validMessage, message }).message).toBe(message)
  })

  test.each([...rejectedEverywhere, '\u000b', '\u000c'])('rejects %j in a message', (text) => {
    expect(findIssues({ message: `one${text}two` })).toEqual([
      'message: Message contains a character that cannot be sent.',
    ])
  })

  test.each([...rejectedEverywhere, '\t', '\n', '\r'])('rejects %j in an email address', (text) => {
    expect(findIssues({ email: `ada${text}@engine.example` })).toEqual(['email: Enter a valid email address.'])
  })

  test.each(['\t', '\n', '\r\n', '\u2028', '\u200d', '\u00ad', '\ufffd', '\uffff', '😀', '👩‍🔧', 'e\u0301', 'אב'])(
    'accepts %j in a message',
    (text) =>
      expect(contactMessageSchema.parse({ ...validMessage, message: `one${text}two` }).message).toBe(`one${text}two`),
  )
})

describe('contactRequestSchema', () => {
  test.each([{}, { website: '' }, { website: 'x', elapsed: 0 }, { elapsed: 90_000.5 }])('accepts %o', (fields) => {
    expect(contactRequestSchema.parse({ ...validMessage, ...fields })).toEqual({ ...validMessage, ...fields })
  })

  test.each([{ website: null }, { website: 7 }, { elapsed: '7' }, { elapsed: Number.NaN }, { elapsed: null }])(
    'rejects %o',
    (fields) => {
      const { error } = contactRequestSchema.safeParse({ ...validMessage, ...fields })
      expect(error?.issues.map(({ path }) => path)).toEqual([Object.keys(fields)])
    },
  )

  test('rejects unknown fields', () => {
    const { error } = contactRequestSchema.safeParse({ ...validMessage, phone: '1' })
    expect(error?.issues).toMatchObject([{ code: 'unrecognized_keys', keys: ['phone'] }])
  })

  test('reports the same issues as the form', () => {
    const invalidMessage = { ...validMessage, name: ' ', email: 'ada', message: 'x'.repeat(5001) }
    const { error } = contactRequestSchema.safeParse(invalidMessage)
    expect(error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)).toEqual(
      findIssues(invalidMessage),
    )
  })
})

describe('guestLoginSchema', () => {
  test.each(['x', 'x'.repeat(8192)])('accepts a token', (token) => {
    expect(guestLoginSchema.parse({ token })).toEqual({ token })
  })

  test.each([{}, { token: '' }, { token: 7 }, { token: 'x'.repeat(8193) }, { token: 'x', more: 1 }])(
    'rejects %o',
    (body) => expect(guestLoginSchema.safeParse(body).success).toBe(false),
  )
})

test('reports one issue per field', () => {
  expect(findIssues({ name: '', email: 'crew@', message: '' })).toEqual([
    'name: Name is required.',
    'email: Enter a valid email address.',
    'message: Message is required.',
  ])
})

function longAddress(length: number): string {
  return `${'x'.repeat(length - '@pipe.example'.length)}@pipe.example`
}
