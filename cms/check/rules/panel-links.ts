import type { ContentIssue } from '#cms/check/check-rule.ts'
import type { CheckedContent } from '#cms/check/checked-content.ts'
import { isEmptyValue } from '#cms/check/fields.ts'

/** Reports service panels with a link label but no page, or a page but no label. The site omits such links. */
export const checkPanelLinks = ({ entries }: CheckedContent): readonly ContentIssue[] =>
  entries.flatMap((entry) => {
    const { linkRoute, linkLabel } = entry.fields
    if (entry.type !== 'servicePanel' || isEmptyValue(linkRoute) === isEmptyValue(linkLabel)) return []
    const [field, text] = isEmptyValue(linkLabel)
      ? ['linkLabel', `Link label is empty, so the panel has no link to ${linkRoute}: fill it in`]
      : ['linkRoute', `Link route is empty, so “${linkLabel}” is not shown: choose a page`]
    return [{ rule: 'empty', severity: 'error', target: entry, field, text }]
  })
