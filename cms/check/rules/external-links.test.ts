import { expect, test } from 'vitest'
import { createTestContent, runRule } from '#tests/setup/contentful/checked-content.ts'
import { checkExternalLinks, createDeadLinkRule, findCheckableUrls, getExternalLinkProblem } from './external-links.ts'

test.each(['https://example.org', 'https://example.org/a?b=c#d', 'https://münchen.example/ü'])(
  '%s is an address that the site links to',
  (address) => {
    expect(getExternalLinkProblem(address)).toBeUndefined()
  },
)

const ADVICE = 'enter the complete address with https://'

test.each([
  ['HTTP://example.org', `begins with http: instead of https:, so the site omits it: ${ADVICE}`],
  ['javascript:alert(1)', `begins with javascript: instead of https:, so the site omits it: ${ADVICE}`],
  ['svn+ssh://a.example', `begins with svn+ssh: instead of https:, so the site omits it: ${ADVICE}`],
  ['//example.org', `begins with //, so the site omits it: ${ADVICE}`],
  ['www.example.org', `is not a complete address, so the site omits it: ${ADVICE}`],
  ['https://', 'is not a valid address: correct it'],
  ['https://intranet/news', 'is not a valid address: correct it'],
  ['https://example.org/a b', 'is not a valid address: correct it'],
])('reports %s', (address, reason) => {
  expect(getExternalLinkProblem(address)).toBe(reason)
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
    away: ['redirect', { from: '/shop', to: 'HTTPS://shop.example.org/' }],
    home: ['redirect', { from: '/start', to: '/' }],
  },
})

test('reports links of affiliations and social links with their field', () => {
  expect(runRule(checkExternalLinks, content)).toEqual([
    `error union.link: Link begins with javascript: instead of https:, so the site omits it: ${ADVICE}`,
    `error settings.facebookUrl: Facebook address begins with //, so the site omits it: ${ADVICE}`,
  ])
})

test('returns valid URLs once, including redirects to other sites', () => {
  expect(findCheckableUrls(content, content)).toEqual([
    'https://guild.example.org',
    'https://linkedin.example.org/us',
    'HTTPS://shop.example.org/',
  ])
})

test('reports dead links as errors and temporary failures as warnings', () => {
  const troubles = new Map([
    ['https://guild.example.org', { isDead: true, reason: 'responds that the page does not exist (404)' }],
    ['HTTPS://shop.example.org/', { isDead: false, reason: 'did not respond in time' }],
  ])
  expect(runRule(createDeadLinkRule(troubles), content)).toEqual([
    'error guild.link: Link links to https://guild.example.org, which responds that the page does not exist (404): open it, and correct or remove it',
    'warning away.to: To links to HTTPS://shop.example.org/, which did not respond in time: open it, and correct or remove it',
  ])
  expect(runRule(createDeadLinkRule(new Map()), content)).toEqual([])
})
