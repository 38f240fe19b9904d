import type { ReportedIssue, RuleId } from '#cms/check/check-rule.ts'
import type { CheckReport } from './check-report.ts'

interface Group {
  readonly rule: RuleId
  readonly findings: readonly ReportedIssue[]
}

/** The findings by what was looked for; groups without any are left out. */
export const groupIssues = ({ findings }: Pick<CheckReport, 'findings'>): readonly Group[] => {
  const byRule = Map.groupBy(findings, ({ rule }) => rule)
  return [...byRule].map(([rule, found]) => ({ rule, findings: found }))
}
