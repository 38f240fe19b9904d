import type { CheckRule, ContentIssue } from '#cms/check/check-rule.ts'
import type { CheckedContent } from '#cms/check/checked-content.ts'
import type { LinkProblem } from '#cms/check/link-checker.ts'
import { type ExternalLinkValue, findExternalLinks, getExternalLinkProblem } from './external-links.ts'

/** Reports links to other sites that do not open. */
export const createDeadLinkRule =
  (problems: ReadonlyMap<string, LinkProblem>): CheckRule =>
  (content) =>
    findExternalLinks(content).flatMap(({ entry, field, url }): readonly ContentIssue[] => {
      const problem = problems.get(url)
      if (!problem) return []
      const { isDead, reason } = problem
      const text = `${field.name} links to ${url}, which ${reason}: open it, and correct or remove it`
      return [{ rule: 'link', severity: isDead ? 'error' : 'warning', target: entry, field: field.id, text }]
    })

/** Returns the valid URLs of other sites, each once. */
export const findCheckableUrls = (...contents: readonly CheckedContent[]): readonly string[] => [
  ...new Set(
    contents
      .flatMap(findExternalLinks)
      .filter(isValid)
      .map(({ url }) => url),
  ),
]

const isValid = ({ url }: ExternalLinkValue) => getExternalLinkProblem(url) === undefined
