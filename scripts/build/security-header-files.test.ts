import { expect, test } from 'vitest'
import { formatHeadersFile } from './security-header-files.ts'

const file = formatHeadersFile({
  all: { 'x-content-type-options': 'nosniff' },
  pages: {
    'index.html': { 'content-security-policy': 'home' },
    'gallery/index.html': { 'content-security-policy': 'gallery' },
  },
  drafts: {},
})

/** The rules, by the address that they are for. */
const rules = Object.fromEntries(
  file
    .trimEnd()
    .split(/\n(?=\/)/)
    .map((rule) => rule.split('\n  '))
    .map(([address = '', ...headers]) => [address, headers]),
)

test('a static host sets the same headers, for each way to write a page’s address', () => {
  expect(rules).toMatchObject({
    '/*': ['x-content-type-options: nosniff'],
    '/': ['content-security-policy: home'],
    '/index.html': ['content-security-policy: home'],
    '/gallery': ['content-security-policy: gallery'],
    '/gallery/': ['content-security-policy: gallery'],
    '/gallery/index.html': ['content-security-policy: gallery'],
  })
})

test('no address gets a header from two rules, whose values such hosts would join', () => {
  const names = (address: string) => (rules[address] ?? []).map((line) => line.split(':')[0])
  for (const address of Object.keys(rules).filter((each) => each !== '/*'))
    expect(names(address).filter((name) => names('/*').includes(name))).toEqual([])
})

test('a picture that is opened by itself runs no script', () => {
  expect(rules['/media/*']?.[0]).toMatch(/^content-security-policy: default-src 'none';/)
  expect(rules['/media/*']?.[0]).not.toContain('script-src')
})
