import { expect, test } from 'vitest'
import { createTestContent, runRule } from '#tests/setup/contentful/checked-content.ts'
import { checkPanelLinks } from './panel-links.ts'

const panel = (fields: object) => createTestContent({ entries: { panel: ['servicePanel', fields] } })

test.each([
  [{ linkRoute: '/gallery' }, 'linkLabel: Link label is empty, so the panel has no link to /gallery: fill it in'],
  [{ linkLabel: 'More' }, 'linkRoute: Link route is empty, so “More” is not shown: choose a page'],
])('reports the incomplete link %o', (fields, line) => {
  expect(runRule(checkPanelLinks, panel(fields))).toEqual([`error panel.${line}`])
})
