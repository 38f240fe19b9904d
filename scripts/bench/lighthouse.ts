import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as z from 'zod'
import { CHROMIUM_ARGS, requireChromium } from '#scripts/test/chromium.ts'

const run = promisify(execFile)

/** Lighthouse has its own packages: 176 MB that no other command needs. */
const FOLDER = 'scripts/bench/lighthouse'
const CLI = join(FOLDER, 'node_modules/lighthouse/cli/index.js')

/** Installs Lighthouse in the version of its lock file, unless it is installed. */
export async function ensureLighthouse(): Promise<void> {
  const readVersion = async (file: string) => packageSchema.parse(JSON.parse(await readFile(file, 'utf8')))
  const { dependencies } = await readVersion(join(FOLDER, 'package.json'))
  const installed = join(FOLDER, 'node_modules/lighthouse/package.json')
  if (existsSync(installed) && (await readVersion(installed)).version === dependencies?.lighthouse) return
  console.log('Installing Lighthouse …')
  await run('npm', ['ci', '--ignore-scripts', '--no-fund', '--no-audit'], { cwd: FOLDER })
}

const packageSchema = z.object({
  version: z.string().optional(),
  dependencies: z.object({ lighthouse: z.string() }).partial().optional(),
})

const numericAudit = z.object({ numericValue: z.number() }).transform(({ numericValue }) => numericValue)

const reportSchema = z.object({
  runtimeError: z.object({ message: z.string() }).optional(),
  categories: z.record(z.string(), z.object({ score: z.number().nullable() })),
  audits: z.object({
    'largest-contentful-paint': numericAudit,
    'total-blocking-time': numericAudit,
    'cumulative-layout-shift': numericAudit,
    'mainthread-work-breakdown': numericAudit,
    'dom-size-insight': numericAudit,
    'network-requests': z.object({
      details: z.object({
        items: z.array(z.object({ resourceType: z.string().optional(), transferSize: z.number() })),
      }),
    }),
  }),
})

/** Result of a Lighthouse run. */
export interface PageLoad {
  /** 0 to 100, by category. */
  readonly scores: Readonly<Record<string, number>>
  /** Largest Contentful Paint. */
  readonly largestPaintMs: number
  /** Total Blocking Time: the part of each main-thread task above 50 ms. */
  readonly blockingMs: number
  /** Cumulative Layout Shift; 0 when nothing moved. */
  readonly layoutShift: number
  /** Duration of all main-thread tasks. */
  readonly mainThreadMs: number
  /** Elements in the document. */
  readonly nodes: number
  /** Bytes over the network by resource type: Document, Script, Image, Media, Font, Fetch. */
  readonly bytes: Readonly<Record<string, number>>
}

/** Simulated response time of each server: about that of the servers on this machine. */
const SERVER_RESPONSE_MS = 5

/** Page, categories, and the origins that the page loads files from. */
export interface LighthouseOptions {
  readonly url: string
  readonly categories: readonly string[]
  readonly origins: readonly string[]
}

/**
 * Runs Lighthouse with its mobile settings (412 px, simulated slow 4G, CPU at a quarter of the speed) and an empty cache.
 * The simulated network has a fixed response time and no additional latency. By default Lighthouse measures both in each run,
 * and a difference of 1 ms can add a round trip of 150 ms to the result.
 */
export async function runLighthouse({ url, categories, origins }: LighthouseOptions): Promise<PageLoad> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'lighthouse-'))
  const output = join(folder.path, 'report.json')
  const network = join(folder.path, 'network.json')
  await writeFile(
    network,
    JSON.stringify({
      additionalRttByOrigin: {},
      serverResponseTimeByOrigin: Object.fromEntries(origins.map((origin) => [origin, SERVER_RESPONSE_MS])),
    }),
  )
  const args = [
    CLI,
    url,
    '--quiet',
    '--no-enable-error-reporting',
    '--output=json',
    `--output-path=${output}`,
    `--only-categories=${categories.join(',')}`,
    `--precomputed-lantern-data-path=${network}`,
    `--chrome-flags=${['--headless', ...CHROMIUM_ARGS].join(' ')}`,
  ]
  await run(process.execPath, args, { env: { ...process.env, CHROME_PATH: requireChromium(process.env) } })
  return parseReport(JSON.parse(await readFile(output, 'utf8')))
}

function parseReport(json: unknown): PageLoad {
  const { runtimeError, categories, audits } = reportSchema.parse(json)
  if (runtimeError) throw new Error(runtimeError.message)
  const bytes: Record<string, number> = {}
  for (const { resourceType = 'Other', transferSize } of audits['network-requests'].details.items)
    bytes[resourceType] = (bytes[resourceType] ?? 0) + transferSize
  return {
    scores: Object.fromEntries(
      Object.entries(categories).map(([name, { score }]) => [name, Math.round((score ?? 0) * 100)]),
    ),
    largestPaintMs: audits['largest-contentful-paint'],
    blockingMs: audits['total-blocking-time'],
    layoutShift: audits['cumulative-layout-shift'],
    mainThreadMs: audits['mainthread-work-breakdown'],
    nodes: audits['dom-size-insight'],
    bytes,
  }
}
