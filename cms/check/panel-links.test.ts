import { expect, test } from 'vitest'
import { panelLinks } from './panel-links.ts'
import { found, testContent } from './test-content.ts'

const panel = (fields: object) => testContent({ entries: { panel: ['servicePanel', fields] } })

test.each([{}, { linkRoute: '/gallery', linkLabel: 'See our work' }])('%o is in order', (fields) => {
  expect(found(panelLinks, panel(fields))).toEqual([])
})

test.each([
  [{ linkRoute: '/gallery' }, 'linkLabel: Link label is empty, and so the panel does not lead to /gallery: write it'],
  [{ linkLabel: 'More' }, 'linkRoute: Link route is empty, and so “More” is not shown: choose a page'],
])('%o is half a link', (fields, line) => {
  expect(found(panelLinks, panel(fields))).toEqual([`broken panel.${line}`])
})
