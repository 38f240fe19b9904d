import * as z from 'zod'
import type { Role } from '#server/config.ts'
import { type Environment, parseEnvironment } from './environment.ts'
import { type LogLevel, logLevelSchema } from './variable-schemas.ts'

export interface MonitoringConfig {
  /** Where /metrics is served; `undefined` without metrics. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined
  /** Authorizes requests for the details of /health/ready. */
  readonly healthToken: string | undefined
  /** The health report is degraded with less free space on the disks of data and pages. */
  readonly minFreeDiskBytes: number
  readonly logLevel: LogLevel
}

/** Parses the monitoring variables of all roles. Throws `ConfigError`. A blank variable counts as unset. */
export function parseMonitoringConfig(env: Environment): MonitoringConfig {
  const data = parseEnvironment(monitoringVariables, env)
  return {
    metrics: data.METRICS_PORT === undefined ? undefined : { host: data.METRICS_HOST, port: data.METRICS_PORT },
    healthToken: data.HEALTH_TOKEN,
    minFreeDiskBytes: data.DISK_FREE_MB * 1_000_000,
    logLevel: data.LOG_LEVEL,
  }
}

const PORT_OFFSETS: Readonly<Record<Role, number>> = { web: 0, api: 1, worker: 2 }

/**
 * The configuration of the process of a role. Its metrics port is METRICS_PORT for web, the next port for api, and the one
 * after that for worker. A process with several roles uses the port of its first one, in this order. Port 0 (any free port)
 * stays 0.
 */
export function getRoleMonitoringConfig(role: Role, config: MonitoringConfig): MonitoringConfig {
  const { metrics } = config
  if (!metrics || metrics.port === 0) return config
  return { ...config, metrics: { ...metrics, port: metrics.port + PORT_OFFSETS[role] } }
}

const MAX_PORT = 65_535 - Math.max(...Object.values(PORT_OFFSETS))
const PORT_HINT = `set a port from 0 to ${MAX_PORT}; the next two ports are used too`
const TOKEN_HINT = 'set at least 16 letters, digits or -._~+/= without spaces, as made by: openssl rand -hex 24'

const monitoringVariables = z.object({
  METRICS_PORT: z.coerce.number(PORT_HINT).int(PORT_HINT).min(0, PORT_HINT).max(MAX_PORT, PORT_HINT).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  HEALTH_TOKEN: z
    .string()
    .regex(/^[\w.~+/=-]{16,}$/, TOKEN_HINT)
    .optional(),
  DISK_FREE_MB: z.coerce
    .number('set a number of megabytes, as in 500')
    .min(0, 'set a number of megabytes, as in 500')
    .default(500),
  LOG_LEVEL: logLevelSchema,
})

/** Names of the monitoring variables. */
export const MONITORING_VARIABLES: readonly string[] = Object.keys(monitoringVariables.shape)
