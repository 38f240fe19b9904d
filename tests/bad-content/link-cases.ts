import { type BadContent, OMITTED } from './bad-content.ts'

const FIRST_LINK = 'affiliationsCollection.items.0.link'
const createPartnerCase = (link: unknown): BadContent => ({
  name: `a partner's link ${link}`,
  page: 'services',
  changes: { [FIRST_LINK]: link },
  expectedChanges: { 'affiliations.0.link': undefined },
  logs: [
    `Affiliation affiliation-contractorsafe-registry shown without invalid fields: link is ${JSON.stringify(link)}`,
  ],
})

const createSocialCase = (field: 'facebookUrl' | 'linkedinUrl', index: number, link: unknown): BadContent => ({
  name: `${field} ${link}`,
  page: 'site',
  changes: { [field]: link },
  expectedChanges: { [`socialLinks.${index}`]: OMITTED },
  logs: [`Site settings site-settings shown without invalid fields: ${field} is ${JSON.stringify(link)}`],
})

/** Unsafe, invalid and missing links: their content is shown without the link. */
export const LINK_CASES: readonly BadContent[] = [
  createPartnerCase('javascript:alert(1)'),
  createPartnerCase('data:text/html,<script>alert(1)</script>'),
  createPartnerCase('http://partner.example'),
  createPartnerCase(null),
  createSocialCase('facebookUrl', 0, 'javascript:alert(1)'),
  createSocialCase('linkedinUrl', 1, null),
  {
    name: 'a panel with a link to an unknown page',
    page: 'services',
    changes: { 'panelsCollection.items.0.linkRoute': '/nowhere' },
    expectedChanges: { 'panels.0.link': null },
    logs: ['Service panel panel-main-pipeline shown without invalid fields: linkRoute is "/nowhere"'],
  },
  {
    name: 'a panel without a link label',
    page: 'services',
    changes: { 'panelsCollection.items.0.linkLabel': null },
    expectedChanges: { 'panels.0.link': null },
    logs: [],
  },
  {
    name: 'a navigation item with a javascript: URL',
    page: 'site',
    changes: { 'navigationCollection.items.1.route': 'javascript:alert(1)' },
    expectedChanges: { 'navigation.1': OMITTED },
    logs: ['Navigation item nav-gallery omitted: route is "javascript:alert(1)"'],
  },
]
