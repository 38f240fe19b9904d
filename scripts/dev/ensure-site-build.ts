import { hash } from 'node:crypto'
import { globSync } from 'node:fs'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { throwWriteError } from '#scripts/build/write-error.ts'
import { renderSite } from '#server/publishing/render-site.ts'
import { UserError } from '#shared/user-error.ts'

const BUILD_PROCESS = new URL('../build/build-process.ts', import.meta.url)

interface BuildOptions {
  readonly outDir: string
  /** Public variables, in addition to those of this process. */
  readonly env: Readonly<Record<string, string>>
  readonly log: (line: string) => void
}

/**
 * Builds the site when its sources have changed, otherwise re-renders its pages, because the content may have changed.
 * The next comparison retries what could not be loaded from the CMS. Throws `UserError`.
 */
export async function ensureSiteBuild({ outDir, env: added, log }: BuildOptions): Promise<void> {
  const env = { ...process.env, ...added }
  const stampFile = getStampFile(outDir)
  const digest = await hashSources('.', env)
  const build = async (module?: URL) => {
    const result = await renderSite({ outDir, env, ...(module && { module }) })
    if (!result) throw new UserError('The site could not be built: see the error above.')
    for (const { what, reason } of result.failures) log(`Not up to date: ${what}. ${reason}`)
  }
  if (await isBuildCurrent(outDir, digest)) return build()
  log('Building the site …')
  // An interrupted build is not taken for a complete one.
  await rm(stampFile, { force: true }).catch(throwWriteError(outDir))
  await build(BUILD_PROCESS)
  if ((await hashSources('.', env)) === digest) await writeFile(stampFile, digest).catch(throwWriteError(outDir))
  else log('Sources changed while the site was built: the next start builds it again.')
}

/** The stamp with the digest of the sources. It is in the build folder, so that emptying the folder removes it. */
const getStampFile = (outDir: string) => join(outDir, '.built-from')

/** Whether the folder contains a complete build of the sources with this digest. */
export const isBuildCurrent = async (outDir: string, digest: string) =>
  (await readFile(getStampFile(outDir), 'utf8').catch(() => '')) === digest

/** The sources of a build. Media files are compared by size and modification time, because reading them all is slow. */
const SOURCES = [
  'src',
  'cms',
  'packages',
  'scripts/build',
  'scripts/cli',
  'server/config/public-env.ts',
  'server/http/security-policies.ts',
  'server/preview/draft-pages.ts',
  'server/rendering',
  'server/site/redirects.ts',
  'shared',
  'index.html',
  'vite.config.ts',
  'tsconfig.base.json',
  'tsconfig.browser.json',
  'tsconfig.json',
  'package-lock.json',
]
const MEDIA = ['public']

/** The build generates the bundled content. */
const isSource = (path: string) => !/\.test\.tsx?$/.test(path) && !path.startsWith(join('src', 'content', 'bundled'))

/**
 * Returns a digest of all sources of the site and the public variables (VITE_…) that a build contains: not the address of
 * the CMS, which is read whenever pages are rendered.
 */
export async function hashSources(root: string, env: Readonly<Record<string, string | undefined>>): Promise<string> {
  const [sources, media] = await Promise.all([
    hashFiles(root, SOURCES, (file) => readFile(file, 'utf8')),
    hashFiles(root, MEDIA, async (file) => {
      const { size, mtimeMs } = await stat(file)
      return JSON.stringify([size, mtimeMs])
    }),
  ])
  const isBuilt = (name: string) => name.startsWith('VITE_') && name !== 'VITE_CONTENTFUL_GRAPHQL'
  const variables = Object.entries(env).filter(([name]) => isBuilt(name))
  return hash('sha256', JSON.stringify([sources, media, variables.sort()]))
}

/** Reads files, and those in folders, and returns each path with the hash of what `read` returns. */
async function hashFiles(root: string, names: readonly string[], read: (file: string) => Promise<string>) {
  const patterns = names.map((name) => `${name}{,/**}`)
  const files = globSync(patterns, { cwd: root, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = files.map(({ parentPath, name }) => relative(root, join(parentPath, name)))
  return Promise.all(
    paths
      .filter(isSource)
      .sort()
      .map(async (path) => [path, hash('sha256', await read(join(root, path)))]),
  )
}
