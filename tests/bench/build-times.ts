import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { listFiles } from '#scripts/build/build-stamp.ts'
import { DEFAULT_RELEASES_FOLDER, getReleaseSiteFolder, readActiveReleases } from '#server/site/releases.ts'
import { omitSiteVariables } from '#tests/setup/process/command-env.ts'
import { copyProject } from '#tests/setup/process/project-copy.ts'
import { median } from './bench-helpers.ts'

/** Files and folders that `npm run build` needs. */
const SOURCES = [
  'cms',
  'packages',
  'scripts',
  'server',
  'shared',
  'src',
  'public',
  'index.html',
  'vite.config.ts',
  'tsconfig.base.json',
  'tsconfig.browser.json',
  'tsconfig.json',
  'tsconfig.server.json',
  'tsconfig.tools.json',
  'package.json',
  'package-lock.json',
]
const RUNS = 3

/** Durations of `npm run build`. */
export interface BuildTimes {
  /** Median with an empty image cache. */
  readonly coldMs: number
  /** Median in a folder that was built before. */
  readonly warmMs: number
  /** Files whose bytes differ between builds. */
  readonly differentFiles: readonly string[]
}

/** Measures `npm run build` twice in each of three copies of the project. */
export async function measureBuildTimes(): Promise<BuildTimes> {
  const coldTimes: number[] = []
  const warmTimes: number[] = []
  const outputs: Map<string, string>[] = []
  for (let run = 0; run < RUNS; run += 1) {
    await using copy = await copyProject(SOURCES)
    for (const times of [coldTimes, warmTimes]) {
      times.push(await measureBuild(copy.folder))
      outputs.push(await hashFiles(await findBuiltSite(copy.folder)))
    }
  }
  return { coldMs: median(coldTimes), warmMs: median(warmTimes), differentFiles: findDifferentFiles(outputs) }
}

async function measureBuild(cwd: string): Promise<number> {
  const started = performance.now()
  await promisify(execFile)('npm', ['run', 'build'], {
    cwd,
    env: { ...omitSiteVariables(process.env), VITE_ENVIRONMENT: 'dev' },
  })
  return performance.now() - started
}

/** Returns the folder of the last built site. */
async function findBuiltSite(project: string): Promise<string> {
  const folder = join(project, DEFAULT_RELEASES_FOLDER)
  const [id = ''] = await readActiveReleases(folder)
  return getReleaseSiteFolder(folder, id)
}

async function hashFiles(folder: string): Promise<Map<string, string>> {
  const paths = await listFiles(folder)
  const hashFile = async (path: string) =>
    createHash('sha256')
      .update(await readFile(path))
      .digest('hex')
  return new Map(
    await Promise.all(
      paths.map(async (path): Promise<[string, string]> => [path.slice(folder.length), await hashFile(path)]),
    ),
  )
}

function findDifferentFiles(outputs: readonly ReadonlyMap<string, string>[]): readonly string[] {
  const files = new Set(outputs.flatMap((output) => [...output.keys()]))
  return [...files].filter((file) => new Set(outputs.map((output) => output.get(file))).size > 1)
}
