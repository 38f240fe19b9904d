import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { listFiles } from '#scripts/build/source-stamp.ts'
import { omitSiteVariables } from '#scripts/test/tools.ts'
import { DEFAULT_RELEASES_FOLDER, getReleaseSiteFolder, readActiveReleases } from '#server/web/releases.ts'
import { median } from './median.ts'
import { copyProject } from './project-copy.ts'

/** What `npm run build` needs of the project. */
const SOURCES = [
  'cms',
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

export interface BuildTimes {
  /** Milliseconds at the median, with an empty picture cache. */
  readonly coldMs: number
  /** Milliseconds at the median, in a folder that has been built before. */
  readonly warmMs: number
  /** Files that were not the same bytes in each build. */
  readonly differentFiles: readonly string[]
}

/** Runs `npm run build` twice in each of three copies of the project. */
export async function measureBuildTimes(): Promise<BuildTimes> {
  const first: number[] = []
  const again: number[] = []
  const outputs: Map<string, string>[] = []
  for (let run = 0; run < RUNS; run += 1) {
    await using copy = await copyProject(SOURCES)
    for (const times of [first, again]) {
      times.push(await buildTime(copy.folder))
      outputs.push(await digests(await builtSite(copy.folder)))
    }
  }
  return { coldMs: median(first), warmMs: median(again), differentFiles: differences(outputs) }
}

async function buildTime(cwd: string): Promise<number> {
  const started = performance.now()
  await promisify(execFile)('npm', ['run', 'build'], { cwd, env: omitSiteVariables(process.env) })
  return performance.now() - started
}

/** The folder of the site that the last build made. */
async function builtSite(project: string): Promise<string> {
  const folder = join(project, DEFAULT_RELEASES_FOLDER)
  const [id = ''] = await readActiveReleases(folder)
  return getReleaseSiteFolder(folder, id)
}

async function digests(folder: string): Promise<Map<string, string>> {
  const paths = await listFiles(folder)
  const digest = async (path: string) =>
    createHash('sha256')
      .update(await readFile(path))
      .digest('hex')
  return new Map(
    await Promise.all(
      paths.map(async (path): Promise<[string, string]> => [path.slice(folder.length), await digest(path)]),
    ),
  )
}

function differences(outputs: readonly ReadonlyMap<string, string>[]): readonly string[] {
  const files = new Set(outputs.flatMap((output) => [...output.keys()]))
  return [...files].filter((file) => new Set(outputs.map((output) => output.get(file))).size > 1)
}
