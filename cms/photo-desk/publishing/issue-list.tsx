import { Badge } from '@contentful/f36-components'
import type { ContentIssue } from '#cms/check/check-rule.ts'
import type { Failure } from './change-pictures.ts'
import type { PictureCheck } from './check-pictures.ts'
import { DifferenceTable } from './difference-table.tsx'

interface IssueListProps {
  readonly check: PictureCheck
  /** Why the last attempt to publish failed. */
  readonly failure: Failure | undefined
}

/** Why something cannot be published, and what should be corrected. */
export function IssueList({ check: { blocking, advice }, failure }: IssueListProps) {
  if (!failure && blocking.length + advice.length === 0) return null
  return (
    <ul className="publishing-issues">
      {failure && (
        <li>
          <Badge variant="negative">Not published</Badge> <span role="alert">{failure.message}</span>
          {failure.differences && (
            <DifferenceTable
              caption="Changed by somebody else"
              titles={['You have seen', 'There is now']}
              differences={failure.differences}
            />
          )}
        </li>
      )}
      {blocking.map((issue) => (
        <li key={toKey(issue)}>
          <Badge variant="negative">Cannot be published</Badge> {issue.text}
        </li>
      ))}
      {advice.map((issue) => (
        <li key={toKey(issue)}>
          <Badge variant="warning">Check</Badge> {issue.text}
        </li>
      ))}
    </ul>
  )
}

const toKey = ({ rule, field, text }: ContentIssue) => `${rule} ${field} ${text}`
