import type { ApiName } from '#cms/local/http/contentful-apis.ts'
import { createSeededRandom } from '#shared/seeded-random.ts'

/** Which requests trigger a fault. Without settings: all of them. */
export interface FaultTrigger {
  /** The APIs that are affected. Default: all. */
  readonly apis?: readonly ApiName[] | undefined
  /** From 0 to 1, drawn from a random generator with `seed`. */
  readonly probability?: number | undefined
  readonly seed?: number | undefined
  /** The first n requests. */
  readonly first?: number | undefined
  /** Every nth request. */
  readonly every?: number | undefined
}

/** Whether the next request triggers the fault. Requests to other APIs are not counted. */
export type ShouldTrigger = (api: ApiName) => boolean

/** Creates a trigger that decides request by request. */
export function createTrigger({ apis, probability, seed = 1, first, every }: FaultTrigger): ShouldTrigger {
  const random = createSeededRandom(seed)
  let count = 0
  return (api) => {
    if (apis && !apis.includes(api)) return false
    count += 1
    if (first !== undefined) return count <= first
    if (every !== undefined) return count % every === 0
    return probability === undefined || random() < probability
  }
}

/** Creates a trigger that, once triggered, affects `requests` requests in a row. Without settings: one burst. */
export function createBurstTrigger(requests: number, trigger: FaultTrigger): ShouldTrigger {
  const { probability, first, every } = trigger
  const isOneBurst = probability === undefined && every === undefined
  const startsBurst = createTrigger(isOneBurst ? { ...trigger, first: first ?? 1 } : trigger)
  let remaining = 0
  return (api) => {
    if (trigger.apis && !trigger.apis.includes(api)) return false
    if (remaining === 0 && startsBurst(api)) remaining = requests
    if (remaining === 0) return false
    remaining -= 1
    return true
  }
}
