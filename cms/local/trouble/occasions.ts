import type { Api } from '#cms/local/api-of.ts'
import { chance } from './chance.ts'

/** Which requests a trouble meets: every one, where nothing is said. */
export interface Occasions {
  readonly apis?: readonly Api[] | undefined
  /** From 0 to 1, by a generator that begins with `seed`. */
  readonly share?: number | undefined
  readonly seed?: number | undefined
  readonly first?: number | undefined
  readonly every?: number | undefined
}

/** Whether the next request is met. Requests to other APIs do not count. */
export type Meets = (api: Api) => boolean

export function meets({ apis, share, seed = 1, first, every }: Occasions): Meets {
  const draw = chance(seed)
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
export function meetsInBursts(requests: number, occasions: Occasions): Meets {
  const { share, first, every } = occasions
  const begins = meets(share === undefined && every === undefined ? { ...occasions, first: first ?? 1 } : occasions)
  let left = 0
  return (api) => {
    if (occasions.apis && !occasions.apis.includes(api)) return false
    if (left === 0 && begins(api)) left = requests
    if (left === 0) return false
    left -= 1
    return true
  }
}
