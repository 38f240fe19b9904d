import type { CheckRule } from '#cms/check/check-rule.ts'
import type { CheckedContent, CheckedEntry } from '#cms/check/checked-content.ts'
import { validateRedirects } from '#cms/model/validate-redirects.ts'

/** Redirects that the site does not serve, with the reason that its server has. */
export const createRedirectRule =
  (siteUrl?: string): CheckRule =>
  (content) =>
    findRejectedRedirects(content, siteUrl).map(({ entry, reason }) => ({
      rule: 'redirect',
      severity: 'broken',
      of: entry,
      text: `The redirect from ${entry.fields.from} ${reason}`,
    }))

interface Refused {
  readonly entry: CheckedEntry
  /** After its address: `leads to itself: let it lead to a page` */
  readonly reason: string
}

export function findRejectedRedirects(
  { entries }: Pick<CheckedContent, 'entries'>,
  siteUrl?: string,
): readonly Refused[] {
  const ours = entries.flatMap((entry) => {
    const { from, to, isPermanent } = entry.fields
    if (entry.type !== 'redirect' || typeof from !== 'string' || typeof to !== 'string') return []
    return [{ entry, id: entry.id, from, to, isPermanent: isPermanent === true }]
  })
  const { refused } = validateRedirects(ours, undefined, siteUrl)
  const reasons = new Map(refused.map(({ id, reason }) => [id, reason]))
  return ours.flatMap(({ entry, id }) => {
    const reason = reasons.get(id)
    return reason ? [{ entry, reason }] : []
  })
}
