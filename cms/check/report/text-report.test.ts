import { expect, test } from 'vitest'
import type { ReportedIssue } from '#cms/check/check-rule.ts'
import type { CheckReport } from './check-report.ts'
import { formatTextReport } from './text-report.ts'

const report: CheckReport = {
  space: 'the space',
  checkedAt: '2026-11-21T20:50:00.000Z',
  checked: { entries: 1_176, assets: 162, links: 1_515 },
  counts: { errors: 0, warnings: 0, drafts: 0, waiting: 0 },
  notes: [],
  findings: [],
}

test('prints one line without issues', () => {
  expect(formatTextReport(report)).toBe('No issues; 1,176 entries, 162 assets and 1,515 links checked.')
})

test('§10.7 §10.9 prints each issue with severity, title, text and CMS link', () => {
  const photo: ReportedIssue = {
    ...{ rule: 'altText', severity: 'error', isDraft: false, kind: 'entry', id: 'photo', type: 'Gallery image' },
    ...{ title: 'photo', text: 'Alternative text is empty', link: 'https://cms/photo' },
  }
  const long: ReportedIssue = { ...photo, severity: 'warning', isDraft: true, title: `\u001b[31m${'x'.repeat(90)}` }
  const own: ReportedIssue = { ...photo, rule: 'model', kind: 'space', id: null, title: 'The space', link: null }
  const list: ReportedIssue = { ...photo, rule: 'list', severity: 'waiting', text: '40 drafts are in the list' }
  const text = formatTextReport({
    ...report,
    checked: { ...report.checked, links: null },
    counts: { errors: 1, warnings: 0, drafts: 1, waiting: 1 },
    notes: ['Other sites were not asked.'],
    findings: [own, photo, long, list],
  })
  expect(text).toBe(`The space itself (1)
  error: The space
    Alternative text is empty

Alternative texts (1)
  error: Gallery image “photo” (photo)
    Alternative text is empty
    https://cms/photo

Alternative texts (1)
  draft, warning: Gallery image “ [31m${'x'.repeat(74)}…” (photo)
    Alternative text is empty
    https://cms/photo

Drafts that wait in lists (1)
  40 drafts are in the list
    https://cms/photo

Other sites were not asked.
1 error, 0 warnings, 1 not seen by visitors, 1 list with drafts; 1,176 entries and 162 assets checked.`)
})
