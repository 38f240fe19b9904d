import { expect, test } from 'vitest'
import { formatHeadersFile } from './headers-file.ts'

const file = formatHeadersFile({
  all: { 'x-content-type-options': 'nosniff' },
  pages: {
    'index.html': { 'content-security-policy': 'home' },
    'gallery/index.html': { 'content-security-policy': 'gallery' },
  },
  drafts: {},
  photoDesk: { 'content-security-policy': 'desk', 'x-robots-tag': 'noindex' },
})

/** The headers of each rule by its path. */
const rules = Object.fromEntries(
  file
    .trimEnd()
    .split(/\n(?=\/)/)
    .map((rule) => rule.split('\n  '))
    .map(([address = '', ...headers]) => [address, headers]),
)

test('has a rule for each form of a page address', () => {
  expect(rules).toMatchObject({
    '/*': ['x-content-type-options: nosniff'],
    '/': ['content-security-policy: home'],
    '/index.html': ['content-security-policy: home'],
    '/gallery': ['content-security-policy: gallery'],
    '/gallery/': ['content-security-policy: gallery'],
    '/gallery/index.html': ['content-security-policy: gallery'],
    '/photo-desk/*': ['content-security-policy: desk', 'x-robots-tag: noindex'],
  })
})

test('no two rules for an address set the same header, because hosts would join the values', () => {
  const names = (address: string) => (rules[address] ?? []).map((line) => line.split(':')[0])
  for (const address of Object.keys(rules).filter((each) => each !== '/*'))
    expect(names(address).filter((name) => names('/*').includes(name))).toEqual([])
})

test('media files run no scripts when they are opened directly', () => {
  expect(rules['/media/*']?.[0]).toMatch(/^content-security-policy: default-src 'none';/)
  expect(rules['/media/*']?.[0]).not.toContain('script-src')
})
