import type { CheckedAsset, CheckedContent, CheckedEntry } from './checked-content.ts'

/** Headings of the report, in order. Several rules can have the same heading. */
export const CHECK_RULES = {
  model: {
    title: 'The space itself',
    about: 'Languages and content types that the site requires.',
  },
  page: { title: 'Pages', about: 'Each page has exactly one entry, and so do the site settings.' },
  empty: { title: 'Empty fields', about: 'Fields that a page requires.' },
  reference: { title: 'References', about: 'Links to entries and files that are missing or do not suit.' },
  file: { title: 'Files', about: 'Pictures and films of the media library that cannot be shown.' },
  private: { title: 'Private data', about: 'Pictures that tell everybody where they were taken.' },
  link: { title: 'Links to other sites', about: 'Addresses that do not open, or that the site omits.' },
  redirect: { title: 'Redirects', about: 'Redirects that the site does not serve.' },
  altText: { title: 'Alternative texts', about: 'Descriptions of pictures for people who cannot see them.' },
  text: { title: 'Texts', about: 'Texts and numbers that are too long, too short or invalid.' },
  list: { title: 'Lists', about: 'Lists that are empty, too short or too long, and items that are listed twice.' },
  size: { title: 'Size of pictures and films', about: 'Files that load slowly, or pictures that are too small.' },
  unused: { title: 'Not used', about: 'Content that no page shows: link it, or archive it.' },
} as const

export type RuleId = keyof typeof CHECK_RULES

/**
 * `error`: something is missing or wrong on the page. `warning`: the page works, but something should be corrected.
 * `waiting`: nothing is wrong, an editor has not published it yet or has taken it down.
 */
export type Severity = 'error' | 'warning' | 'waiting'

/** An issue that a rule finds. */
export interface ContentIssue {
  readonly rule: RuleId
  readonly severity: Severity
  /** The entry or asset; `null` for an issue of the space. */
  readonly target: CheckedEntry | CheckedAsset | null
  /** Id of the field. */
  readonly field?: string
  /** A sentence for editors: what is wrong and what to do. */
  readonly text: string
}

/** Checks the published content, or the content with all drafts; then both arguments are the same. */
export type CheckRule = (content: CheckedContent, drafts: CheckedContent) => readonly ContentIssue[]

/** An issue with the data that the report shows. */
export interface ReportedIssue {
  readonly rule: RuleId
  readonly severity: Severity
  /** The issue is in content that visitors do not see: a draft, or what no page shows. */
  readonly isDraft: boolean
  readonly kind: 'entry' | 'asset' | 'space'
  readonly id: string | null
  /** Name of the content type, `Asset` or `Space`. */
  readonly type: string
  /** Title of the entry or asset. */
  readonly title: string
  readonly field?: string
  readonly text: string
  /** URL of the entry or asset in the CMS. */
  readonly link: string | null
  readonly thumbnail?: string
}
