import type { ContentIssue } from '#cms/check/check-rule.ts'
import type { CheckedContent } from '#cms/check/checked-content.ts'
import type { ContentType } from '#cms/model/field-definitions.ts'
import { model } from '#cms/model/model.gen.ts'
import { isPage } from '#cms/model/pages.ts'

/** Content types that must have exactly one entry: the site settings and the pages. */
const SINGLETON_TYPES: readonly ContentType[] = [
  model.siteSettings,
  ...Object.values<ContentType>(model).filter(isPage),
]

/** Reports pages without an entry or with several entries; the site then shows an arbitrary one. */
export const checkPageEntries = ({ entries }: CheckedContent, drafts: CheckedContent): readonly ContentIssue[] =>
  SINGLETON_TYPES.flatMap(({ id: type, name }): readonly ContentIssue[] => {
    const [first, ...others] = entries.filter((entry) => entry.type === type)
    const severity = 'error'
    if (!first) {
      const draft = drafts.entries.find((entry) => entry.type === type)
      const text = `No entry of the type ${name} is published, so the site shows the texts and pictures that it was built with: ${draft ? `publish “${draft.title}”` : 'create one and publish it'}`
      return [{ rule: 'page', severity, target: draft ?? null, text }]
    }
    return others.map((target) => {
      const text = `There are several entries of the type ${name}, but the site shows only one: keep “${first.title}” (${first.id}) or this one, and archive the other`
      return { rule: 'page', severity, target, text }
    })
  })
