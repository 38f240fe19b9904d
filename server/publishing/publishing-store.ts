import type { ContentChange } from './content-change.ts'
import type { RebuildFailure } from './rebuild-queue.ts'
import { SIGNATURE_LIFETIME_S } from './webhook-signature.ts'

/** A change that a webhook request reported. */
export interface Announcement {
  /** Signature and idempotency key of the request. A request is a repeat when one of them was accepted before. */
  readonly requestKeys: readonly string[]
  readonly change: ContentChange
}

/** State that the web servers of one site share: which webhook requests were accepted, and which changes were published. */
export interface PublishingStore {
  /**
   * Accepts a request once: records its keys and announces the change to every server, or does neither. Resolves with
   * `false` for a repeat of a request that any server has accepted. Rejects when the change could not be stored.
   */
  readonly announce: (announcement: Announcement) => Promise<boolean>
  /** Calls `onChange` once for each announcement of any server, this one included. To be called once, at the start. */
  readonly subscribe: (onChange: (change: ContentChange) => void) => void
  /** Reasons why announcements of other servers do not arrive, so that pages may be outdated. */
  readonly getFailures: () => readonly RebuildFailure[]
  /** Ends the subscription. */
  readonly close: () => Promise<void>
}

/** ms that request keys are kept. After it the signature of a request has expired, whenever within its lifetime it was signed. */
const KEY_LIFETIME_MS = 2 * SIGNATURE_LIFETIME_S * 1000

/** Creates the store of a site with one web server. It is empty at the start, when the server renders all pages. */
export function createMemoryPublishingStore(): PublishingStore {
  const expiryTimes = new Map<string, number>()
  let listener: ((change: ContentChange) => void) | undefined
  return {
    announce: async ({ requestKeys, change }) => {
      const now = Date.now()
      for (const [key, expiresAt] of expiryTimes) if (expiresAt < now) expiryTimes.delete(key)
      const isRepeat = requestKeys.some((key) => expiryTimes.has(key))
      for (const key of requestKeys) expiryTimes.set(key, now + KEY_LIFETIME_MS)
      if (!isRepeat) listener?.(change)
      return !isRepeat
    },
    subscribe: (onChange) => {
      listener = onChange
    },
    getFailures: () => [],
    close: async () => {},
  }
}
