import type { CheckRule, ContentIssue } from '#cms/check/check-rule.ts'
import type { CheckedContent } from '#cms/check/checked-content.ts'
import type { LinkProblem } from '#cms/check/link-checker.ts'
import { type ExternalLinkValue, findExternalLinks, getExternalLinkProblem } from './external-links.ts'

/** Links that do not open, as the other sites answered. */
export const createDeadLinkRule =
  (troubles: ReadonlyMap<string, LinkProblem>): CheckRule =>
  (content) =>
    findExternalLinks(content).flatMap(({ entry, place, address }): readonly ContentIssue[] => {
      const trouble = troubles.get(address)
      if (!trouble) return []
      const { isDead, reason } = trouble
      const text = `${place.name} leads to ${address}, which ${reason}: open it, and correct or remove it`
      return [{ rule: 'link', severity: isDead ? 'broken' : 'should', target: entry, field: place.id, text }]
    })

/** The addresses that are worth asking, each once. */
export const findCheckableUrls = (...contents: readonly CheckedContent[]): readonly string[] => [
  ...new Set(
    contents
      .flatMap(findExternalLinks)
      .filter(isSound)
      .map(({ address }) => address),
  ),
]

const isSound = ({ address }: ExternalLinkValue) => getExternalLinkProblem(address) === undefined
