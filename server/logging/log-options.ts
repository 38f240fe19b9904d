import { type FastifyRequest, LogController } from 'fastify'
import type { BackendConfig } from '#server/config.ts'
import { limitRepeatedLogLines } from './limit-repeated-lines.ts'
import { serializeError } from './serialize-error.ts'

/** Destination of the log. Each line is a JSON object. */
export interface LogStream {
  write(line: string): void
}

/**
 * Creates Fastify's logger options. The log contains no personal data: no address, header or query string, and no error
 * messages, because PostgreSQL and JSON.parse quote input in them. Repeated warnings and errors are limited.
 */
export const createLogOptions = (level: BackendConfig['logLevel'], stream?: LogStream) => ({
  level,
  serializers: {
    req: ({ method, routeOptions }: FastifyRequest) => ({ method, route: routeOptions?.url }),
    res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
    err: serializeError,
  },
  hooks: { logMethod: limitRepeatedLogLines() },
  ...(stream && { stream }),
})

/** Turns off Fastify's own request lines, which contain URLs. observe-requests.ts writes one line per request instead. */
export const createLogController = () => new LogController({ disableRequestLogging: true })
