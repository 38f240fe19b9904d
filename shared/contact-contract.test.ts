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
])('§3.8 §5.1 §5.3 §5.5 %s is required', (field, message) => {
  for (const value of [undefined, null, 7, ['Ada'], {}, '', ' ', ' \t\n\u00a0'])
    expect(findIssues({ [field]: value })).toEqual([`${field}: ${message}`])
})

test.each([
  ['name', 75, 'Name must be 75 characters or fewer.'],
  ['message', 5000, 'Message must be 5000 characters or fewer.'],
] as const)('§5.2 §5.6 %s has at most %i characters, without white space around it', (field, limit, message) => {
  for (const character of ['x', 'é', '界', '😀']) {
    expect(findIssues({ [field]: `  ${character.repeat(limit)}\n` })).toEqual([])
    expect(findIssues({ [field]: character.repeat(limit + 1) })).toEqual([`${field}: ${message}`])
  }
})

describe('§5.4 email has a valid format', () => {
  test.each([
    ...['a@b.co', 'first.last+tag@sub-domain.example.com', "o'neil@pipe.example", longAddress(254)],
    ...["az09.!#$%&'*+/=?^_`{|}~-@pipe.example", `a@${'x'.repeat(63)}.${'y'.repeat(62)}9`, 'a@1-2.co'],
    ...['r&d/sales=crew!~@pipe.example', '.docomo..@phone.example', 'a@xn--bcher-kva.example', 'Crew@PIPE.Example'],
  ])('%s', (email) => expect(contactMessageSchema.parse({ ...validMessage, email }).email).toBe(email))

  test.each([
    ['crew@BÜCHER.example', 'crew@xn--bcher-kva.example'],
    ['crew@bu\u0308cher.example', 'crew@xn--bcher-kva.example'],
    ['crew@почта.рф', 'crew@xn--80a1acny.xn--p1ai'],
  ])('%s is sent as %s', (email, sent) =>
    expect(contactMessageSchema.parse({ ...validMessage, email }).email).toBe(sent),
  )

  test.each([
    ...['crew', 'crew@', '@pipe.example', 'crew@pipe', 'crew@@pipe.example', 'a b@pipe.example', 'crew@pipe..example'],
    ...[
      'crew@pipe.example\nBcc: all@pipe.example',
      'Ada <ada@engine.example>',
      'ada@engine.example,bob@engine.example',
    ],
    ...[`a@${'x'.repeat(64)}.co`, `a@pipe.${'y'.repeat(64)}`, 'a@pipe.c', 'a@pipe-.example', 'a@pipe.co-'],
    ...['crew@-pipe.example', 'crew@pi_pe.example', 'crew@1.2.3.4', 'crew@[::1]', 'büro@pipe.example'],
    ...[`crew@${'ü'.repeat(62)}.example`, 'crew@pipe.example/path', 'crew@pipe.example:25', longAddress(255)],
  ])('not %s', (email) => expect(findIssues({ email })).toEqual(['email: Enter a valid email address.']))
})

test.each(['(a', 'a@', 'a.', '<@', ' ', '\r', '\u200b'])('validates 30 KiB of %j without delay', (pattern) => {
  const text = pattern.repeat((30 * 1024) / pattern.length)
  const before = process.cpuUsage() // of this process only, so other ones do not matter
  contactMessageSchema.safeParse({ name: text, email: `${text}a`, message: text })
  expect(process.cpuUsage(before).user).toBeLessThan(5_000_000) // µs; a quadratic pattern takes minutes
})

describe('§5.8 characters that pasted text has, and not every database, email and terminal can handle', () => {
  const send = (text: string) => {
    const { name, email, message } = contactMessageSchema.parse({
      name: `Ada${text}Lovelace`,
      email: `ada${text}@engine.example`,
      message: `one${text}two`,
    })
    return [name, email, message]
  }

  test.each(['\u0000', '\u001b', '\u007f', '\u009f', '\ud83d', '\ude00\ud83d', '\u202d', '\u202e'])(
    '%j is dropped',
    (text) => expect(send(text)).toEqual(['AdaLovelace', 'ada@engine.example', 'onetwo']),
  )

  test.each(['\r', '\n', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029'])('%j is a line break', (text) => {
    const message = { ...validMessage, name: `Ada${text}Lovelace`, message: `one${text}two` }
    expect(contactMessageSchema.parse(message)).toMatchObject({ name: 'Ada Lovelace', message: 'one\ntwo' })
  })

  test.each([
    ...['\u061c', '\u200e', '\u202a', '\u202c', '\u2066', '\u2069', '\u206a', '\u00ad', '\u034f', '\u115f', '\u17b4'],
    ...[
      '\u180e',
      '\u200b',
      '\u2064',
      '\u3164',
      '\ufeff',
      '\uffa0',
      '\ufff9',
      '\ufffb',
      '\u{e0001}',
      '\u{e007f}',
      '\u{1d173}',
    ],
  ])('%j is dropped from a line, and stays in a message', (text) =>
    expect(send(text)).toEqual(['AdaLovelace', 'ada@engine.example', `one${text}two`]),
  )

  test('a tab is a space in a name, and stays in a message', () => {
    const message = { ...validMessage, name: '\tAda\tLovelace\t', message: 'a\tb' }
    expect(contactMessageSchema.parse(message)).toMatchObject({ name: 'Ada Lovelace', message: 'a\tb' })
  })

  test.each([
    ['Hebrew', 'שלום'],
    ['Persian, with a non-joiner', 'علی\u200cرضا'],
    ['Sinhala, with a joiner', 'ශ්\u200dරී'],
    ['Japanese, with variation selectors', '葛\u{e0100}城\u{e01ef}\ufe00\ufe0f'],
    ['Devanagari', 'कृष्ण'],
    ['a family of emoji', '👩\u200d👩\u200d👧 ❤\ufe0f'],
    ['punctuation', "Seán O'Néill-Ó Súilleabháin, Jr. (III)"],
  ])('are not those of text in %s', (_, text) => {
    const sent = contactMessageSchema.parse({ ...validMessage, name: text, message: text })
    expect(sent).toMatchObject({ name: text, message: text })
  })

  test('a text of invisible characters alone is missing', () => {
    for (const field of ['name', 'message'])
      expect(findIssues({ [field]: '\u200b\u200d\ufe0f \u00ad' })).toHaveLength(1)
  })

  test.each(['a\r\n\vb', 'a \u0003\u0085', 'a\u2028\u00ad', 'a\u200b\u200d', 'a\ud83d\ude00\ud83d', 'a\u202e '])(
    'what is sent of %j stays the same when it is checked again, so that repeated requests are equal',
    (text) => {
      const sent = contactMessageSchema.parse({ ...validMessage, name: text, message: text })
      expect(contactMessageSchema.parse(sent)).toEqual(sent)
      expect(JSON.parse(JSON.stringify(sent))).toEqual(sent)
    },
  )
})

function longAddress(length: number): string {
  return `${'x'.repeat(length - '@pipe.example'.length)}@pipe.example`
}
