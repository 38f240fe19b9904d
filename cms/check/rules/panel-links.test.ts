import { expect, test } from 'vitest'
import { createTestContent, runRule } from '#cms/check/test-content.ts'
import { checkPanelLinks } from './panel-links.ts'

const panel = (fields: object) => createTestContent({ entries: { panel: ['servicePanel', fields] } })

test.each([{}, { linkRoute: '/gallery', linkLabel: 'See our work' }])('%o is in order', (fields) => {
  expect(runRule(checkPanelLinks, panel(fields))).toEqual([])
})

test.each([
  [{ linkRoute: '/gallery' }, 'linkLabel: Link label is empty, and so the panel does not lead to /gallery: write it'],
  [{ linkLabel: 'More' }, 'linkRoute: Link route is empty, and so “More” is not shown: choose a page'],
])('%o is half a link', (fields, line) => {
  expect(runRule(checkPanelLinks, panel(fields))).toEqual([`broken panel.${line}`])
})
