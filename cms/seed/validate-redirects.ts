import { type Redirect, validateRedirects } from '#cms/model/validate-redirects.ts'
import type { Seed, SeedEntry } from './seed-types.ts'
import { validateEntryFields } from './validate-fields.ts'

/** Names the redirects that would not be served; of one whose fields are wrong by themselves nothing more is said. */
export function createRedirectValidator({ entries }: Seed): (entry: SeedEntry) => readonly string[] {
  const { refused } = validateRedirects(entries.flatMap(redirectOf))
  return (entry) => {
    const problems = entry.type === 'redirect' ? refused.filter(({ id }) => id === entry.id) : []
    return problems.length === 0 || validateEntryFields(entry).length > 0 ? [] : problems.map(({ reason }) => reason)
  }
}

function redirectOf({ id, type, fields }: SeedEntry): readonly Redirect[] {
  if (type !== 'redirect') return []
  const { from, to, isPermanent } = fields ?? {}
  return typeof from === 'string' && typeof to === 'string' ? [{ id, from, to, isPermanent: isPermanent === true }] : []
}
