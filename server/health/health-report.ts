import type { FastifyBaseLogger } from 'fastify'
import { describeErrorCause } from '#server/logging/serialize-error.ts'

/** `degraded`: needs attention, but visitors are served. `failed`: visitors are not served. */
export type HealthStatus = 'ok' | 'degraded' | 'failed'

interface CheckResult {
  readonly status: HealthStatus
  /** Counts, causes, times; for requests with the health token only. */
  readonly [detail: string]: unknown
}

/** Checks one dependency of the server. It limits its own duration and cost, and may reject when the dependency fails. */
export type HealthCheck = () => CheckResult | Promise<CheckResult>

export type HealthReporter = ReturnType<typeof createHealthReporter>

export interface HealthChecks {
  readonly checks: Readonly<Record<string, HealthCheck>>
  /** The checks without which the server is not ready. One that rejects is `failed`, others are `degraded`. */
  readonly required: readonly string[]
  /** The parts of the site that visitors miss: `pages`, `form`. */
  readonly findDegradedParts: (results: Readonly<Record<string, CheckResult>>) => readonly string[]
}

/** Combines checks into one report. Logs a line for every change of a check's status, with its cause. */
export function createHealthReporter(
  { checks, required, findDegradedParts }: HealthChecks,
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>,
) {
  const loggedStates = new Map<string, string>()

  async function run(name: string, check: HealthCheck) {
    let result: CheckResult
    let cause: unknown
    try {
      result = await check()
    } catch (error) {
      cause = error
      result = { status: required.includes(name) ? 'failed' : 'degraded', reason: describeErrorCause(error) }
    }
    logChange(name, result, cause)
    return [name, result] as const
  }

  function logChange(check: string, { status, reason }: CheckResult, err: unknown): void {
    const state = `${status} ${reason ?? ''}`
    const before = loggedStates.get(check)
    if (before === state) return
    loggedStates.set(check, state)
    if (status === 'failed') log.error({ check, reason, err }, 'health check failed')
    if (status === 'degraded') log.warn({ check, reason, err }, 'health check degraded')
    if (status === 'ok' && before !== undefined) log.warn({ check }, 'health check ok again')
  }

  return async () => {
    const results = await Promise.all(Object.entries(checks).map(([name, check]) => run(name, check)))
    const statuses = results.map(([, { status }]) => status)
    const status: HealthStatus = (['failed', 'degraded'] as const).find((bad) => statuses.includes(bad)) ?? 'ok'
    const byName = Object.fromEntries(results)
    return { status, parts: findDegradedParts(byName), checks: byName }
  }
}
