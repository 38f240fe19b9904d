import type { ApiName } from '#cms/local/http/contentful-apis.ts'
import { createSeededRandom } from '#shared/seeded-random.ts'

/** Which requests a trouble meets: every one, where nothing is said. */
export interface FaultTrigger {
  readonly apis?: readonly ApiName[] | undefined
  /** From 0 to 1, by a generator that begins with `seed`. */
  readonly share?: number | undefined
  readonly seed?: number | undefined
  readonly first?: number | undefined
  readonly every?: number | undefined
}

/** Whether the next request is met. Requests to other APIs do not count. */
export type ShouldTrigger = (api: ApiName) => boolean

export function createTrigger({ apis, share, seed = 1, first, every }: FaultTrigger): ShouldTrigger {
  const draw = createSeededRandom(seed)
  let count = 0
  return (api) => {
    if (apis && !apis.includes(api)) return false
    count += 1
    if (first !== undefined) return count <= first
    if (every !== undefined) return count % every === 0
    return share === undefined || draw() < share
  }
}

/** Whoever is met begins a burst, and `requests` of them are met in a row; once, where nothing is said. */
export function createBurstTrigger(requests: number, occasions: FaultTrigger): ShouldTrigger {
  const { share, first, every } = occasions
  const begins = createTrigger(
    share === undefined && every === undefined ? { ...occasions, first: first ?? 1 } : occasions,
  )
  let left = 0
  return (api) => {
    if (occasions.apis && !occasions.apis.includes(api)) return false
    if (left === 0 && begins(api)) left = requests
    if (left === 0) return false
    left -= 1
    return true
  }
}
