import type { Content } from './content.ts'
import type { Flaw } from './finding.ts'
import { isEmpty } from './places.ts'

/** Service panels that have one half of a link: without its words, or without its page, the site shows none. */
export const panelLinks = ({ entries }: Content): readonly Flaw[] =>
  entries.flatMap((entry) => {
    const { linkRoute, linkLabel } = entry.fields
    if (entry.type !== 'servicePanel' || isEmpty(linkRoute) === isEmpty(linkLabel)) return []
    const [field, text] = isEmpty(linkLabel)
      ? ['linkLabel', `Link label is empty, and so the panel does not lead to ${linkRoute}: write it`]
      : ['linkRoute', `Link route is empty, and so “${linkLabel}” is not shown: choose a page`]
    return [{ rule: 'empty', severity: 'broken', of: entry, field, text }]
  })
