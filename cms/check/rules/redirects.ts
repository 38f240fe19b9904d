import type { CheckRule } from '#cms/check/check-rule.ts'
import type { CheckedContent } from '#cms/check/checked-content.ts'
import { validateRedirects } from '#cms/model/validate-redirects.ts'

/** Reports redirects that the site does not serve. */
export const createRedirectRule =
  (siteUrl?: string): CheckRule =>
  (content) =>
    findRejectedRedirects(content, siteUrl).map(({ entry, reason }) => ({
      rule: 'redirect',
      severity: 'error',
      target: entry,
      text: `The redirect from ${entry.fields.from} ${reason}`,
    }))

/**
 * Finds redirects that the site does not serve, with the reason, which continues a sentence that names the redirect, for
 * example `leads to itself: choose a page`. `siteUrl`: redirects may contain it.
 */
export function findRejectedRedirects({ entries }: Pick<CheckedContent, 'entries'>, siteUrl?: string) {
  const redirects = entries.flatMap((entry) => {
    const { from, to, isPermanent } = entry.fields
    if (entry.type !== 'redirect' || typeof from !== 'string' || typeof to !== 'string') return []
    return [{ entry, id: entry.id, from, to, isPermanent: isPermanent === true }]
  })
  const { rejected } = validateRedirects(redirects, undefined, siteUrl)
  const reasons = new Map(rejected.map(({ id, reason }) => [id, reason]))
  return redirects.flatMap(({ entry, id }) => {
    const reason = reasons.get(id)
    return reason ? [{ entry, reason }] : []
  })
}
