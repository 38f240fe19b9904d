import type { FastifyBaseLogger } from 'fastify'
import { describeErrorCause } from '#server/logging/serialize-error.ts'

/** `degraded`: somebody must act, but visitors are served. `failed`: they are not. */
export type HealthStatus = 'ok' | 'degraded' | 'failed'

interface CheckResult {
  readonly status: HealthStatus
  /** Counts, causes, times: for authorized readers only. */
  readonly [detail: string]: unknown
}

/** Looks at one thing that the server needs. It bounds its own time and cost. A rejection means that the thing does not work. */
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

/** Combines checks into one report. Every change of a check's status is one line of the log, with its cause. */
export function createHealthReporter(
  { required, advisory }: HealthChecks,
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>,
): ReadHealthReport {
  const logged = new Map<string, string>()

  async function run(name: string, check: HealthCheck, worst: HealthStatus): Promise<[name: string, CheckResult]> {
    try {
      const result = await check()
      logChange(name, result)
      return [name, result]
    } catch (err) {
      const reason = err instanceof Error ? describeErrorCause(err) : 'unknown'
      const result = { status: worst, reason }
      logChange(name, result, err)
      return [name, result]
    }
  }

  function logChange(check: string, { status, reason }: CheckResult, err?: unknown): void {
    const state = `${status} ${reason ?? ''}`
    const before = logged.get(check)
    if (before === state) return
    logged.set(check, state)
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

export function getWorstStatus(statuses: readonly HealthStatus[]): HealthStatus {
  if (statuses.includes('failed')) return 'failed'
  return statuses.includes('degraded') ? 'degraded' : 'ok'
}
