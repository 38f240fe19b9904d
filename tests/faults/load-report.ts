import type { RequestResult } from './contact-load.ts'
import type { FuzzRun } from './fuzz-run.ts'
import type { LoadRun } from './load-run.ts'
import type { ProcessUsage } from './process-usage.ts'

/** Formats the figures of a run as tables for a terminal. */
export function formatLoadRun(run: LoadRun): string {
  const { requests, times } = run
  const message = requests.filter(({ type, isFirst }) => type === 'message' && isFirst)
  const durations: [string, readonly number[]][] = [
    ['login', requests.filter(({ type }) => type === 'login').map(({ ms }) => ms)],
    ['message, first request', message.map(({ ms }) => ms)],
    ['message, until acknowledged', times.map((contact) => contact.message)],
    ['contact, from its arrival', times.map((contact) => contact.contact)],
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
      [[run.contacts, run.acknowledged.length, run.messages.length, ...countMails(run), run.retries]],
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
  const rows = [...outcomes].sort(([a], [b]) => a.localeCompare(b))
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

/** Nearest-rank percentile of the values, rounded to a whole number. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return Math.round(sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? Number.NaN)
}

const seconds = (ms: number): string => (ms / 1_000).toFixed(1)

function countStatuses(kind: RequestResult['type'], requests: readonly RequestResult[]) {
  const statuses = requests.filter((request) => request.type === kind).map(({ status }) => Math.floor(status / 100))
  return [
    kind,
    statuses.length,
    ...[2, 4, 5, 0].map((statusClass) => statuses.filter((contact) => contact === statusClass).length),
  ]
}

function countMails({ mails }: LoadRun): readonly number[] {
  const distinct = new Set(mails.map(({ messageId }) => messageId)).size
  return [distinct, mails.length - distinct]
}

type Cell = string | number

/** The first column is aligned left, all others right. */
function table(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const lines = [header, ...rows].map((row) => row.map(String))
  const widths = header.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  return lines
    .map((line) =>
      line
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  '),
    )
    .join('\n')
}
