import { describe, expect, test } from 'vitest'
import { contactMessage } from './contract.ts'

const good = { name: 'Ada Lovelace', email: 'ada@engine.example', message: 'Sixteen miles, by May.' }

/** Everything that is said about a message, by field. */
function complaints(changed: Record<string, unknown>): readonly string[] {
  const result = contactMessage.safeParse({ ...good, ...changed })
  return result.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []
}

test('a good message passes', () => expect(contactMessage.parse(good)).toEqual(good))

test('what is typed around a text is cut off', () => {
  const typed = { name: '  Ada Lovelace ', email: ' ada@engine.example\t', message: '\n Sixteen miles, by May.\n\n' }
  expect(contactMessage.parse(typed)).toEqual(good)
})

test('lines within a message stay', () => {
  expect(contactMessage.parse({ ...good, message: 'One\n\n  two' }).message).toBe('One\n\n  two')
})

describe.each([
  ['name', 'Name is required.'],
  ['email', 'Email is required.'],
  ['message', 'Message is required.'],
])('spec §5: %s is required', (field, message) => {
  test.each([undefined, null, 7, '', ' ', ' \t\n\u00a0'])('%o', (value) => {
    expect(complaints({ [field]: value })).toEqual([`${field}: ${message}`])
  })
})

describe.each([
  ['name', 75, 'Name must be 75 characters or fewer.'],
  ['message', 5000, 'Message must be 5000 characters or fewer.'],
] as const)('spec §5, §9: %s at most %i characters', (field, limit, message) => {
  test.each(['x', 'é', '界', '😀'])('of %s', (character) => {
    expect(complaints({ [field]: character.repeat(limit) })).toEqual([])
    expect(complaints({ [field]: character.repeat(limit + 1) })).toEqual([`${field}: ${message}`])
  })

  test('white space around it does not count', () => {
    expect(complaints({ [field]: `  ${'x'.repeat(limit)}\n` })).toEqual([])
  })
})

describe('spec §5: email has a valid format', () => {
  test.each(['a@b.co', 'first.last+tag@sub-domain.example.com', "o'neil@pipe.example", longAddress(254)])(
    '%s passes',
    (email) => expect(complaints({ email })).toEqual([]),
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
  ])('%s does not', (email) => {
    expect(complaints({ email })).toEqual(['email: Enter a valid email address.'])
  })
})

test('each field has its own message', () => {
  expect(complaints({ name: '', email: 'crew@', message: '' })).toEqual([
    'name: Name is required.',
    'email: Enter a valid email address.',
    'message: Message is required.',
  ])
})

function longAddress(length: number): string {
  return `${'x'.repeat(length - '@pipe.example'.length)}@pipe.example`
}
