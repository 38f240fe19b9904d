import type { FastifyServerOptions } from 'fastify'
import { type FastifyRequest, LogController } from 'fastify'
import type { BackendConfig } from '#server/config.ts'
import { describeErrorCause, serializeError } from './serialize-error.ts'

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

/**
 * Turns off Fastify's own request lines, which contain URLs. observe-requests.ts writes one line per request instead.
 */
export const createLogController = () => new LogController({ disableRequestLogging: true })

type LoggerOptions = Exclude<FastifyServerOptions['logger'], boolean | undefined>
/** Pino calls the hook instead of its own method for each line. */
type LogHook = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>

interface RepeatedLineLimit {
  /** Maximum number of lines of one kind per window. Further ones are counted, but not written. */
  readonly maxLines?: number
  readonly windowMs?: number
}

/** Lines below this level (pino's `warn`) are not limited: they describe requests and emails, not errors. */
const WARN = 40

/** Maximum number of kinds that are counted separately. Further kinds share a count, so that memory is bounded. */
const MAX_KINDS = 1_000

interface Count {
  readonly startedAt: number
  readonly writeSummary: (suppressed: number) => void
  lines: number
}

/**
 * Creates a pino hook that limits repeated warnings and errors: it writes `maxLines` lines with the same message, code
 * and place per window, and at the end of the window one line with the number of suppressed lines. The log of a
 * database that is down for an hour therefore does not fill the disk.
 */
function limitRepeatedLogLines({ maxLines = 10, windowMs = 60_000 }: RepeatedLineLimit = {}): LogHook {
  const counts = new Map<string, Count>()
  let timer: NodeJS.Timeout | undefined

  /** Ends the windows whose time has passed. */
  function endWindows(): void {
    clearTimeout(timer)
    timer = undefined
    const now = performance.now()
    for (const [kind, { startedAt, lines, writeSummary }] of counts) {
      if (now - startedAt < windowMs) continue
      counts.delete(kind)
      if (lines > maxLines) writeSummary(lines - maxLines)
    }
    if (counts.size > 0) timer = setTimeout(endWindows, windowMs).unref()
  }

  return function logMethod(args, method, level) {
    if (level < WARN) return method.apply(this, args)
    const line = describeLine(args)
    const key = [level, ...Object.values(line)].join('\n')
    const kind = counts.has(key) || counts.size < MAX_KINDS ? key : 'others'
    let count = counts.get(kind)
    if (count && performance.now() - count.startedAt >= windowMs) {
      endWindows()
      count = undefined
    }
    if (!count) {
      const writeSummary = (suppressed: number) =>
        method.call(this, { ...line, suppressed, seconds: windowMs / 1000 }, 'repeated lines suppressed')
      count = { startedAt: performance.now(), lines: 0, writeSummary }
      counts.set(kind, count)
      timer ??= setTimeout(endWindows, windowMs).unref()
    }
    count.lines += 1
    if (count.lines <= maxLines) method.apply(this, args)
  }
}

/** The fields by which lines are compared. They contain no text of visitors. */
function describeLine([first, second]: readonly unknown[]) {
  const fields: object = typeof first === 'object' && first !== null ? first : {}
  const { err, code, reason, check }: Fields = fields
  return {
    of: String(typeof first === 'string' ? first : second),
    ...(code !== undefined && { code: String(code) }),
    ...(reason !== undefined && { reason: String(reason) }),
    ...(check !== undefined && { check: String(check) }),
    ...(err instanceof Error && { cause: describeErrorCause(err), place: findErrorLocation(err) }),
  }
}

interface Fields {
  readonly err?: unknown
  readonly code?: unknown
  readonly reason?: unknown
  readonly check?: unknown
}

/** The first line of the stack: where the error was created. */
const findErrorLocation = ({ stack = '' }: Error): string => /^\s+at (.*)$/m.exec(stack)?.[1] ?? ''
