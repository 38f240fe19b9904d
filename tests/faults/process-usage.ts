import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'

/** What the processes of one name used; after a restart a name has another process. */
export interface ProcessUsage {
  readonly name: string
  /** bytes of memory (RSS) at the first sample, at most, and at the last sample. */
  readonly before: number
  readonly peak: number
  readonly after: number
  /** ms of processor time from the first sample to the last one. */
  readonly cpuMs: number
  /** ms that the main thread was ready to run and had no processor: on a machine that other work shares, more. */
  readonly waitedMs: number
}

export interface UsageWatch {
  /** Takes a last sample. */
  readonly stop: () => Promise<readonly ProcessUsage[]>
}

interface Sample {
  readonly rss: number
  readonly peak: number
  readonly cpuMs: number
  readonly waitedMs: number
}

/** ms */
const INTERVAL_MS = 500

/** Linux counts processor time in hundredths of a second. */
const MS_PER_TICK = 10

/** Samples processes from now on. `list` returns their ids by name. Reads /proc, so it needs Linux. */
export async function watchUsage(list: () => Promise<ReadonlyMap<string, number>>): Promise<UsageWatch> {
  /** By name, then by process id. */
  const seen = new Map<string, Map<number, { first: Sample; last: Sample }>>()
  const stopping = new AbortController()

  async function takeSamples(isFirst = false): Promise<void> {
    for (const [name, pid] of await list()) {
      const sample = await readSample(pid)
      if (!sample) continue
      const byPid = seen.get(name) ?? new Map<number, { first: Sample; last: Sample }>()
      seen.set(name, byPid)
      // All of the processor time of a process that was started later counts.
      const first = byPid.get(pid)?.first ?? (isFirst ? sample : { ...sample, cpuMs: 0, waitedMs: 0 })
      byPid.set(pid, { first, last: sample })
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await pause(INTERVAL_MS, undefined, { signal: stopping.signal }).catch(() => {})
      await takeSamples()
    }
  }

  await takeSamples(true)
  const running = run()
  return {
    stop: async () => {
      stopping.abort()
      await running
      return [...seen].map(([name, byPid]) => {
        const samples = [...byPid.values()]
        const sum = (amount: (sample: Sample) => number) =>
          samples.reduce((total, { first, last }) => total + amount(last) - amount(first), 0)
        return {
          name,
          before: samples[0]?.first.rss ?? 0,
          peak: Math.max(...samples.map(({ last }) => last.peak)),
          after: samples.at(-1)?.last.rss ?? 0,
          cpuMs: sum(({ cpuMs }) => cpuMs),
          waitedMs: sum(({ waitedMs }) => waitedMs),
        }
      })
    },
  }
}

/** `undefined` where the process has ended. */
async function readSample(pid: number): Promise<Sample | undefined> {
  try {
    const [status, stat, schedule] = await Promise.all(
      ['status', 'stat', 'schedstat'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8')),
    )
    const rss = bytesOf(status, 'VmRSS')
    if (rss === 0) return undefined // it has ended, and nobody has waited for its end yet
    const [user = 0, system = 0] = wordsOf(stat?.slice(stat.lastIndexOf(')') + 2)).slice(11, 13)
    const [, waitedNs = 0] = wordsOf(schedule)
    return {
      rss,
      peak: bytesOf(status, 'VmHWM'),
      cpuMs: (user + system) * MS_PER_TICK,
      waitedMs: waitedNs / 1_000_000,
    }
  } catch {
    return undefined
  }
}

const wordsOf = (line = ''): readonly number[] => line.trim().split(' ').map(Number)

function bytesOf(status = '', name: string): number {
  const [, kilobytes] = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status) ?? []
  return Number(kilobytes ?? 0) * 1024
}
