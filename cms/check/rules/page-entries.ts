import type { ContentIssue } from '#cms/check/check-rule.ts'
import type { CheckedContent } from '#cms/check/checked-content.ts'
import type { ContentType } from '#cms/model/field-definitions.ts'
import { type Model, model } from '#cms/model/model.ts'

/** Content types that must have exactly one entry. */
const SINGLETON_TYPES = [
  'siteSettings',
  'homePage',
  'galleryPage',
  'servicesPage',
  'mainlinePage',
  'contactPage',
] as const satisfies readonly (keyof Model)[]

/** Reports pages without an entry or with several entries; the site then shows an arbitrary one. */
export const checkPageEntries = ({ entries }: CheckedContent, drafts: CheckedContent): readonly ContentIssue[] =>
  SINGLETON_TYPES.flatMap((type): readonly ContentIssue[] => {
    const { name }: ContentType = model[type]
    const [first, ...others] = entries.filter((entry) => entry.type === type)
    const severity = 'error'
    if (!first) {
      const draft = drafts.entries.find((entry) => entry.type === type)
      const text = `No entry of the type ${name} is published, so the site shows its bundled content: ${draft ? `publish “${draft.title}”` : 'create one and publish it'}`
      return [{ rule: 'page', severity, target: null, text }]
    }
    return others.map((target) => {
      const text = `There are several entries of the type ${name}, but the site shows only one: keep “${first.title}” (${first.id}) or this one, and archive the other`
      return { rule: 'page', severity, target, text }
    })
  })
