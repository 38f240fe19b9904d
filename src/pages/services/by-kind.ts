import type { AffiliationLogo } from '#src/content/services.ts'

/** The rows of the affiliations: one for each kind, kinds and logos in the editors' order. */
export function byKind(affiliations: readonly AffiliationLogo[]): readonly (readonly [string, AffiliationLogo[]])[] {
  return [...Map.groupBy(affiliations, ({ kind }) => kind)]
}
