import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'

/** Resource usage by process name, summed over restarts. */
export interface ProcessUsage {
  readonly name: string
  /** Memory (RSS) in bytes: at the first sample, at most, and at the last sample. */
  readonly before: number
  readonly peak: number
  readonly after: number
  /** CPU time from the first to the last sample. */
  readonly cpuMs: number
  /** Time that the main thread waited for a CPU. Higher on a shared machine. */
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

const INTERVAL_MS = 500

/** Linux counts CPU time in hundredths of a second. */
const MS_PER_TICK = 10

/** Starts to sample processes. `listPids` returns their ids by name. Reads /proc, so it requires Linux. */
export async function watchUsage(listPids: () => Promise<ReadonlyMap<string, number>>): Promise<UsageWatch> {
  /** By name, then by process id. */
  const samplesByName = new Map<string, Map<number, { first: Sample; last: Sample }>>()
  const stopping = new AbortController()

  async function takeSamples(isFirst = false): Promise<void> {
    for (const [name, pid] of await listPids()) {
      const sample = await readSample(pid)
      if (!sample) continue
      const byPid = samplesByName.get(name) ?? new Map<number, { first: Sample; last: Sample }>()
      samplesByName.set(name, byPid)
      // The whole CPU time of a process that was started later counts.
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
      return [...samplesByName].map(([name, byPid]) => {
        const samples = [...byPid.values()]
        const sum = (getValue: (sample: Sample) => number) =>
          samples.reduce((total, { first, last }) => total + getValue(last) - getValue(first), 0)
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

/** Returns `undefined` if the process has ended. */
async function readSample(pid: number): Promise<Sample | undefined> {
  try {
    const [status, stat, schedule] = await Promise.all(
      ['status', 'stat', 'schedstat'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8')),
    )
    const rss = parseBytes(status, 'VmRSS')
    if (rss === 0) return undefined // a zombie process
    const [user = 0, system = 0] = parseNumbers(stat?.slice(stat.lastIndexOf(')') + 2)).slice(11, 13)
    const [, waitedNs = 0] = parseNumbers(schedule)
    return {
      rss,
      peak: parseBytes(status, 'VmHWM'),
      cpuMs: (user + system) * MS_PER_TICK,
      waitedMs: waitedNs / 1_000_000,
    }
  } catch {
    return undefined
  }
}

const parseNumbers = (line = ''): readonly number[] => line.trim().split(' ').map(Number)

function parseBytes(status = '', name: string): number {
  const [, kilobytes] = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status) ?? []
  return Number(kilobytes ?? 0) * 1024
}
