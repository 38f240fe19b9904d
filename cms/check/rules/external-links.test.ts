import { expect, test } from 'vitest'
import { createTestContent, runRule } from '#cms/check/test-content.ts'
import { createDeadLinkRule, findCheckableUrls } from './dead-links.ts'
import { checkExternalLinks, getExternalLinkProblem } from './external-links.ts'

test.each(['https://example.org', 'https://example.org/a?b=c#d', 'https://münchen.example/ü'])(
  '%s is an address that the site links to',
  (address) => {
    expect(getExternalLinkProblem(address)).toBeUndefined()
  },
)

test.each([
  ['http://example.org', 'begins with http: instead of https:'],
  ['javascript:alert(1)', 'begins with javascript:'],
  ['JavaScript:alert(1)', 'begins with javascript:'],
  ['data:text/html,hello', 'begins with data:'],
  ['mailto:office@example.org', 'begins with mailto:'],
  ['//example.org', 'begins with //'],
  ['www.example.org', 'is no whole address'],
  ['https://', 'is no address that a browser can open'],
  ['https://localhost/', 'is no address that a browser can open'],
  ['https://example.org/a b', 'is no address that a browser can open'],
])('%s is not', (address, reason) => {
  expect(getExternalLinkProblem(address)).toContain(reason)
})

const content = createTestContent({
  entries: {
    union: ['affiliation', { link: 'javascript:alert(1)' }],
    guild: ['affiliation', { link: ' https://guild.example.org ' }],
    none: ['affiliation', { link: '' }],
    settings: [
      'siteSettings',
      { facebookUrl: '//facebook.example.org/us', linkedinUrl: 'https://linkedin.example.org/us' },
    ],
    away: ['redirect', { from: '/shop', to: 'https://shop.example.org/' }],
    home: ['redirect', { from: '/start', to: '/' }],
  },
})

test('logos’ links and social links are named with their field', () => {
  expect(runRule(checkExternalLinks, content)).toEqual([
    expect.stringMatching(/^broken union\.link: Link begins with javascript:.*: write the whole address/),
    expect.stringMatching(/^broken settings\.facebookUrl: Facebook url begins with \/\//),
  ])
})

test('only what can be opened is asked for, each address once, redirects to other sites too', () => {
  expect(findCheckableUrls(content, content)).toEqual([
    'https://guild.example.org',
    'https://linkedin.example.org/us',
    'https://shop.example.org/',
  ])
})

test('what does not open is named; what may open the next time is no more than a hint', () => {
  const troubles = new Map([
    ['https://guild.example.org', { isDead: true, reason: 'answers that there is no such page (404)' }],
    ['https://shop.example.org/', { isDead: false, reason: 'did not answer in time' }],
  ])
  expect(runRule(createDeadLinkRule(troubles), content)).toEqual([
    'broken guild.link: Link leads to https://guild.example.org, which answers that there is no such page (404): open it, and correct or remove it',
    'should away.to: To leads to https://shop.example.org/, which did not answer in time: open it, and correct or remove it',
  ])
  expect(runRule(createDeadLinkRule(new Map()), content)).toEqual([])
})
