import { type FastifyRequest, LogController } from 'fastify'
import type { BackendConfig } from '#server/config.ts'
import { limitRepeatedLogLines } from './limit-repeated-lines.ts'
import { serializeError } from './serialize-error.ts'

/** Where lines of the log go, each a JSON object. */
export interface LogStream {
  write(line: string): void
}

/**
 * Lines of the log say what happened, never to whom: no address, no header, no query string. Of an error they have its
 * kind, code and place but not its message, in which PostgreSQL and JSON.parse quote what a visitor wrote. Repeated
 * warnings and errors are limited.
 */
export const createLogOptions = (level: BackendConfig['logLevel'], lines?: LogStream) => ({
  level,
  serializers: {
    req: ({ method, routeOptions }: FastifyRequest) => ({ method, route: routeOptions?.url }),
    res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
    err: serializeError,
  },
  hooks: { logMethod: limitRepeatedLogLines() },
  ...(lines && { stream: lines }),
})

/** Fastify's own lines are off: they quote addresses that were asked for. observe-requests.ts writes one line in their place. */
export const createLogController = () => new LogController({ disableRequestLogging: true })
