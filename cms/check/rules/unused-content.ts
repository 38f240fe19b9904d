import type { ContentIssue } from '#cms/check/check-rule.ts'
import { type CheckedContent, type CheckedEntry, getContentKey } from '#cms/check/checked-content.ts'
import { getFieldLinks } from '#cms/check/fields.ts'
import type { ContentType } from '#cms/model/field-definitions.ts'
import { model } from '#cms/model/model.ts'

/** Types that something may link to. Entries of the others stand for themselves: pages, settings, redirects. */
const LINKED_TYPES = new Set(
  Object.values<ContentType>(model).flatMap(({ fields }) =>
    Object.values(fields).flatMap(({ link }) => (link?.to === 'Entry' ? link.types : [])),
  ),
)

/** Entries and assets that no page leads to, neither as visitors see it nor as editors left it. */
export function checkUnusedContent(...contents: readonly CheckedContent[]): readonly ContentIssue[] {
  const used = new Set(contents.flatMap((content) => [...reached(content)]))
  const found = new Map(
    contents.flatMap(({ entries, assets }) => [
      ...[...entries.filter(({ type }) => LINKED_TYPES.has(type)), ...assets.values()].map(
        (each) => [getContentKey(each), each] as const,
      ),
    ]),
  )
  return [...found]
    .filter(([name]) => !used.has(name))
    .map(([, of]) => ({ rule: 'unused', severity: 'should', of, text: textOf(of.kind) }))
}

/** The names of all that pages lead to, and what they lead to, and so on. */
function reached({ entries, usedElsewhere }: CheckedContent): ReadonlySet<string> {
  const byName = new Map(entries.map((entry) => [getContentKey(entry), entry]))
  const seen = new Set<string>(usedElsewhere)
  const open: CheckedEntry[] = [
    ...entries.filter(({ type }) => !LINKED_TYPES.has(type)),
    ...[...usedElsewhere].flatMap((name) => byName.get(name) ?? []),
  ]
  for (const entry of open)
    for (const { link } of getFieldLinks(entry)) {
      if (seen.has(link.name)) continue
      seen.add(link.name)
      const next = byName.get(link.name)
      if (next) open.push(next)
    }
  return seen
}

const textOf = (kind: 'entry' | 'asset') =>
  kind === 'entry'
    ? 'Nothing on the site shows this entry: put it where it belongs, or archive it'
    : 'Nothing on the site shows this file: use it, or archive it'
