import type { ContentIssue } from '#cms/check/check-rule.ts'
import type { CheckedContent } from '#cms/check/checked-content.ts'
import { isEmptyValue } from '#cms/check/fields.ts'

/** Service panels that have one half of a link: without its words, or without its page, the site shows none. */
export const checkPanelLinks = ({ entries }: CheckedContent): readonly ContentIssue[] =>
  entries.flatMap((entry) => {
    const { linkRoute, linkLabel } = entry.fields
    if (entry.type !== 'servicePanel' || isEmptyValue(linkRoute) === isEmptyValue(linkLabel)) return []
    const [field, text] = isEmptyValue(linkLabel)
      ? ['linkLabel', `Link label is empty, and so the panel does not lead to ${linkRoute}: write it`]
      : ['linkRoute', `Link route is empty, and so “${linkLabel}” is not shown: choose a page`]
    return [{ rule: 'empty', severity: 'broken', of: entry, field, text }]
  })
