import type { FastifyServerOptions } from 'fastify'
import { describeErrorCause } from './serialize-error.ts'

type LoggerOptions = Exclude<FastifyServerOptions['logger'], boolean | undefined>
/** Pino calls it in place of its own method for each line. */
type LogHook = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>

export interface RepeatedLineLimit {
  /** Lines of one kind within a window; further ones are counted and not written. */
  readonly maxLines?: number
  readonly windowMs?: number
}

/** Lines below this level (pino's `warn`) are not limited: they describe requests and mails, not errors. */
const WARN = 40

/** Kinds of lines that are counted separately. The ones above share a count, so that memory stays bounded. */
const MAX_KINDS = 1_000

interface Count {
  readonly startedAt: number
  readonly writeSummary: (suppressed: number) => void
  lines: number
}

/**
 * Limits repeated warnings and errors: `maxLines` lines with the same message, code and place within a window, then one
 * line with the number of those that were suppressed, at the end of the window. A database that is down for an hour
 * does not fill the disk with its log.
 */
export function limitRepeatedLogLines({ maxLines = 10, windowMs = 60_000 }: RepeatedLineLimit = {}): LogHook {
  const counts = new Map<string, Count>()
  let timer: NodeJS.Timeout | undefined

  /** Ends the windows that are over. */
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

/** What makes two lines repetitions of each other. None of it comes from a visitor. */
function describeLine([first, second]: readonly unknown[]) {
  const fields: object = typeof first === 'object' && first !== null ? first : {}
  const { err, code, reason, check }: Fields = fields
  return {
    of: String(typeof first === 'string' ? first : second),
    ...(code !== undefined && { code: String(code) }),
    ...(reason !== undefined && { reason: String(reason) }),
    ...(check !== undefined && { check: String(check) }),
    ...(err instanceof Error && { cause: describeErrorCause(err), place: placeOf(err) }),
  }
}

interface Fields {
  readonly err?: unknown
  readonly code?: unknown
  readonly reason?: unknown
  readonly check?: unknown
}

/** The line of the stack where an error was created. */
const placeOf = ({ stack = '' }: Error): string => /^\s+at (.*)$/m.exec(stack)?.[1] ?? ''
