import type { CheckRule, ContentIssue } from '#cms/check/check-rule.ts'
import type { CheckedContent } from '#cms/check/checked-content.ts'
import { createFieldIssue, type EntryField, getFieldInfos, isEmptyValue } from '#cms/check/fields.ts'
import type { LinkProblem } from '#cms/check/link-checker.ts'

/** A link to another site, with its field. */
interface ExternalLinkValue extends EntryField {
  readonly url: string
}

/** Reports links to other sites that the site omits, because they are not valid https URLs. */
export const checkExternalLinks = (content: CheckedContent): readonly ContentIssue[] =>
  findExternalLinks(content).flatMap((link) => {
    const problem = getExternalLinkProblem(link.url)
    return problem ? createFieldIssue('link', 'error', link, problem) : []
  })

/** Reports links to other sites that do not open. */
export const createDeadLinkRule =
  (problems: ReadonlyMap<string, LinkProblem>): CheckRule =>
  (content) =>
    findExternalLinks(content).flatMap((link) => {
      const problem = problems.get(link.url)
      if (!problem) return []
      const text = `links to ${link.url}, which ${problem.reason}: open it, and correct or remove it`
      return createFieldIssue('link', problem.isDead ? 'error' : 'warning', link, text)
    })

/** Returns the valid URLs of other sites, each once. */
export const findCheckableUrls = (...contents: readonly CheckedContent[]): readonly string[] => [
  ...new Set(
    contents
      .flatMap(findExternalLinks)
      .filter(({ url }) => getExternalLinkProblem(url) === undefined)
      .map(({ url }) => url),
  ),
]

/** Finds all links to other sites, including redirects. */
const findExternalLinks = ({ entries }: Pick<CheckedContent, 'entries'>): readonly ExternalLinkValue[] =>
  entries.flatMap((entry) =>
    getFieldInfos(entry.type).flatMap((field) => {
      const value = entry.fields[field.id]
      if (typeof value !== 'string' || isEmptyValue(value)) return []
      const isExternal =
        field.field.kind === 'url' || (entry.type === 'redirect' && field.id === 'to' && /^https:/i.test(value))
      return isExternal ? [{ entry, field, url: value.trim() }] : []
    }),
  )

/** Describes why the site omits a URL; `undefined` if it is valid. */
export function getExternalLinkProblem(url: string): string | undefined {
  if (url.startsWith('//')) return `begins with //, so the site omits it: ${ADVICE}`
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(url)?.[1]?.toLowerCase()
  if (!scheme) return `is not a complete address, so the site omits it: ${ADVICE}`
  if (scheme !== 'https') return `begins with ${scheme}: instead of https:, so the site omits it: ${ADVICE}`
  if (!URL.canParse(url) || /\s/.test(url) || !new URL(url).hostname.includes('.'))
    return 'is not a valid address: correct it'
  return undefined
}

const ADVICE = 'enter the complete address with https://'
