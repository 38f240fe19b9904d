import type { ContactRequest } from '#server/api/contract.ts'
import type { SpamReason } from '#server/database/schema.ts'

/** ms; nobody writes three fields sooner. */
const FASTEST_PERSON = 2_000

/** Why a message goes to the spam folder. One that does not say how long it took is not suspected for it. */
export function detectSpam({ website, elapsed }: Pick<ContactRequest, 'website' | 'elapsed'>): SpamReason | null {
  if (website) return 'honeypot'
  return elapsed !== undefined && elapsed < FASTEST_PERSON ? 'too-fast' : null
}
