import type { ContentIssue } from '#cms/check/check-rule.ts'
import type { CheckedContent, CheckedEntry } from '#cms/check/checked-content.ts'
import { type FieldInfo, getFieldInfos, isEmptyValue } from '#cms/check/fields.ts'

/** A link to another site, with its field. */
export interface ExternalLinkValue {
  readonly entry: CheckedEntry
  readonly field: FieldInfo
  readonly url: string
}

/** Reports links to other sites that the site omits, because they are not valid https URLs. */
export const checkExternalLinks = (content: CheckedContent): readonly ContentIssue[] =>
  findExternalLinks(content).flatMap(({ entry, field, url }) => {
    const problem = getExternalLinkProblem(url)
    if (!problem) return []
    return [{ rule: 'link', severity: 'error', target: entry, field: field.id, text: `${field.name} ${problem}` }]
  })

/** Finds all links to other sites, including redirects. */
export const findExternalLinks = ({ entries }: Pick<CheckedContent, 'entries'>): readonly ExternalLinkValue[] =>
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
