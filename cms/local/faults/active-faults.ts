import type { ApiName } from '#cms/local/http/contentful-apis.ts'
import type { SpaceLimits } from '#cms/local/limits.ts'
import { createSeededRandom } from '#shared/seeded-random.ts'
import type { Faults } from './fault-settings.ts'
import { createBurstTrigger, createTrigger, type ShouldTrigger } from './fault-triggers.ts'

type Kind = Exclude<keyof Faults, 'limits'>

type Status = NonNullable<Faults['serverErrors']>['status']

/** What becomes of a request that does not take effect. */
export type RequestFault =
  | { readonly kind: 'rateLimit'; readonly seconds: number }
  | { readonly kind: 'serverErrors'; readonly status: Status }
  | { readonly kind: 'cutConnections' | 'html' | 'expiredTokens' }

/** What becomes of the answer of a request that took effect. */
export type ResponseFault =
  | { readonly kind: 'serverErrors'; readonly status: Status }
  | { readonly kind: 'cutConnections' }
  | { readonly kind: 'cutBodies' }

/** What a request meets. */
interface Encounter {
  /** ms */
  readonly delay: number
  readonly before?: RequestFault
  readonly after?: ResponseFault
}

/** The troubles that are on, and the limits as they are for now. Nothing of it outlives the process. */
export interface ActiveFaults {
  readonly set: (trouble: Faults) => void
  /** What is on, the limits, and how many requests met which trouble since it was set. */
  readonly report: () => FaultReport
  readonly drawFaults: (api: ApiName) => Encounter
  /** For one query: whether a link of it leads nowhere; `undefined` where the query meets no trouble. */
  readonly createLinkBreaker: () => (() => boolean) | undefined
  /** Ask it anew each time. */
  readonly limits: SpaceLimits
}

export interface FaultReport {
  readonly faults: Faults
  readonly limits: SpaceLimits
  readonly triggered: Partial<Readonly<Record<Kind, number>>>
}

export function createActiveFaults(atStart: SpaceLimits): ActiveFaults {
  let running = prepared({})
  const limits = () => ({ ...atStart, ...given(running.trouble.limits) })
  return {
    set: (trouble) => {
      running = prepared(trouble)
    },
    report: () => ({ faults: running.trouble, limits: limits(), triggered: Object.fromEntries(running.met) }),
    drawFaults: (api) => running.meet(api),
    createLinkBreaker: () => running.breaksLinks(),
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

function given({ contentTypes, managementRequestsPerSecond, deliveryRequestsPerSecond }: Faults['limits'] = {}) {
  return {
    ...(contentTypes === undefined ? {} : { contentTypes }),
    ...(managementRequestsPerSecond === undefined ? {} : { managementRequestsPerSecond }),
    ...(deliveryRequestsPerSecond === undefined ? {} : { deliveryRequestsPerSecond }),
  }
}

function prepared(trouble: Faults) {
  const { latency, rateLimit, serverErrors, cutConnections, cutBodies, graphqlErrors, html, expiredTokens } = trouble
  const met = new Map<Kind, number>()
  const counted = (kind: Kind, meeting: ShouldTrigger): ShouldTrigger => {
    return (api) => {
      const isMet = meeting(api)
      if (isMet) met.set(kind, (met.get(kind) ?? 0) + 1)
      return isMet
    }
  }
  /** A trouble that is not on meets nobody. */
  const of = <On extends object>(kind: Kind, on: On | undefined, meeting: (on: On) => ShouldTrigger) =>
    on && { ...on, meets: counted(kind, meeting(on)) }

  const slow = of('latency', latency, createTrigger)
  const jitter = createSeededRandom(latency?.seed ?? 1)
  const burst = of('rateLimit', rateLimit, (on) => createBurstTrigger(on.requests, on))
  const failing = of('serverErrors', serverErrors, createTrigger)
  const cut = of('cutConnections', cutConnections, createTrigger)
  const torn = of('cutBodies', cutBodies, createTrigger)
  const page = of('html', html, createTrigger)
  const expired = of('expiredTokens', expiredTokens, createTrigger)
  const partial = of('graphqlErrors', graphqlErrors, createTrigger)
  const draw = createSeededRandom(graphqlErrors?.seed ?? 1)

  function before(api: ApiName): RequestFault | undefined {
    if (burst?.meets(api)) return { kind: 'rateLimit', seconds: burst.seconds }
    if (api !== 'images' && expired?.meets(api)) return { kind: 'expiredTokens' }
    if (failing?.when === 'before' && failing.meets(api)) return { kind: 'serverErrors', status: failing.status }
    if (cut?.when === 'before' && cut.meets(api)) return { kind: 'cutConnections' }
    return page?.meets(api) ? { kind: 'html' } : undefined
  }

  function after(api: ApiName): ResponseFault | undefined {
    if (failing?.when === 'after' && failing.meets(api)) return { kind: 'serverErrors', status: failing.status }
    if (cut?.when === 'after' && cut.meets(api)) return { kind: 'cutConnections' }
    return torn?.meets(api) ? { kind: 'cutBodies' } : undefined
  }

  return {
    trouble,
    met,
    meet: (api: ApiName): Encounter => {
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
