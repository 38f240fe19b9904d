import type { ContentIssue } from '#cms/check/check-rule.ts'
import { type CheckedContent, getContentKey } from '#cms/check/checked-content.ts'
import { getFieldLinks } from '#cms/check/fields.ts'
import type { ContentType } from '#cms/model/field-definitions.ts'
import { model } from '#cms/model/model.gen.ts'
import { getLinkedTypes } from '#cms/model/pages.ts'

/** Content types that others can link to. Entries of other types, such as pages and redirects, are used without links. */
const LINKED_TYPES = new Set(Object.values<ContentType>(model).flatMap(getLinkedTypes))

/**
 * Reports entries and assets that no page links to, directly or indirectly, in published content or drafts. The files of
 * such an entry are not reported beside it.
 */
export function checkUnusedContent(...contents: readonly CheckedContent[]): readonly ContentIssue[] {
  const used = new Set(contents.flatMap((content) => [...findShownKeys(content)]))
  const links = contents.flatMap(({ entries }) => entries).flatMap(getFieldLinks)
  for (const { link } of links) if (link.to === 'Asset') used.add(link.name)
  const candidates = new Map(
    contents.flatMap(({ entries, assets }) =>
      [...entries, ...assets.values()].map((item) => [getContentKey(item), item] as const),
    ),
  )
  return [...candidates]
    .filter(([key]) => !used.has(key))
    .map(([, target]) => ({ rule: 'unused', severity: 'warning', target, text: TEXTS[target.kind] }))
}

/** Returns the keys of what is used without links, and of what it links to, directly or indirectly. */
export function findShownKeys({ entries, usedElsewhere }: CheckedContent): ReadonlySet<string> {
  const entriesByKey = new Map(entries.map((entry) => [getContentKey(entry), entry]))
  const roots = entries.filter(({ type }) => !LINKED_TYPES.has(type)).map(getContentKey)
  const shownKeys = new Set<string>([...roots, ...usedElsewhere])
  // A set also iterates over the elements that are added meanwhile.
  for (const key of shownKeys) {
    const entry = entriesByKey.get(key)
    for (const { link } of entry ? getFieldLinks(entry) : []) shownKeys.add(link.name)
  }
  return shownKeys
}

const TEXTS = {
  entry: 'No page shows this entry: link it, or archive it',
  asset: 'No page shows this file: use it, or archive it',
} as const
