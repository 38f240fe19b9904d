import * as z from 'zod'
import { LOG_LEVELS, parseEnvironment, type Role } from '#server/config.ts'

export interface MonitoringConfig {
  /** Where /metrics is served; without it nothing is measured. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined
  /** Opens the details of /health/ready. */
  readonly healthToken: string | undefined
  /** bytes; health is degraded when less is free where data and pages are kept. */
  readonly minFreeDiskBytes: number
  readonly logLevel: (typeof LOG_LEVELS)[number]
}

/** Reads the variables of monitoring, for every role. Throws `ConfigError`. A blank variable is one that is not set. */
export function parseMonitoringConfig(env: Readonly<Record<string, string | undefined>>): MonitoringConfig {
  const data = parseEnvironment(variables, env)
  return {
    metrics: data.METRICS_PORT === undefined ? undefined : { host: data.METRICS_HOST, port: data.METRICS_PORT },
    healthToken: data.HEALTH_TOKEN,
    minFreeDiskBytes: data.DISK_FREE_MB * 1_000_000,
    logLevel: data.LOG_LEVEL,
  }
}

const PORT_OFFSETS: Readonly<Record<Role, number>> = { web: 0, api: 1, worker: 2 }

/**
 * The configuration of a role that runs as a process of its own: web has the metrics port METRICS_PORT, api the next
 * one, worker the one after that. A process with several roles takes that of its first one, in this order. Port 0 (any
 * free port) stays 0.
 */
export function getRoleMonitoringConfig(role: Role, config: MonitoringConfig): MonitoringConfig {
  const { metrics } = config
  if (!metrics || metrics.port === 0) return config
  return { ...config, metrics: { ...metrics, port: metrics.port + PORT_OFFSETS[role] } }
}

const MAX_PORT = 65_535 - Math.max(...Object.values(PORT_OFFSETS))
const PORT = `set a port from 0 to ${MAX_PORT}; the next two ports are used too`
const TOKEN = 'set at least 16 letters, digits or -._~+/= without spaces, as made by: openssl rand -hex 24'

const variables = z.object({
  METRICS_PORT: z.coerce.number(PORT).int(PORT).min(0, PORT).max(MAX_PORT, PORT).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  HEALTH_TOKEN: z
    .string()
    .regex(/^[\w.~+/=-]{16,}$/, TOKEN)
    .optional(),
  DISK_FREE_MB: z.coerce
    .number('set a number of megabytes, as in 500')
    .min(0, 'set a number of megabytes, as in 500')
    .default(500),
  LOG_LEVEL: z.enum(LOG_LEVELS, `set one of ${LOG_LEVELS.join(', ')}`).default('info'),
})

/** The names of the variables of monitoring. */
export const MONITORING_VARIABLES: readonly string[] = Object.keys(variables.shape)
