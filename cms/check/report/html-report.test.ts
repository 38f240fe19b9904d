import { expect, onTestFinished, test, vi } from 'vitest'
import { CHECK_RULES, type ReportedIssue } from '#cms/check/check-rule.ts'
import { type CheckReport, createCheckReport } from './check-report.ts'
import { renderHtmlReport } from './html-report.ts'

const finding: ReportedIssue = {
  ...{ rule: 'altText', severity: 'warning', isDraft: false, kind: 'entry', id: 'photo', type: 'Gallery image' },
  ...{ title: 'Two workers', text: 'Alternative text says nothing' },
  link: 'https://app.contentful.com/spaces/abc/environments/master/entries/photo',
}
const report = (
  findings: readonly ReportedIssue[],
  counts = { errors: 0, warnings: findings.length, drafts: 0, waiting: 0 },
): CheckReport => ({
  space: 'the space "abc"',
  checkedAt: '2026-11-21T20:50:00.000Z',
  checked: { entries: 176, assets: 162, links: null },
  counts,
  notes: ['Other sites were not asked.'],
  findings,
})

test('§10.7 shows an issue below its heading, with a CMS link and a thumbnail, the time and notes, without scripts and other files', () => {
  onTestFinished(() => void vi.unstubAllEnvs())
  vi.stubEnv('TZ', 'Asia/Tokyo')
  const page = renderHtmlReport(report([{ ...finding, thumbnail: 'https://images.example.org/a.jpg?w=160' }]))
  expect(page.match(/<(?:html|meta|link|title|section|p class="over").+|<time.+/g)).toEqual([
    '<html lang="en">',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="robots" content="noindex">',
    '<meta name="referrer" content="no-referrer">',
    '<link rel="icon" href="data:,">',
    '<title>Content report: No errors on the site</title>',
    '<p class="over">Content report of the space &#34;abc&#34;</p>',
    '<time datetime="2026-11-21T20:50:00.000Z">21 November 2026 at 20:50 UTC</time>: 176 entries and 162 assets checked.</p>',
    '<section aria-labelledby="warnings">',
  ])
  expect(
    page.slice(page.indexOf('<h3>'), page.indexOf('</section>')),
  ).toBe(`<h3>Alternative texts <span class="count">1</span></h3>
<p class="about">${CHECK_RULES.altText.about}</p>
<ul class="findings pictured">
<li>
<div class="picture"><img src="https://images.example.org/a.jpg?w=160" alt="" width="80" height="60" loading="lazy"></div>
<div class="words">
<h4><a href="${finding.link}" target="_blank" rel="noopener"><bdi>Two workers</bdi><span class="heard"> (opens in a new tab)</span></a></h4>
<p class="marks"><span class="mark">Warning</span><span>Gallery image</span></p>
<p>Alternative text says nothing</p>
</div>
</li>
</ul>
`)
  expect(page).not.toMatch(/<script|@import|url\(/)
  expect(page).toContain('Other sites were not asked.')
})

test('§10.8 shows what visitors miss, then warnings, drafts and what waits, and links to each of these', () => {
  const draft = { ...finding, severity: 'error', isDraft: true, title: 'Draft' } as const
  const later = { ...draft, severity: 'warning', title: 'Later' } as const
  const first = { ...later, rule: 'page', title: 'First' } as const
  const error = { ...finding, severity: 'error', rule: 'unused', title: 'Error' } as const
  const waiting = { ...finding, severity: 'waiting', title: 'Gallery', text: '40 drafts are in the list' } as const
  const { findings, counts } = createCheckReport(undefined, [waiting, later, draft, first, finding, error])
  expect(findings.map(({ title }) => title)).toEqual(['Error', 'Two workers', 'First', 'Draft', 'Later', 'Gallery'])
  expect(counts).toEqual({ errors: 1, warnings: 1, drafts: 3, waiting: 1 })
  const page = renderHtmlReport(report(findings, { ...counts, errors: 1_010, drafts: 0 }))
  const [warningMark, errorMark] = ['"mark">Warning', '"mark error">Error'].map(
    (mark) => `<p class="marks"><span class=${mark}</span><span>Gallery image</span></p>`,
  )
  const link = `<a href="${finding.link}" target="_blank" rel="noopener">`
  const tab = '<span class="heard"> (opens in a new tab)</span></a>'
  const group = (rule: 'altText' | 'page' | 'unused', count: number) => [
    `<h3>${CHECK_RULES[rule].title} <span class="count">${count}</span></h3>`,
    `<p class="about">${CHECK_RULES[rule].about}</p>`,
    '<ul class="findings">',
  ]
  expect(page.match(/<(?:h[23]|ul|p class="(?:when|about|marks|clean))[^\n]+|<li>[^\n]+/g)).toEqual([
    '<ul class="figures">',
    '<li><a href="#errors"><b>1,010</b> errors</a></li>',
    '<li><a href="#warnings"><b>1</b> warning</a></li>',
    '<li><b>0</b> not seen by visitors</li>',
    '<li><a href="#waiting"><b>1</b> list with drafts</a></li>',
    expect.stringMatching(/^<p class="when"><time/),
    '<p class="when">Other sites were not asked.</p>',
    '<h2 id="errors">Visitors miss this now</h2>',
    ...[...group('unused', 1), errorMark],
    '<h2 id="warnings">To correct on the site</h2>',
    ...[...group('altText', 1), warningMark],
    '<h2 id="drafts">To correct before visitors see it</h2>',
    ...[...group('page', 1), warningMark, ...group('altText', 2), errorMark, warningMark],
    '<h2 id="waiting">Drafts that wait in lists</h2>',
    '<p class="about">New ones, and what was taken down. They are no errors.</p>',
    '<ul class="waiting">',
    `<li>${link}40 drafts are in the list${tab}</li>`,
  ])
})

const error = { ...finding, severity: 'error' } as const
test.each([
  [[finding, error], '1 error on the site'],
  [[finding, { ...error, isDraft: true }, { ...finding, severity: 'waiting' }], 'No errors on the site'],
  [[], 'No issues'],
] as const)('counts only what visitors miss in the headline: %#', (findings, words) => {
  const page = renderHtmlReport(createCheckReport('the space', findings))
  expect(page).toContain(`<h1>${words}</h1>`)
  expect(page.includes('<p class="clean">')).toBe(findings.length === 0)
})

test('escapes texts of editors', () => {
  const evil = `"><script>alert('x')</script>&lt;`
  const page = renderHtmlReport({
    ...report([{ ...finding, title: evil, type: evil, text: evil, link: evil, thumbnail: evil }]),
    space: evil,
    notes: [evil],
  })
  expect(page).not.toMatch(/<script|">\s*<script|alert\('x'\)/)
  expect(page.split('&#34;&#62;&#60;script&#62;alert(&#39;x&#39;)&#60;/script&#62;&#38;lt;')).toHaveLength(8)
})

test('an issue of the space has no link', () => {
  const page = renderHtmlReport(report([{ ...finding, kind: 'space', id: null, title: 'The space', link: null }]))
  expect(page).toContain('<h4><bdi>The space</bdi></h4>')
})
