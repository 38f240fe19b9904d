import { type BadContent, OMITTED } from './bad-content.ts'

const FIRST = 'affiliationsCollection.items.0.link'
const partner = (link: unknown): BadContent => ({
  name: `a partner's link ${link}`,
  page: 'services',
  wrong: { [FIRST]: link },
  shows: { 'affiliations.0.link': undefined },
  logs: [
    `Affiliation affiliation-contractorsafe-registry shown without invalid fields: link is ${JSON.stringify(link)}`,
  ],
})

const social = (field: 'facebookUrl' | 'linkedinUrl', link: unknown): BadContent => ({
  name: `${field} ${link}`,
  page: 'site',
  wrong: { [field]: link },
  shows: { [field]: undefined },
  logs: [`Site settings site-settings shown without invalid fields: ${field} is ${JSON.stringify(link)}`],
})

/** Links that lead somewhere else than they say, or nowhere: what they were for stands without. */
export const LINK_CASES: readonly BadContent[] = [
  partner('javascript:alert(1)'),
  partner('data:text/html,<script>alert(1)</script>'),
  partner('//partner.example'),
  partner('http://partner.example'),
  partner('partner'),
  partner(null),
  social('facebookUrl', 'javascript:alert(1)'),
  social('facebookUrl', '//www.facebook.com/blackland'),
  social('linkedinUrl', null),
  {
    name: 'a panel that leads to a page that is not there',
    page: 'services',
    wrong: { 'panelsCollection.items.0.linkRoute': '/nowhere' },
    shows: { 'panels.0.link': null },
    logs: ['Service panel panel-main-pipeline shown without invalid fields: linkRoute is "/nowhere"'],
  },
  {
    name: 'a panel whose link has no words',
    page: 'services',
    wrong: { 'panelsCollection.items.0.linkLabel': null },
    shows: { 'panels.0.link': null },
    logs: [],
  },
  {
    name: 'a navigation item that leads to a script',
    page: 'site',
    wrong: { 'navigationCollection.items.1.route': 'javascript:alert(1)' },
    shows: { 'navigation.1': OMITTED },
    logs: ['Navigation item nav-gallery omitted: route is "javascript:alert(1)"'],
  },
]
