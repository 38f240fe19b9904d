import type { ContentIssue } from '#cms/check/check-rule.ts'
import type { CheckedContent } from '#cms/check/checked-content.ts'
import type { ContentType } from '#cms/model/field-definitions.ts'
import { type Model, model } from '#cms/model/model.ts'

/** What the site asks for the one entry of. */
const SINGLE = [
  'siteSettings',
  'homePage',
  'galleryPage',
  'servicesPage',
  'mainlinePage',
  'contactPage',
] as const satisfies readonly (keyof Model)[]

/** Pages of which there is none, or more than one: then nobody can say which one visitors get. */
export const checkPageEntries = ({ entries }: CheckedContent, drafts: CheckedContent): readonly ContentIssue[] =>
  SINGLE.flatMap((type): readonly ContentIssue[] => {
    const { name }: ContentType = model[type]
    const [first, ...others] = entries.filter((entry) => entry.type === type)
    const severity = 'broken'
    if (!first) {
      const waiting = drafts.entries.find((entry) => entry.type === type)
      const text = `No entry of the type ${name} is published, and the site shows its bundled copy: ${waiting ? `publish “${waiting.title}”` : 'make one and publish it'}`
      return [{ rule: 'page', severity, target: null, text }]
    }
    return others.map((of) => {
      const text = `There are several entries of the type ${name}, and the site shows one of them: keep “${first.title}” (${first.id}) or this one, and archive the other`
      return { rule: 'page', severity, of, text }
    })
  })
