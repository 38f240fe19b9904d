import type { Api } from '#cms/local/api-of.ts'
import type { Limits } from '#cms/local/limits.ts'
import { chance } from './chance.ts'
import { type Meets, meets, meetsInBursts } from './occasions.ts'
import type { Trouble } from './trouble.ts'

type Kind = Exclude<keyof Trouble, 'limits'>

type Status = NonNullable<Trouble['serverErrors']>['status']

/** What becomes of a request that does not take effect. */
export type Before =
  | { readonly kind: 'rateLimit'; readonly seconds: number }
  | { readonly kind: 'serverErrors'; readonly status: Status }
  | { readonly kind: 'cutConnections' | 'html' | 'expiredTokens' }

/** What becomes of the answer of a request that took effect. */
export type After =
  | { readonly kind: 'serverErrors'; readonly status: Status }
  | { readonly kind: 'cutConnections' }
  | { readonly kind: 'cutBodies' }

/** What a request meets. */
interface Encounter {
  /** ms */
  readonly delay: number
  readonly before?: Before
  readonly after?: After
}

/** The troubles that are on, and the limits as they are for now. Nothing of it outlives the process. */
export interface RunningTrouble {
  readonly set: (trouble: Trouble) => void
  /** What is on, the limits, and how many requests met which trouble since it was set. */
  readonly report: () => TroubleReport
  readonly meet: (api: Api) => Encounter
  /** For one query: whether a link of it leads nowhere; `undefined` where the query meets no trouble. */
  readonly breaksLinks: () => (() => boolean) | undefined
  /** Ask it anew each time. */
  readonly limits: Limits
}

export interface TroubleReport {
  readonly trouble: Trouble
  readonly limits: Limits
  readonly met: Partial<Readonly<Record<Kind, number>>>
}

export function runningTrouble(atStart: Limits): RunningTrouble {
  let running = prepared({})
  const limits = () => ({ ...atStart, ...given(running.trouble.limits) })
  return {
    set: (trouble) => {
      running = prepared(trouble)
    },
    report: () => ({ trouble: running.trouble, limits: limits(), met: Object.fromEntries(running.met) }),
    meet: (api) => running.meet(api),
    breaksLinks: () => running.breaksLinks(),
    limits: {
      get contentTypes() {
        return limits().contentTypes
      },
      get managementRequestsPerSecond() {
        return limits().managementRequestsPerSecond
      },
      get deliveryRequestsPerSecond() {
        return limits().deliveryRequestsPerSecond
      },
    },
  }
}

function given({ contentTypes, managementRequestsPerSecond, deliveryRequestsPerSecond }: Trouble['limits'] = {}) {
  return {
    ...(contentTypes === undefined ? {} : { contentTypes }),
    ...(managementRequestsPerSecond === undefined ? {} : { managementRequestsPerSecond }),
    ...(deliveryRequestsPerSecond === undefined ? {} : { deliveryRequestsPerSecond }),
  }
}

function prepared(trouble: Trouble) {
  const { latency, rateLimit, serverErrors, cutConnections, cutBodies, graphqlErrors, html, expiredTokens } = trouble
  const met = new Map<Kind, number>()
  const counted = (kind: Kind, meeting: Meets): Meets => {
    return (api) => {
      const isMet = meeting(api)
      if (isMet) met.set(kind, (met.get(kind) ?? 0) + 1)
      return isMet
    }
  }
  /** A trouble that is not on meets nobody. */
  const of = <On extends object>(kind: Kind, on: On | undefined, meeting: (on: On) => Meets) =>
    on && { ...on, meets: counted(kind, meeting(on)) }

  const slow = of('latency', latency, meets)
  const jitter = chance(latency?.seed ?? 1)
  const burst = of('rateLimit', rateLimit, (on) => meetsInBursts(on.requests, on))
  const failing = of('serverErrors', serverErrors, meets)
  const cut = of('cutConnections', cutConnections, meets)
  const torn = of('cutBodies', cutBodies, meets)
  const page = of('html', html, meets)
  const expired = of('expiredTokens', expiredTokens, meets)
  const partial = of('graphqlErrors', graphqlErrors, meets)
  const draw = chance(graphqlErrors?.seed ?? 1)

  function before(api: Api): Before | undefined {
    if (burst?.meets(api)) return { kind: 'rateLimit', seconds: burst.seconds }
    if (api !== 'images' && expired?.meets(api)) return { kind: 'expiredTokens' }
    if (failing?.when === 'before' && failing.meets(api)) return { kind: 'serverErrors', status: failing.status }
    if (cut?.when === 'before' && cut.meets(api)) return { kind: 'cutConnections' }
    return page?.meets(api) ? { kind: 'html' } : undefined
  }

  function after(api: Api): After | undefined {
    if (failing?.when === 'after' && failing.meets(api)) return { kind: 'serverErrors', status: failing.status }
    if (cut?.when === 'after' && cut.meets(api)) return { kind: 'cutConnections' }
    return torn?.meets(api) ? { kind: 'cutBodies' } : undefined
  }

  return {
    trouble,
    met,
    meet: (api: Api): Encounter => {
      const delay = slow?.meets(api) ? Math.max(0, slow.milliseconds + slow.jitter * (2 * jitter() - 1)) : 0
      const early = before(api)
      if (early) return { delay, before: early }
      const late = after(api)
      return late ? { delay, after: late } : { delay }
    },
    breaksLinks: () => {
      if (!partial?.meets('graphql')) return undefined
      const { links } = partial
      return () => draw() < links
    },
  }
}
