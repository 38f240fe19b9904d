import type { PublishingStore, Touched } from './publishing-options.ts'
import { SIGNATURE_LIFETIME } from './verify-signature.ts'

/** ms that names are kept. A request that is signed at the latest time that is accepted is refused as too old by then. */
const NAME_LIFETIME = 2 * SIGNATURE_LIFETIME * 1000

/** The store of a site with one web server. It starts empty: the start of the server renders all pages. */
export function memoryPublishingStore(): PublishingStore {
  const expiries = new Map<string, number>()
  let listener: ((touched: Touched) => void) | undefined
  return {
    announce: async ({ names, touched }) => {
      const now = Date.now()
      for (const [name, end] of expiries) if (end < now) expiries.delete(name)
      const isRepeat = names.some((name) => expiries.has(name))
      for (const name of names) expiries.set(name, now + NAME_LIFETIME)
      if (!isRepeat) listener?.(touched)
      return !isRepeat
    },
    follow: (onTouched) => {
      listener = onTouched
    },
    failures: () => [],
    close: async () => {},
  }
}
