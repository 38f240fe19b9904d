import * as z from 'zod'
import { type Environment, parseEnvironment } from './environment.ts'
import { createWholeNumberSchema, listenHostSchema } from './variable-schemas.ts'

/** Parses the monitoring variables of the server. Throws `ConfigError`. A blank variable counts as unset. */
export function parseMonitoringConfig(env: Environment) {
  const data = parseEnvironment(monitoringVariables, env)
  return {
    /** Where /metrics is served; `undefined` without metrics. */
    metrics: data.METRICS_PORT === undefined ? undefined : { host: data.METRICS_HOST, port: data.METRICS_PORT },
    /** Authorizes requests for the details of /health/ready. */
    healthToken: data.HEALTH_TOKEN,
    /** The health report is degraded with less free space on the disks of data and pages. */
    minFreeDiskBytes: MIN_FREE_DISK_BYTES,
  }
}

export type MonitoringConfig = Readonly<ReturnType<typeof parseMonitoringConfig>>

/** Enough for some days of messages, a release and its pictures. */
const MIN_FREE_DISK_BYTES = 500_000_000

const TOKEN_HINT = 'set at least 16 letters, digits or -._~+/= without spaces, as made by: openssl rand -hex 24'

const monitoringVariables = z.object({
  METRICS_PORT: createWholeNumberSchema(0, 65_535).optional(),
  METRICS_HOST: listenHostSchema,
  HEALTH_TOKEN: z
    .string()
    .regex(/^[\w.~+/=-]{16,}$/, TOKEN_HINT)
    .optional(),
})

/** Names of the monitoring variables. */
export const MONITORING_VARIABLES: readonly string[] = Object.keys(monitoringVariables.shape)
