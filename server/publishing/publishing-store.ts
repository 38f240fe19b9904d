import type { ContentChange, PublishingStore } from './publishing-options.ts'
import { SIGNATURE_LIFETIME_S } from './webhook-signature.ts'

/** ms that names are kept. A request that is signed at the latest time that is accepted is refused as too old by then. */
const NAME_LIFETIME = 2 * SIGNATURE_LIFETIME_S * 1000

/** The store of a site with one web server. It starts empty: the start of the server renders all pages. */
export function createMemoryPublishingStore(): PublishingStore {
  const expiries = new Map<string, number>()
  let listener: ((touched: ContentChange) => void) | undefined
  return {
    announce: async ({ requestKeys, change }) => {
      const now = Date.now()
      for (const [name, end] of expiries) if (end < now) expiries.delete(name)
      const isRepeat = requestKeys.some((name) => expiries.has(name))
      for (const name of requestKeys) expiries.set(name, now + NAME_LIFETIME)
      if (!isRepeat) listener?.(change)
      return !isRepeat
    },
    subscribe: (onTouched) => {
      listener = onTouched
    },
    getFailures: () => [],
    close: async () => {},
  }
}
