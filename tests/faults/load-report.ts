import type { RequestResult } from './contact-load.ts'
import type { FuzzRun } from './fuzz-run.ts'
import type { LoadRun } from './load-run.ts'
import type { ProcessUsage } from './process-usage.ts'

/** The figures of a run as tables for a terminal. */
export function formatLoadRun(run: LoadRun): string {
  const { requests, times } = run
  const message = requests.filter(({ kind, isFirst }) => kind === 'message' && isFirst)
  const durations: [string, readonly number[]][] = [
    ['login', requests.filter(({ kind }) => kind === 'login').map(({ ms }) => ms)],
    ['message, first request', message.map(({ ms }) => ms)],
    ['message, until acknowledged', times.map((each) => each.message)],
    ['contact, from its arrival', times.map((each) => each.contact)],
  ]
  return [
    table(
      ['ms', 'count', 'p50', 'p95', 'p99', 'max'],
      durations.map(([name, values]) => [name, values.length, ...[50, 95, 99, 100].map((p) => percentile(values, p))]),
    ),
    table(
      ['requests', 'sent', '2xx', '4xx', '5xx', 'no response'],
      (['login', 'message'] as const).map((kind) => countStatuses(kind, requests)),
    ),
    table(
      ['contacts', 'acknowledged', 'stored', 'mailed', 'copies', 'repeated requests'],
      [[run.contacts, run.acknowledged.length, run.messages.length, ...countMails(run), run.repeated]],
    ),
    table(
      ['kills', 'database restarts', 'outbox at most', 'empty after, s', 'stop, ms'],
      [
        [
          run.kills,
          run.restarts,
          run.outboxPeak,
          seconds(run.outboxEmptyMs),
          run.ends.map(({ ms }) => Math.round(ms)).join(' '),
        ],
      ],
    ),
    usageTable(run.usage),
  ].join('\n\n')
}

export function formatFuzzRun({ outcomes, usage }: FuzzRun): string {
  const rows = [...outcomes].sort(([one], [other]) => one.localeCompare(other))
  return [table(['response', 'requests'], rows), usageTable(usage)].join('\n\n')
}

const usageTable = (usage: readonly ProcessUsage[]): string =>
  table(
    ['process', 'memory before, MB', 'at most', 'after', 'processor, s', 'waited for it, s'],
    usage.map(({ name, before, peak, after, cpuMs, waitedMs }) => [
      name,
      ...[before, peak, after].map((bytes) => Math.round(bytes / 1024 ** 2)),
      ...[cpuMs, waitedMs].map(seconds),
    ]),
  )

/** The smallest value that so many percent of all values do not exceed, rounded to a whole number. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return Math.round(sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? Number.NaN)
}

const seconds = (ms: number): string => (ms / 1_000).toFixed(1)

function countStatuses(kind: RequestResult['kind'], requests: readonly RequestResult[]) {
  const statuses = requests.filter((request) => request.kind === kind).map(({ status }) => Math.floor(status / 100))
  return [kind, statuses.length, ...[2, 4, 5, 0].map((wanted) => statuses.filter((each) => each === wanted).length)]
}

function countMails({ mails }: LoadRun): readonly number[] {
  const different = new Set(mails.map(({ messageId }) => messageId)).size
  return [different, mails.length - different]
}

type Cell = string | number

/** The first column is aligned left, all others right. */
function table(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const lines = [head, ...rows].map((row) => row.map(String))
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  return lines
    .map((line) =>
      line
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  '),
    )
    .join('\n')
}
