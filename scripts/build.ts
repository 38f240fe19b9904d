import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { loadEnv, build as viteBuild } from 'vite'
import { BadInput } from '#cms/sync/bad-input.ts'
import type { RebuildFailure } from '#server/publishing/publishing-options.ts'
import { DEFAULT_RELEASES_FOLDER } from '#server/web/releases.ts'
import { withBuildLock } from './build/build-lock.ts'
import { bundleContent } from './build/bundle-content.ts'
import { deriveAllImages, pruneDerivedImages } from './build/derive-images.ts'
import { prerenderPages } from './build/prerender-pages.ts'
import { parsePublicEnv } from './build/public-env.ts'
import { createRelease, type ReleaseBuildFolders } from './build/release-folder.ts'
import { compressFiles } from './build/served-files.ts'
import { findChangedSource, readSourceStamps } from './build/source-stamp.ts'
import { assertSafePublicFiles } from './build/svg-safety.ts'
import { runCommand } from './cli/run-command.ts'

export interface SiteBuildOptions {
  readonly outDir: string
  readonly ssrDir: string
  /** `all` for a static host; `on-demand` where server/web/web-server.ts makes a derived picture when it is first asked for. */
  readonly derivatives: 'all' | 'on-demand'
}

/**
 * Builds the site from the environment's variables (VITE_…): both bundles, the pages' HTML, the derived pictures.
 * Answers with what holds the seed's content because the CMS did not answer. Throws `BadInput`.
 */
export function buildSite({ outDir, ssrDir, derivatives }: SiteBuildOptions): Promise<readonly RebuildFailure[]> {
  process.env.NODE_ENV = 'production' // Vite bundles React's development build for any other value
  return withBuildLock(outDir, async () => {
    await assertSafePublicFiles('public')
    const emptied = emptyFolder(outDir)
    const pictures = derivatives === 'all' ? emptied.then(() => buildPictures(join(outDir, DERIVED))) : undefined
    const bundled = Promise.all([emptied, bundleContent()])
    const pages = bundled.then(() => buildPages(outDir, ssrDir))
    const [failures] = await Promise.all([pages, pictures]).catch(throwDiskFull)
    await pruneDerivedImages()
    return failures
  })
}

const DERIVED = join('media', 'derived')

async function buildPictures(folder: string): Promise<void> {
  await deriveAllImages(folder, reportProgress)
  await compressFiles(folder)
}

/** The configuration is loaded as Node loads it: Vite's own loader writes a file into the folder of the sources. */
const VITE = { logLevel: 'warn', configLoader: 'native' } as const

/** Both bundles and the pages. The browser's bundle is compressed while the one for Node is built. */
async function buildPages(outDir: string, ssrDir: string): Promise<readonly RebuildFailure[]> {
  await viteBuild({ ...VITE, build: { outDir, emptyOutDir: false } })
  const ssr = { outDir: ssrDir, emptyOutDir: true, ssr: 'src/prerender.tsx', copyPublicDir: false }
  // With its packages in it: a release may be outside of the project, and outlive the packages that it was built with.
  const bundled = viteBuild({ ...VITE, build: ssr, ssr: { noExternal: true } })
  await Promise.all([bundled, compressFiles(outDir, DERIVED)])
  return prerenderPages({ outDir, ssrDir })
}

/** Asynchronous, beside other work: Vite empties a folder of 1,700 files synchronously. */
async function emptyFolder(folder: string): Promise<void> {
  try {
    const names = await readdir(folder)
    await Promise.all(names.map((name) => rm(join(folder, name), { recursive: true, force: true })))
  } catch (problem) {
    const code = codeOf(problem)
    if (code === 'ENOENT') return
    throw new BadInput(`${folder} cannot be emptied (${code}): delete it, or make it a folder that can be written`)
  }
}

/** The picture cache says itself why it cannot be written; bundles and pages are written by many parts. */
function throwDiskFull(problem: unknown): never {
  if (codeOf(problem) !== 'ENOSPC') throw problem
  throw new BadInput('The disk is full: free some space and run the build again')
}

const codeOf = (problem: unknown) => (problem instanceof Error && 'code' in problem ? problem.code : undefined)

let reported = 0
function reportProgress(done: number, total: number) {
  if (done < total && done < reported + 200) return
  reported = done
  console.log(`Pictures: ${done} of ${total}`)
}

/** `--out <folder>`: the files for a static host. Without it: a release for `npm run serve`. */
const OPTIONS = { out: { type: 'string' }, 'allow-fallback': { type: 'boolean', default: false } } as const

if (import.meta.main) {
  await runCommand(async () => {
    const { values } = parseArgs({ options: OPTIONS })
    const env = definedOf(parsePublicEnv(loadEnv('production', process.cwd())))
    if (values.out !== undefined) return buildStatic(values.out)
    const folder = process.env.RELEASES_FOLDER || DEFAULT_RELEASES_FOLDER
    const build = (folders: ReleaseBuildFolders) => buildRelease(folders, values['allow-fallback'])
    const id = await createRelease({ folder, env, build })
    console.log(`The release ${id} is active in ${folder}: npm run serve serves it.`)
  })
}

async function buildStatic(outDir: string): Promise<void> {
  const failures = await buildUnchanged({ outDir, ssrDir: `${outDir}-ssr` })
  for (const { what, reason } of failures) console.warn(`Made of the seed: ${what}. ${reason}`)
}

/** A release that holds the seed in place of what editors published would take their work from the site. */
async function buildRelease(folders: ReleaseBuildFolders, allowFallback: boolean): Promise<void> {
  const failures = await buildUnchanged(folders)
  const lines = failures.map(({ what, reason }) => `The CMS did not give ${what}: ${reason}`)
  if (lines.length > 0 && !allowFallback)
    throw new BadInput(
      ...lines,
      'No release was made, and the active one stays. Run npm run build again, or accept the content of cms/seed for these: npm run build -- --allow-fallback',
    )
  for (const line of lines) console.warn(line)
}

async function buildUnchanged(folders: ReleaseBuildFolders): Promise<readonly RebuildFailure[]> {
  const before = await readSourceStamps('.')
  const failures = await buildSite({ ...folders, derivatives: 'all' })
  const changed = findChangedSource(before, await readSourceStamps('.'))
  if (changed) throw new BadInput(`${changed} changed while the site was built: run the build again`)
  return failures
}

function definedOf(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
