import { createHash } from 'node:crypto'
import type { ApiName, SpaceLimits } from '#local/http/contentful-apis.ts'

import type { FaultSettings, Faults } from './fault-settings.ts'

type FaultName = Exclude<keyof FaultSettings, 'limits'>

type ErrorStatus = NonNullable<Faults['serverErrors']>['status']

/** A fault that replaces the request: it does not take effect. */
export type RequestFault =
  | { readonly kind: 'rateLimit'; readonly seconds: number }
  | { readonly kind: 'serverErrors'; readonly status: ErrorStatus }
  | { readonly kind: 'cutConnections' | 'html' | 'expiredTokens' }

/** A fault in the response of a request that took effect. */
export type ResponseFault =
  | { readonly kind: 'serverErrors'; readonly status: ErrorStatus }
  | { readonly kind: 'cutConnections' }
  | { readonly kind: 'cutBodies' }

/** The faults of one request. */
interface DrawnFaults {
  readonly delayMs: number
  readonly before?: RequestFault
  readonly after?: ResponseFault
}

/** The active faults and the current limits. They are kept in memory only. */
export interface ActiveFaults {
  /** Replaces the active faults and resets the counters. */
  readonly set: (faults: Faults) => void
  readonly report: () => FaultReport
  /** Decides which faults the next request to an API gets. */
  readonly drawFaults: (api: ApiName) => DrawnFaults
  /** For one query: a function that tells whether its next link is broken; `undefined` if no link is. */
  readonly createLinkBreaker: () => (() => boolean) | undefined
  /** The current limits. The getters reflect later changes. */
  readonly limits: SpaceLimits
}

/** Response of `GET /local/faults`: the active faults, the limits, and the number of requests each fault affected. */
export interface FaultReport {
  readonly faults: Faults
  readonly limits: SpaceLimits
  readonly triggered: Partial<Readonly<Record<FaultName, number>>>
}

/** Starts without faults and with the given limits. */
export function createActiveFaults(initialLimits: SpaceLimits): ActiveFaults {
  let active = prepareFaults({})
  const limits = () => ({ ...initialLimits, ...definedLimits(active.faults.limits) })
  return {
    set: (faults) => {
      active = prepareFaults(faults)
    },
    report: () => ({ faults: active.faults, limits: limits(), triggered: Object.fromEntries(active.triggered) }),
    drawFaults: (api) => active.drawFaults(api),
    createLinkBreaker: () => active.createLinkBreaker(),
    limits: {
      get environments() {
        return limits().environments
      },
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

function definedLimits({
  contentTypes,
  managementRequestsPerSecond,
  deliveryRequestsPerSecond,
}: Faults['limits'] = {}) {
  return {
    ...(contentTypes === undefined ? {} : { contentTypes }),
    ...(managementRequestsPerSecond === undefined ? {} : { managementRequestsPerSecond }),
    ...(deliveryRequestsPerSecond === undefined ? {} : { deliveryRequestsPerSecond }),
  }
}

function prepareFaults(faults: Faults) {
  const { latency, rateLimit, serverErrors, cutConnections, cutBodies, graphqlErrors, html, expiredTokens } = faults
  const triggered = new Map<FaultName, number>()
  const counted = (name: FaultName, shouldTrigger: ShouldTrigger): ShouldTrigger => {
    return (api) => {
      const isTriggered = shouldTrigger(api)
      if (isTriggered) triggered.set(name, (triggered.get(name) ?? 0) + 1)
      return isTriggered
    }
  }
  /** `undefined` for a fault that is not active. */
  const withTrigger = <Fault extends object>(
    name: FaultName,
    fault: Fault | undefined,
    toTrigger: (fault: Fault) => ShouldTrigger,
  ) => fault && { ...fault, shouldTrigger: counted(name, toTrigger(fault)) }

  const delay = withTrigger('latency', latency, createTrigger)
  const drawJitter = createRandom(latency?.seed ?? 1)
  const burst = withTrigger('rateLimit', rateLimit, (fault) => createBurstTrigger(fault.requests, fault))
  const error = withTrigger('serverErrors', serverErrors, createTrigger)
  const cutConnection = withTrigger('cutConnections', cutConnections, createTrigger)
  const cutBody = withTrigger('cutBodies', cutBodies, createTrigger)
  const page = withTrigger('html', html, createTrigger)
  const expired = withTrigger('expiredTokens', expiredTokens, createTrigger)
  const partial = withTrigger('graphqlErrors', graphqlErrors, createTrigger)
  const drawLink = createRandom(graphqlErrors?.seed ?? 1)

  function drawRequestFault(api: ApiName): RequestFault | undefined {
    if (burst?.shouldTrigger(api)) return { kind: 'rateLimit', seconds: burst.seconds }
    if (api !== 'images' && expired?.shouldTrigger(api)) return { kind: 'expiredTokens' }
    if (error?.when === 'before' && error.shouldTrigger(api)) return { kind: 'serverErrors', status: error.status }
    if (cutConnection?.when === 'before' && cutConnection.shouldTrigger(api)) return { kind: 'cutConnections' }
    return page?.shouldTrigger(api) ? { kind: 'html' } : undefined
  }

  function drawResponseFault(api: ApiName): ResponseFault | undefined {
    if (error?.when === 'after' && error.shouldTrigger(api)) return { kind: 'serverErrors', status: error.status }
    if (cutConnection?.when === 'after' && cutConnection.shouldTrigger(api)) return { kind: 'cutConnections' }
    return cutBody?.shouldTrigger(api) ? { kind: 'cutBodies' } : undefined
  }

  return {
    faults,
    triggered,
    drawFaults: (api: ApiName): DrawnFaults => {
      const delayMs = delay?.shouldTrigger(api)
        ? Math.max(0, delay.milliseconds + delay.jitter * (2 * drawJitter() - 1))
        : 0
      const before = drawRequestFault(api)
      if (before) return { delayMs, before }
      const after = drawResponseFault(api)
      return after ? { delayMs, after } : { delayMs }
    },
    createLinkBreaker: () => {
      if (!partial?.shouldTrigger('graphql')) return undefined
      const { links } = partial
      return () => drawLink() < links
    },
  }
}

/** Which requests trigger a fault. Without settings: all of them. */
interface FaultTrigger {
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
  const random = createRandom(seed)
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

/** Creates a generator of numbers from 0 (inclusive) to 1 (exclusive). The same seed gives the same numbers. */
function createRandom(seed: number): () => number {
  let count = 0
  return () => createHash('sha256').update(`${seed} ${count++}`).digest().readUInt32BE() / 2 ** 32
}
