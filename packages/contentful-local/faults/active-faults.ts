import type { ApiName, SpaceLimits } from '#local/http/contentful-apis.ts'
import { createStatusError, RestError } from '#local/http/rest-error.ts'
import type { Faults, FaultTrigger } from './fault-settings.ts'

type FaultName = Exclude<keyof Faults, 'limits'>

/** What happens to a request: an error response, or another fault. */
type DrawnFault = RestError | 'cutBodies' | 'cutConnections' | 'html'

export type ActiveFaults = ReturnType<typeof createActiveFaults>

/** Response of `GET /local/faults`: the active faults, the limits, and the number of requests each fault affected. */
export type FaultReport = ReturnType<ActiveFaults['report']>

/** The active faults and the current limits, in memory only. Starts without faults and with the given limits. */
export function createActiveFaults(initialLimits: SpaceLimits) {
  const limits: SpaceLimits = { ...initialLimits }
  let active = prepareFaults({})

  /** The settings of a fault, if it is active and the next request triggers it. */
  function draw<Name extends FaultName>(name: Name, api: ApiName): Faults[Name] | undefined {
    if (!active.triggers.get(name)?.(api)) return undefined
    active.triggered[name] = (active.triggered[name] ?? 0) + 1
    return active.faults[name]
  }

  function drawTimedFault(when: 'before' | 'after', api: ApiName): DrawnFault | undefined {
    const { serverErrors, cutConnections } = active.faults
    if (serverErrors?.when === when && draw('serverErrors', api))
      return createStatusError(serverErrors.status, `The server fails with ${serverErrors.status} (injected fault)`)
    return cutConnections?.when === when && draw('cutConnections', api) ? 'cutConnections' : undefined
  }

  function drawRequestFault(api: ApiName): DrawnFault | undefined {
    if (draw('rateLimit', api)) return new RestError('RateLimitExceeded', 'Too many requests (injected fault)')
    if (api !== 'images' && draw('expiredTokens', api))
      return new RestError('AccessTokenInvalid', 'The access token has expired (injected fault)')
    return drawTimedFault('before', api) ?? (draw('html', api) && 'html')
  }

  return {
    /** The current limits. The object changes with the active faults. */
    limits,
    /** Replaces the active faults and resets the counters. */
    set: (faults: Faults) => {
      active = prepareFaults(faults)
      Object.assign(limits, initialLimits, faults.limits)
    },
    report: () => ({ faults: active.faults, limits, triggered: active.triggered }),
    /** Decides which faults the next request to an API gets: `before` it takes effect, or in the response `after` it did. */
    drawFaults: (api: ApiName) => {
      const delay = draw('latency', api)
      const delayMs = delay?.milliseconds ?? 0
      const before = drawRequestFault(api)
      const after = before ? undefined : (drawTimedFault('after', api) ?? (draw('cutBodies', api) && 'cutBodies'))
      return { delayMs, before, after, resetSeconds: active.faults.rateLimit?.seconds }
    },
    /** For one query: a function that tells whether its next link is broken; `undefined` if no link is. */
    createLinkBreaker: () => {
      const partial = draw('graphqlErrors', 'graphql')
      let count = 0
      return partial && (() => partial.links === 'all' || count++ % 2 === 0)
    },
  }
}

function prepareFaults(faults: Faults) {
  const { limits: _, ...withTrigger } = faults
  const triggers = new Map<string, ShouldTrigger>()
  for (const [name, fault] of Object.entries(withTrigger))
    if (fault)
      triggers.set(name, 'requests' in fault ? createBurstTrigger(fault.requests, fault) : createTrigger(fault))
  const triggered: Partial<Record<FaultName, number>> = {}
  return { faults, triggers, triggered }
}

/** Whether the next request triggers the fault. Requests to other APIs are not counted. */
export type ShouldTrigger = (api: ApiName) => boolean

/** Creates a trigger. Once triggered, it affects `burst` requests in a row. */
export function createTrigger({ apis, first, every }: FaultTrigger, burst: number = 1): ShouldTrigger {
  let count = 0
  let remaining = 0
  const startsBurst = () => {
    count += 1
    if (first !== undefined) return count <= first
    return every === undefined || count % every === 0
  }
  return (api) => {
    if (apis && !apis.includes(api)) return false
    if (remaining === 0 && startsBurst()) remaining = burst
    if (remaining === 0) return false
    remaining -= 1
    return true
  }
}

/** Creates a trigger for bursts of requests. Without settings: one burst. */
export function createBurstTrigger(requests: number, trigger: FaultTrigger): ShouldTrigger {
  const { first = 1, every } = trigger
  return createTrigger(every === undefined ? { ...trigger, first } : trigger, requests)
}
