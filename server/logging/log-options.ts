import { type FastifyRequest, type FastifyServerOptions, LogController } from 'fastify'
import type { ServerConfig } from '#server/config/server-config.ts'
import { describeErrorCause, serializeError } from './serialize-error.ts'

/** Destination of the log. Each line is a JSON object. */
export interface LogStream {
  write(line: string): void
}

/**
 * Creates Fastify's logger options. The log contains no personal data: no address, header or query string, and no error
 * messages, because PostgreSQL and JSON.parse quote input in them. Repeated warnings and errors are limited.
 */
export const createLogOptions = (level: ServerConfig['logLevel'], stream?: LogStream) => ({
  level,
  serializers: {
    req: ({ method, routeOptions }: FastifyRequest) => ({ method, route: routeOptions?.url }),
    res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
    err: serializeError,
  },
  hooks: { logMethod: limitRepeatedLines() },
  ...(stream && { stream }),
})

/**
 * Turns off Fastify's own request lines, which contain URLs. observe-requests.ts writes one line per request instead.
 */
export const createLogController = () => new LogController({ disableRequestLogging: true })

type LoggerOptions = Exclude<FastifyServerOptions['logger'], boolean | undefined>
/** Pino calls the hook instead of its own method for each line. */
type LogHook = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>

/** Lines below this level (pino's `warn`) are not limited: they describe requests and emails, not errors. */
const WARN = 40

/** Lines of one kind that are written in a window. */
const MAX_LINES = 10

const WINDOW_S = 60

interface RepeatedLine {
  count: number
  readonly writeSummary: (suppressed: number) => void
}

/**
 * Creates a pino hook that limits repeated warnings and errors: of lines with the same message, code and place it writes
 * ten a minute, and at the end of the minute one line with the number of the others. The log of a database that is down
 * for an hour therefore does not fill the disk.
 */
function limitRepeatedLines(): LogHook {
  const repeated = new Map<string, RepeatedLine>()

  function endWindow(): void {
    for (const { count, writeSummary } of repeated.values()) if (count > MAX_LINES) writeSummary(count - MAX_LINES)
    repeated.clear()
  }

  return function logMethod(args, method, level) {
    if (level < WARN) return method.apply(this, args)
    if (repeated.size === 0) setTimeout(endWindow, WINDOW_S * 1_000).unref()
    const fields = describeKind(args)
    const kind = JSON.stringify([level, fields])
    const line = repeated.get(kind) ?? {
      count: 0,
      writeSummary: (suppressed) =>
        method.call(this, { ...fields, suppressed, seconds: WINDOW_S }, 'repeated lines suppressed'),
    }
    repeated.set(kind, line)
    line.count += 1
    if (line.count <= MAX_LINES) method.apply(this, args)
  }
}

/** The fields by which lines are compared. They contain no text of visitors, so there are few kinds. */
function describeKind([first, second]: readonly unknown[]) {
  const { err, code, reason, check }: Readonly<Record<string, unknown>> = first instanceof Object ? { ...first } : {}
  return {
    line: typeof first === 'string' ? first : second,
    code,
    reason,
    check,
    ...(err instanceof Error && { cause: describeErrorCause(err), place: findErrorLocation(err) }),
  }
}

/** The first line of the stack: where the error was created. */
const findErrorLocation = ({ stack = '' }: Error): string => /^\s+at (.*)$/m.exec(stack)?.[1] ?? ''
