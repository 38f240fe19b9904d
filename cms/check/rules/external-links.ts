import type { ContentIssue } from '#cms/check/check-rule.ts'
import type { CheckedContent, CheckedEntry } from '#cms/check/checked-content.ts'
import { type FieldInfo, getFieldInfos, isEmptyValue } from '#cms/check/fields.ts'

/** A link to another site. */
export interface ExternalLinkValue {
  readonly entry: CheckedEntry
  readonly place: FieldInfo
  readonly address: string
}

/** Links to other sites that the site leaves out, because they are not https or no address at all. */
export const checkExternalLinks = (content: CheckedContent): readonly ContentIssue[] =>
  findExternalLinks(content).flatMap(({ entry, place, address }) => {
    const trouble = getExternalLinkProblem(address)
    if (!trouble) return []
    return [{ rule: 'link', severity: 'broken', target: entry, field: place.id, text: `${place.name} ${trouble}` }]
  })

/** Every link to another site. Where a redirect leads on this site is another matter. */
export const findExternalLinks = ({ entries }: Pick<CheckedContent, 'entries'>): readonly ExternalLinkValue[] =>
  entries.flatMap((entry) =>
    getFieldInfos(entry.type).flatMap((place) => {
      const value = entry.fields[place.id]
      if (typeof value !== 'string' || isEmptyValue(value)) return []
      const leadsOut = place.isAddress || (entry.type === 'redirect' && place.id === 'to' && /^https:/i.test(value))
      return leadsOut ? [{ entry, place, address: value.trim() }] : []
    }),
  )

/** What keeps the site from showing it. */
export function getExternalLinkProblem(address: string): string | undefined {
  if (address.startsWith('//')) return `begins with //, and the site leaves it out: ${WRITE}`
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(address)?.[1]?.toLowerCase()
  if (!scheme) return `is no whole address, and the site leaves it out: ${WRITE}`
  if (scheme !== 'https') return `begins with ${scheme}: instead of https:, and the site leaves it out: ${WRITE}`
  if (!URL.canParse(address) || /\s/.test(address) || !new URL(address).hostname.includes('.'))
    return 'is no address that a browser can open: correct its spelling'
  return undefined
}

const WRITE = 'write the whole address, with https:// in front'
