import { CHECK_RULES, type ReportedIssue } from '#cms/check/check-rule.ts'
import { type CheckReport, groupIssues } from './check-report.ts'

/** The report for people at a terminal, group by group. */
export function formatTextReport(report: CheckReport): string {
  const groups = groupIssues(report).flatMap(({ rule, findings }) => [
    `${CHECK_RULES[rule].title} (${findings.length})`,
    ...findings.flatMap(findingLines),
    '',
  ])
  return [...groups, ...report.notes, summaryOf(report)].map(oneLine).join('\n')
}

/** `3 broken, 2 that could be better, 1 in drafts; 182 entries, 162 assets and 15 links looked at.` */
function summaryOf(report: CheckReport): string {
  const { broken, should, drafts } = report.counts
  const found = `${counted(broken)} broken, ${counted(should)} that could be better, ${counted(drafts)} in drafts`
  return `${report.findings.length === 0 ? 'Nothing to put right' : found}; ${formatCheckedCounts(report)}.`
}

/** `182 entries, 162 assets and 15 links looked at` */
export function formatCheckedCounts({ checked: { entries, assets, links } }: CheckReport): string {
  const others =
    links === null ? `and ${counted(assets)} assets` : `${counted(assets)} assets and ${counted(links)} links`
  return `${counted(entries)} entries${links === null ? ' ' : ', '}${others} looked at`
}

function findingLines({ severity, isDraft, type, title, id, text, link }: ReportedIssue): readonly string[] {
  const mark = `${isDraft ? 'draft, ' : ''}${severity === 'broken' ? 'broken' : 'better'}`
  const what = id === null ? title : `${type} “${shortened(title)}” (${id})`
  return [`  ${mark}: ${what}`, `    ${text}`, ...(link ? [`    ${link}`] : [])]
}

const shortened = (title: string) => (title.length > 80 ? `${title.slice(0, 79)}…` : title)

const counted = (count: number) => count.toLocaleString('en-US')

/** A terminal obeys nothing of what editors wrote. */
const oneLine = (text: string) => text.replace(/\p{Cc}+/gu, ' ').trimEnd()
