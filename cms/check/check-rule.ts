import type { CheckedAsset, CheckedContent, CheckedEntry } from './checked-content.ts'

/** What is looked for, in the order of the report. */
export const CHECK_RULES = {
  model: {
    title: 'The space itself',
    about: 'What the site needs of the space before it can show anything of it.',
  },
  page: { title: 'Pages', about: 'There is one entry of each page, and one of the site settings.' },
  language: {
    title: 'Languages',
    about: 'The site is written in English (en-US): what stands elsewhere is not shown.',
  },
  empty: { title: 'Empty fields', about: 'What a page cannot do without.' },
  reference: { title: 'References', about: 'Links to entries and files that visitors cannot get.' },
  file: { title: 'Files', about: 'Pictures and films of the media library that cannot be shown.' },
  link: { title: 'Links to other sites', about: 'Addresses that lead nowhere, or that the site leaves out.' },
  redirect: { title: 'Redirects', about: 'Old addresses that the site does not lead anywhere.' },
  altText: { title: 'Alt texts', about: 'What somebody who cannot see a picture is told of it.' },
  text: { title: 'Texts', about: 'Texts and figures that do not fit their place.' },
  list: { title: 'Lists', about: 'Photographs, logos and stages: how many, and each of them once.' },
  size: { title: 'Size of pictures and films', about: 'Too heavy to load quickly, or too small for their place.' },
  unused: { title: 'Not used', about: 'Nothing on the site shows it: link it, or archive it.' },
} as const

export type RuleId = keyof typeof CHECK_RULES

/** `broken`: something is missing or wrong on the page. `should`: the page is there, and could be better. */
export type Severity = 'broken' | 'should'

/** What a rule finds. */
export interface ContentIssue {
  readonly rule: RuleId
  readonly severity: Severity
  /** `null`: the space itself. */
  readonly target: CheckedEntry | CheckedAsset | null
  /** The id of the field. */
  readonly field?: string
  /** One sentence for an editor: what is wrong, and what to do. */
  readonly text: string
}

/** Looks through what visitors get, or through what they would get if everything was published: then both are the same. */
export type CheckRule = (content: CheckedContent, drafts: CheckedContent) => readonly ContentIssue[]

/** A flaw as it is reported. */
export interface ReportedIssue {
  readonly rule: RuleId
  readonly severity: Severity
  /** It is in what is not published yet: visitors do not see it. */
  readonly isDraft: boolean
  readonly kind: 'entry' | 'asset' | 'space'
  readonly id: string | null
  /** The content type's name, or `Asset`, or `Space`. */
  readonly type: string
  /** As editors know it. */
  readonly title: string
  readonly field?: string
  readonly text: string
  /** Where it is put right, in the CMS. */
  readonly link: string | null
  readonly thumbnail?: string
}
