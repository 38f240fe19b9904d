import { describe, expect, test } from 'vitest'
import { contactMessageSchema } from './contact-contract.ts'

const validMessage = { name: 'Ada Lovelace', email: 'ada@engine.example', message: 'Sixteen miles, by May.' }

/** All issues of a message as `field: message`. */
function findIssues(changed: Record<string, unknown>): readonly string[] {
  const result = contactMessageSchema.safeParse({ ...validMessage, ...changed })
  return result.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []
}

test('trims white space around a text', () => {
  const typed = { name: '  Ada Lovelace ', email: ' ada@engine.example\t', message: '\n Sixteen miles,\n\n  by May.\n' }
  expect(contactMessageSchema.parse(typed)).toEqual({ ...validMessage, message: 'Sixteen miles,\n\n  by May.' })
})

test.each([
  ['name', 'Name is required.'],
  ['email', 'Email is required.'],
  ['message', 'Message is required.'],
])('requirements §5: %s is required', (field, message) => {
  for (const value of [undefined, null, 7, ['Ada'], {}, '', ' ', ' \t\n\u00a0'])
    expect(findIssues({ [field]: value })).toEqual([`${field}: ${message}`])
})

test.each([
  ['name', 75, 'Name must be 75 characters or fewer.'],
  ['message', 5000, 'Message must be 5000 characters or fewer.'],
] as const)(
  'requirements §5, §9: %s has at most %i characters, without white space around it',
  (field, limit, message) => {
    for (const character of ['x', 'é', '界', '😀']) {
      expect(findIssues({ [field]: `  ${character.repeat(limit)}\n` })).toEqual([])
      expect(findIssues({ [field]: character.repeat(limit + 1) })).toEqual([`${field}: ${message}`])
    }
  },
)

test('requirements §5: email has a valid format', () => {
  for (const email of ['a@b.co', 'first.last+tag@sub-domain.example.com', "o'neil@pipe.example", longAddress(254)])
    expect(findIssues({ email })).toEqual([])
  const invalid = [
    ...['crew', 'crew@', '@pipe.example', 'crew@pipe', 'crew@@pipe.example', 'a b@pipe.example', 'a(b)@pipe.example'],
    ...['crew@pipe..example', 'crew@pipe.example\nBcc: all@pipe.example', 'crew\u0000@pipe.example'],
    ...['Ada <ada@engine.example>', 'ada@engine.example,bob@engine.example', longAddress(255)],
  ]
  for (const email of invalid) expect(findIssues({ email }), email).toEqual(['email: Enter a valid email address.'])
})

test.each(['(', '()', '(a', 'a@', 'a.', '<@', '"', ' '])('validates 30 KiB of %j without delay', (pattern) => {
  const text = pattern.repeat((30 * 1024) / pattern.length)
  const before = process.cpuUsage() // of this process only, so other ones do not matter
  contactMessageSchema.safeParse({ name: text, email: `${text}a`, message: text })
  expect(process.cpuUsage(before).user).toBeLessThan(500_000)
})

describe('characters that not every database, email and terminal can handle', () => {
  const rejectedEverywhere = [
    ...['\u0000', '\u0007', '\u001b', '\u007f', '\u0085', '\u009f'],
    ...['\ud83d', '\ude00', '\ude00\ud83d'],
  ]
  const INVISIBLE = [
    ...['\u061c', '\u200e', '\u200f', '\u202a', '\u202b', '\u202c', '\u202d', '\u202e'],
    ...['\u2066', '\u2067', '\u2068', '\u2069', '\u206a', '\u206f', '\ufff9', '\ufffa', '\ufffb'],
    ...['\u00ad', '\u034f', '\u115f', '\u17b4', '\u180e', '\u200b', '\u2060', '\u2064', '\u3164', '\ufeff', '\uffa0'],
    ...['\u2028', '\u2029', '\u{e0001}', '\u{e0041}', '\u{e007f}', '\u{1d173}'],
  ]

  test('are rejected in a name, as are characters that reorder or hide text', () => {
    for (const text of [...rejectedEverywhere, '\t', '\n', '\r', '\r\n', '\u000b', '\u000c', ...INVISIBLE]) {
      const issues = findIssues({ name: `Ada${text}Lovelace` })
      expect(issues, JSON.stringify(text)).toEqual(['name: Name contains a character that cannot be sent.'])
    }
  })

  test.each([
    ['Hebrew', 'שלום'],
    ['Persian, with a non-joiner', 'علی\u200cرضا'],
    ['Sinhala, with a joiner', 'ශ්\u200dරී'],
    ['Japanese, with a variation selector', '葛\u{e0100}城'],
    ['Devanagari', 'कृष्ण'],
    ['a family of emoji', '👩\u200d👩\u200d👧 ❤\ufe0f'],
    ['punctuation', "Seán O'Néill-Ó Súilleabháin, Jr. (III)"],
  ])('are not those of a name in %s', (_, name) => expect(findIssues({ name })).toEqual([]))

  test('are rejected in a message, which may have lines, tabs and invisible characters', () => {
    for (const text of [...rejectedEverywhere, '\u000b', '\u000c'])
      expect(findIssues({ message: `one${text}two` }), JSON.stringify(text)).toEqual([
        'message: Message contains a character that cannot be sent.',
      ])
    const accepted = ['\t', '\n', '\r\n', '\u200d', '\ufffd', '\uffff', '😀', '👩‍🔧', 'e\u0301', 'אב', ...INVISIBLE]
    for (const text of accepted)
      expect(contactMessageSchema.parse({ ...validMessage, message: `one${text}two` }).message).toBe(`one${text}two`)
  })
})

function longAddress(length: number): string {
  return `${'x'.repeat(length - '@pipe.example'.length)}@pipe.example`
}
