import { execFile, spawn } from 'node:child_process'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { listFiles } from '#scripts/build/build-stamp.ts'
import { omitSiteVariables } from '#tests/setup/process/command-env.ts'
import { median } from './bench-helpers.ts'

const RUNS = 3
const PORT = 3320

/** Duration of the first `npm start` of a clone. */
export interface StartTimes {
  /** Median time from the command until a page is served. */
  readonly startMs: number
  /** Disk usage of the installed packages. */
  readonly packageBytes: number
}

/** Measures `npm start` in new clones of the last commit, without packages and caches. */
export async function measureStartTimes(): Promise<StartTimes> {
  const times: number[] = []
  let packageBytes = 0
  for (let run = 0; run < RUNS; run += 1) {
    const folder = await mkdtemp(join(tmpdir(), 'bench-'))
    try {
      await promisify(execFile)('git', ['clone', '--quiet', '.', folder])
      times.push(await measureStart(folder))
      packageBytes = await measureDiskUsage(join(folder, 'node_modules'))
    } finally {
      await rm(folder, { recursive: true })
    }
  }
  return { startMs: median(times), packageBytes }
}

async function measureStart(cwd: string): Promise<number> {
  const env = { ...omitSiteVariables(process.env), PORT: String(PORT), CMS_PORT: String(PORT + 1) }
  const started = performance.now()
  const child = spawn('npm', ['start'], { cwd, env, stdio: 'ignore' })
  const exit = new Promise((resolve) => child.once('exit', resolve))
  try {
    while (!(await isServed())) {
      if (child.exitCode !== null) throw new Error(`npm start exited with ${child.exitCode}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    return performance.now() - started
  } finally {
    child.kill()
    await exit
  }
}

const isServed = () =>
  fetch(`http://127.0.0.1:${PORT}/services`).then(
    ({ ok }) => ok,
    () => false,
  )

/** Bytes per unit of `blocks` in the result of `stat`. */
const BLOCK_BYTES = 512

async function measureDiskUsage(folder: string): Promise<number> {
  let bytes = 0
  for (const path of await listFiles(folder)) bytes += (await stat(path)).blocks * BLOCK_BYTES
  return bytes
}
