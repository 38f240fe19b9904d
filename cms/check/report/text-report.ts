import { CHECK_RULES, type ReportedIssue } from '#cms/check/check-rule.ts'
import { type CheckReport, formatNumber, formatPartCounts, groupIssues, REPORT_PARTS } from './check-report.ts'

/** Formats the report for a terminal, grouped by part and rule. */
export function formatTextReport(report: CheckReport): string {
  const lines = groupIssues(report)
    .flatMap(({ part, groups }) => groups.map((group) => ({ part, ...group })))
    .flatMap(({ part, rule, findings }) => [
      `${part === 'waiting' ? REPORT_PARTS[part] : CHECK_RULES[rule].title} (${findings.length})`,
      ...findings.flatMap(formatIssue),
      '',
    ])
  return [...lines, ...report.notes, formatSummary(report)].map(toSingleLine).join('\n')
}

/** For example `3 errors, 2 warnings, 1 not seen by visitors, 1 list with drafts; 182 entries and 162 assets checked.` */
const formatSummary = (report: CheckReport) =>
  `${report.findings.length === 0 ? 'No issues' : Object.values(formatPartCounts(report.counts)).join(', ')}; ${formatCheckedCounts(report)}.`

/** For example `182 entries, 162 assets and 15 links checked`. */
export function formatCheckedCounts({ checked: { entries, assets, links } }: CheckReport): string {
  const otherCounts =
    links === null
      ? `and ${formatNumber(assets)} assets`
      : `${formatNumber(assets)} assets and ${formatNumber(links)} links`
  return `${formatNumber(entries)} entries${links === null ? ' ' : ', '}${otherCounts} checked`
}

function formatIssue({ severity, isDraft, type, title, id, text, link }: ReportedIssue): readonly string[] {
  if (severity === 'waiting') return [`  ${text}`, ...(link ? [`    ${link}`] : [])]
  const mark = `${isDraft ? 'draft, ' : ''}${severity}`
  const target = id === null ? title : `${type} “${truncate(title)}” (${id})`
  return [`  ${mark}: ${target}`, `    ${text}`, ...(link ? [`    ${link}`] : [])]
}

const truncate = (title: string) => (title.length > 80 ? `${title.slice(0, 79)}…` : title)

/** Removes control characters, which a terminal would interpret. */
const toSingleLine = (text: string) => text.replace(/\p{Cc}+/gu, ' ').trimEnd()
