import type { AffiliationLogo } from '#src/content/services.ts'

/** The rows of the affiliations: one for each kind, kinds and logos in the editors' order. */
export function groupByKind(
  affiliations: readonly AffiliationLogo[],
): readonly (readonly [string, AffiliationLogo[]])[] {
  const rows = new Map<string, AffiliationLogo[]>()
  for (const each of affiliations) rows.set(each.kind, [...(rows.get(each.kind) ?? []), each])
  return [...rows]
}
