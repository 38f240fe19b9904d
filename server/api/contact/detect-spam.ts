import type { ContactRequest } from '#server/api/contract.ts'
import type { SpamReason } from '#server/database/schema.ts'

/** People need longer to fill in three fields. */
const MIN_FILL_TIME_MS = 2_000

/** Returns why a message is spam, or `null`. A missing `elapsed` is not a reason. */
export function detectSpam({ website, elapsed }: Pick<ContactRequest, 'website' | 'elapsed'>): SpamReason | null {
  if (website) return 'honeypot'
  return elapsed !== undefined && elapsed < MIN_FILL_TIME_MS ? 'too-fast' : null
}
