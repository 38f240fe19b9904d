import { expect, test } from 'vitest'
import type { CheckReport } from './check-report.ts'
import { formatTextReport } from './text-report.ts'

const report: CheckReport = {
  space: 'the space',
  checkedAt: '2026-11-21T20:50:00.000Z',
  checked: { entries: 1_176, assets: 162, links: 15 },
  counts: { broken: 0, should: 0, drafts: 0 },
  notes: [],
  findings: [],
}

test('nothing found is said in one line', () => {
  expect(formatTextReport(report)).toBe('Nothing to put right; 1,176 entries, 162 assets and 15 links looked at.')
})

test('each finding has its mark, its name, its sentence and its way into the CMS', () => {
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
    counts: { broken: 1, should: 0, drafts: 1 },
    notes: ['Other sites were not asked.'],
    findings: [
      { ...common, severity: 'broken', isDraft: false, title: 'photo', text: 'Alt text is empty' },
      { ...common, severity: 'should', isDraft: true, title: `\u001b[31m${'x'.repeat(90)}`, text: 'Alt text is short' },
    ],
  })
  expect(text).toBe(`Alt texts (2)
  broken: Gallery image “photo” (photo)
    Alt text is empty
    https://cms/photo
  draft, better: Gallery image “ [31m${'x'.repeat(74)}…” (photo)
    Alt text is short
    https://cms/photo

Other sites were not asked.
1 broken, 0 that could be better, 1 in drafts; 1,176 entries and 162 assets looked at.`)
})
