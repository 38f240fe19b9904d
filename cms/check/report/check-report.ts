import { CHECK_RULES, type ReportedIssue } from '#cms/check/check-rule.ts'
import type { CheckedContent } from '#cms/check/checked-content.ts'
import type { LinkCheckResult } from '#cms/check/link-checker.ts'

/** The result of a check. */
export interface CheckReport {
  /** Name of the space. */
  readonly space: string
  /** ISO 8601 time. */
  readonly checkedAt: string
  readonly checked: {
    readonly entries: number
    readonly assets: number
    /** Checked URLs of other sites; `null` if they were not checked. */
    readonly links: number | null
  }
  readonly counts: Readonly<Record<ReportPart, number>>
  /** Lines about what was not checked. */
  readonly notes: readonly string[]
  /** Sorted by part, then by rule. */
  readonly findings: readonly ReportedIssue[]
}

/** Parts of the report with their headings, in order. `drafts`: also what is published but on no page. */
export const REPORT_PARTS = {
  errors: 'Visitors miss this now',
  warnings: 'To correct on the site',
  drafts: 'To correct before visitors see it',
  waiting: 'Drafts that wait in lists',
} as const

export type ReportPart = keyof typeof REPORT_PARTS

function getPart({ isDraft, severity }: ReportedIssue): ReportPart {
  if (severity === 'waiting') return severity
  return isDraft ? 'drafts' : `${severity}s`
}

/** For example `3 errors`, `2 warnings`, `1 not seen by visitors` and `1 list with drafts`. */
export const formatPartCounts = ({ errors, warnings, drafts, waiting }: CheckReport['counts']) => ({
  errors: formatPlural(errors, 'error'),
  warnings: formatPlural(warnings, 'warning'),
  drafts: `${formatNumber(drafts)} not seen by visitors`,
  waiting: `${formatPlural(waiting, 'list')} with drafts`,
})

export const formatNumber = (count: number) => count.toLocaleString('en-US')

const formatPlural = (count: number, noun: string) => `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`

interface CheckedData {
  readonly content: CheckedContent
  /** Number of URLs of other sites. */
  readonly urls: number
  readonly linkCheck: LinkCheckResult | undefined
  /** Number of files that could not be read. */
  readonly unreadCount: number
}

/** Creates a report. `checkedData` is `undefined` if only the setup of the space was checked. */
export function createCheckReport(
  space: string | undefined,
  findings: readonly ReportedIssue[],
  checkedData?: CheckedData,
): CheckReport {
  const { content, urls = 0, linkCheck } = checkedData ?? {}
  const countPart = (part: ReportPart) => findings.filter((finding) => getPart(finding) === part).length
  return {
    space: space ?? 'the space',
    checkedAt: new Date().toISOString(),
    checked: {
      entries: content?.entries.length ?? 0,
      assets: content?.assets.size ?? 0,
      links: linkCheck ? urls - linkCheck.uncheckedCount : null,
    },
    counts: {
      errors: countPart('errors'),
      warnings: countPart('warnings'),
      drafts: countPart('drafts'),
      waiting: countPart('waiting'),
    },
    notes: checkedData
      ? [...createLinkNotes(checkedData), ...createFileNotes(checkedData)]
      : ['Nothing else could be checked.'],
    findings: sortIssues(findings),
  }
}

function createLinkNotes({ urls, linkCheck }: CheckedData): readonly string[] {
  if (!linkCheck) return ['Links to other sites were not checked.']
  if (linkCheck.uncheckedCount === 0) return []
  if (linkCheck.uncheckedCount === urls) return ['No other site could be reached, so links to them were not checked.']
  return [`The time limit was reached before ${linkCheck.uncheckedCount} of ${urls} links to other sites were checked.`]
}

const createFileNotes = ({ unreadCount }: CheckedData): readonly string[] =>
  unreadCount > 0 ? [`Not all pictures could be read in time: ${unreadCount}. The next report reads these.`] : []

const [PART_ORDER, RULE_ORDER] = [Object.keys(REPORT_PARTS), Object.keys(CHECK_RULES)]

const sortIssues = (findings: readonly ReportedIssue[]) =>
  findings.toSorted(
    (a, b) =>
      PART_ORDER.indexOf(getPart(a)) - PART_ORDER.indexOf(getPart(b)) ||
      RULE_ORDER.indexOf(a.rule) - RULE_ORDER.indexOf(b.rule) ||
      Number(a.severity === 'warning') - Number(b.severity === 'warning'),
  )

/** Groups the issues by part and rule. Parts and rules without issues are omitted. */
export const groupIssues = ({ findings }: Pick<CheckReport, 'findings'>) =>
  [...Map.groupBy(findings, getPart)].map(([part, issues]) => ({
    part,
    groups: [...Map.groupBy(issues, ({ rule }) => rule)].map(([rule, findings]) => ({ rule, findings })),
  }))
