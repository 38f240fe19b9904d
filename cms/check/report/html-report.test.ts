import { expect, test } from 'vitest'
import type { ReportedIssue } from '#cms/check/check-rule.ts'
import type { CheckReport } from './check-report.ts'
import { renderHtmlReport } from './html-report.ts'

const finding: ReportedIssue = {
  rule: 'altText',
  severity: 'should',
  isDraft: false,
  kind: 'entry',
  id: 'photo',
  type: 'Gallery image',
  title: 'Two workers',
  text: 'Alt text says nothing',
  link: 'https://app.contentful.com/spaces/abc/environments/master/entries/photo',
}
const report = (
  findings: readonly ReportedIssue[],
  counts = { broken: 0, should: findings.length, drafts: 0 },
): CheckReport => ({
  space: 'the space "abc"',
  checkedAt: '2026-11-21T20:50:00.000Z',
  checked: { entries: 176, assets: 162, links: null },
  counts,
  notes: ['Other sites were not asked.'],
  findings,
})

test('a finding is under its group, leads into the CMS, and has its picture beside it', () => {
  const page = renderHtmlReport(report([{ ...finding, thumbnail: 'https://images.example.org/a.jpg?w=160' }]))
  expect(page).toContain('<h2 id="altText">Alt texts <span class="count">1</span></h2>')
  expect(page).toContain('<a href="#altText">Alt texts</a>')
  expect(page).toContain(`<a href="${finding.link}" target="_blank" rel="noopener"><bdi>Two workers</bdi><span`)
  expect(page).toContain(
    '<img src="https://images.example.org/a.jpg?w=160" alt="" width="80" height="60" loading="lazy">',
  )
})

test('the page says when, what was looked at and what was not', () => {
  const page = renderHtmlReport(report([finding]))
  expect(page).toContain('21 November 2026 at 20:50 UTC</time>: 176 entries and 162 assets looked at.')
  expect(page).toContain('Other sites were not asked.')
  expect(page).toContain('the space &#34;abc&#34;')
})

test.each([
  [{ broken: 1, should: 2, drafts: 3 }, '1 thing visitors miss or see wrong'],
  [{ broken: 0, should: 2, drafts: 3 }, 'Nothing is broken, 2 things could be better'],
  [{ broken: 0, should: 0, drafts: 3 }, 'Visitors see nothing wrong, 3 things to look at in drafts'],
  [{ broken: 0, should: 0, drafts: 0 }, 'Nothing to put right'],
])('%o is said in one line', (counts, words) => {
  expect(renderHtmlReport(report([], counts))).toContain(`<h1>${words}</h1>`)
})

test('what editors wrote is text, wherever it stands', () => {
  const evil = `"><script>alert('x')</script>`
  const page = renderHtmlReport({
    ...report([{ ...finding, title: evil, type: evil, text: evil, link: evil, thumbnail: evil }]),
    space: evil,
    notes: [evil],
  })
  expect(page).not.toMatch(/<script|">\s*<script|alert\('x'\)/)
  expect(page).toContain('&#60;script&#62;')
})

test('that a way into the CMS opens a new tab is said, for the report may stand in a frame', () =>
  expect(renderHtmlReport(report([finding]))).toContain('<span class="heard"> (opens in a new tab)</span></a></h3>'))

test('what concerns the space itself leads nowhere', () => {
  const page = renderHtmlReport(report([{ ...finding, kind: 'space', id: null, title: 'The space', link: null }]))
  expect(page).toContain('<h3><bdi>The space</bdi></h3>')
})

test('the page needs no other file and no script', () => {
  expect(renderHtmlReport(report([finding]))).not.toMatch(/<script|<link rel="stylesheet"|@import|url\(/)
})
