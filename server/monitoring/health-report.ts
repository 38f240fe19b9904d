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

interface HealthReport {
  readonly status: HealthStatus
  readonly checks: Readonly<Record<string, CheckResult>>
}

export type ReadHealthReport = () => Promise<HealthReport>

export interface HealthChecks {
  /** A failure means that the server is not ready. */
  readonly required: Readonly<Record<string, HealthCheck>>
  /** A failure is reported as `degraded` and leaves the server ready. */
  readonly advisory: Readonly<Record<string, HealthCheck>>
}

/** Combines checks into one report. Logs a line for every change of a check's status, with its cause. */
export function createHealthReporter(
  { required, advisory }: HealthChecks,
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>,
): ReadHealthReport {
  const loggedStates = new Map<string, string>()

  async function run(
    name: string,
    check: HealthCheck,
    statusOnError: HealthStatus,
  ): Promise<[name: string, CheckResult]> {
    try {
      const result = await check()
      logChange(name, result)
      return [name, result]
    } catch (err) {
      const reason = err instanceof Error ? describeErrorCause(err) : 'unknown'
      const result = { status: statusOnError, reason }
      logChange(name, result, err)
      return [name, result]
    }
  }

  function logChange(check: string, { status, reason }: CheckResult, err?: unknown): void {
    const state = `${status} ${reason ?? ''}`
    const before = loggedStates.get(check)
    if (before === state) return
    loggedStates.set(check, state)
    if (status === 'failed') log.error({ check, reason, err }, 'health check failed')
    if (status === 'degraded') log.warn({ check, reason, err }, 'health check degraded')
    if (status === 'ok' && before !== undefined) log.warn({ check }, 'health check ok again')
  }

  return async () => {
    const results = await Promise.all([
      ...Object.entries(required).map(([name, check]) => run(name, check, 'failed')),
      ...Object.entries(advisory).map(([name, check]) => run(name, check, 'degraded')),
    ])
    return { status: getWorstStatus(results.map(([, { status }]) => status)), checks: Object.fromEntries(results) }
  }
}

/** `failed` when one is, else `degraded` when one is, else `ok`. */
export function getWorstStatus(statuses: readonly HealthStatus[]): HealthStatus {
  if (statuses.includes('failed')) return 'failed'
  return statuses.includes('degraded') ? 'degraded' : 'ok'
}
