import { CHECK_RULES, type ReportedIssue, type RuleId } from '#cms/check/check-rule.ts'
import type { CheckedContent } from '#cms/check/checked-content.ts'
import type { LinkCheckResult } from '#cms/check/link-checker.ts'

/** What was looked at, and what was found. */
export interface CheckReport {
  /** For people: which space. */
  readonly space: string
  /** ISO time */
  readonly checkedAt: string
  readonly checked: {
    readonly entries: number
    readonly assets: number
    /** Other sites' addresses; `null` where none was asked. */
    readonly links: number | null
  }
  readonly counts: {
    /** What visitors see. */
    readonly broken: number
    readonly should: number
    /** Of both, in what is not published yet. */
    readonly drafts: number
  }
  /** What could not be looked at, a line each. */
  readonly notes: readonly string[]
  /** Group by group; within one, what visitors see comes first. */
  readonly findings: readonly ReportedIssue[]
}

interface Looked {
  readonly content: CheckedContent
  readonly addresses: number
  readonly probed: LinkCheckResult | undefined
}

export function createCheckReport(
  space: string | undefined,
  findings: readonly ReportedIssue[],
  looked?: Looked,
): CheckReport {
  const { content, addresses = 0, probed } = looked ?? {}
  const published = findings.filter(({ isDraft }) => !isDraft)
  return {
    space: space ?? 'the space',
    checkedAt: new Date().toISOString(),
    checked: {
      entries: content?.entries.length ?? 0,
      assets: content?.assets.size ?? 0,
      links: probed ? addresses - probed.uncheckedCount : null,
    },
    counts: {
      broken: published.filter(({ severity }) => severity === 'broken').length,
      should: published.filter(({ severity }) => severity === 'should').length,
      drafts: findings.length - published.length,
    },
    notes: looked ? notesOf(addresses, probed) : ['Nothing else could be looked at.'],
    findings: inOrder(findings),
  }
}

function notesOf(addresses: number, probed: LinkCheckResult | undefined): readonly string[] {
  if (!probed) return ['Other sites were not asked whether links to them are alive.']
  if (probed.uncheckedCount === 0) return []
  if (probed.uncheckedCount === addresses)
    return ['No other site could be reached from here: links to them were not tried.']
  return [`There was no time for ${probed.uncheckedCount} of ${addresses} links to other sites.`]
}

const ORDER = Object.keys(CHECK_RULES)

/** Group by group; what visitors see first, and what is broken before what could be better. */
const inOrder = (findings: readonly ReportedIssue[]) =>
  findings.toSorted(
    (one, other) =>
      ORDER.indexOf(one.rule) - ORDER.indexOf(other.rule) ||
      Number(one.isDraft) - Number(other.isDraft) ||
      Number(one.severity === 'should') - Number(other.severity === 'should'),
  )

interface Group {
  readonly rule: RuleId
  readonly findings: readonly ReportedIssue[]
}

/** The findings by what was looked for; groups without any are left out. */
export const groupIssues = ({ findings }: Pick<CheckReport, 'findings'>): readonly Group[] => {
  const byRule = Map.groupBy(findings, ({ rule }) => rule)
  return [...byRule].map(([rule, found]) => ({ rule, findings: found }))
}
