import { expect, test } from 'vitest'
import type { CheckReport } from './check-report.ts'
import { formatTextReport } from './text-report.ts'

const report: CheckReport = {
  space: 'the space',
  checkedAt: '2026-11-21T20:50:00.000Z',
  checked: { entries: 1_176, assets: 162, links: 15 },
  counts: { errors: 0, warnings: 0, drafts: 0, waiting: 0 },
  notes: [],
  findings: [],
}

test('prints one line without issues', () => {
  expect(formatTextReport(report)).toBe('No issues; 1,176 entries, 162 assets and 15 links checked.')
})

test('prints each issue with severity, title, text and CMS link', () => {
  const common = {
    rule: 'altText',
    kind: 'entry',
    id: 'photo',
    type: 'Gallery image',
    link: 'https://cms/photo',
  } as const
  const text = formatTextReport({
    ...report,
    checked: { ...report.checked, links: null },
    counts: { errors: 1, warnings: 0, drafts: 1, waiting: 1 },
    notes: ['Other sites were not asked.'],
    findings: [
      { ...common, severity: 'error', isDraft: false, title: 'photo', text: 'Alternative text is empty' },
      {
        ...common,
        severity: 'warning',
        isDraft: true,
        title: `\u001b[31m${'x'.repeat(90)}`,
        text: 'Alternative text is short',
      },
      {
        ...common,
        rule: 'list',
        severity: 'waiting',
        isDraft: false,
        title: 'Gallery',
        text: '40 drafts are in the list',
      },
    ],
  })
  expect(text).toBe(`Alternative texts (1)
  error: Gallery image “photo” (photo)
    Alternative text is empty
    https://cms/photo

Alternative texts (1)
  draft, warning: Gallery image “ [31m${'x'.repeat(74)}…” (photo)
    Alternative text is short
    https://cms/photo

Drafts that wait in lists (1)
  40 drafts are in the list
    https://cms/photo

Other sites were not asked.
1 error, 0 warnings, 1 not seen by visitors, 1 list with drafts; 1,176 entries and 162 assets checked.`)
})
