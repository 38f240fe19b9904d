import { createHash } from 'node:crypto'
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'

/** The sources of a build. Media files are compared by size and modification time, because reading them all is slow. */
const SOURCES = [
  'src',
  'cms',
  'packages',
  'scripts',
  'server/http/security-policies.ts',
  'server/rendering',
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
      return [size, mtimeMs]
    }),
  ])
  const isBuilt = (name: string) => name.startsWith('VITE_') && name !== 'VITE_CONTENTFUL_GRAPHQL'
  const variables = Object.entries(env).filter(([name]) => isBuilt(name))
  return hashJson([sources, media, variables.sort()])
}

async function hashFiles(root: string, names: readonly string[], read: (file: string) => Promise<unknown>) {
  const files = await listSources(root, names)
  return Promise.all(files.map(async (path) => [path, hashJson(await read(join(root, path)))]))
}

async function listSources(root: string, names: readonly string[]): Promise<readonly string[]> {
  const files = (await Promise.all(names.map((name) => listFiles(join(root, name))))).flat()
  return files
    .map((file) => relative(root, file))
    .filter(isSource)
    .sort()
}

/** Returns the paths of all files in a folder, recursively, or the path of the file itself. */
export async function listFiles(path: string): Promise<readonly string[]> {
  if ((await stat(path)).isFile()) return [path]
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

/** The stamp with the digest of the sources. It is in the build folder, so that emptying the folder removes it. */
const getStampFile = (outDir: string) => join(outDir, '.built-from')

/** Whether the folder contains a complete build of the sources with this digest. */
export const isBuildCurrent = async (outDir: string, digest: string) =>
  (await readFile(getStampFile(outDir), 'utf8').catch(() => '')) === digest

/** Deletes the stamp before a build, so that an interrupted build is not taken for a complete one. */
export const deleteBuildStamp = (outDir: string) => rm(getStampFile(outDir), { force: true })

/** Marks a folder as a complete build of the sources with this digest. */
export const writeBuildStamp = (outDir: string, digest: string) => writeFile(getStampFile(outDir), digest)

/** Returns the SHA-256 of the JSON of a value, in hexadecimal. */
export function hashJson(data: unknown): string {
  return createHash('sha256').update(JSON.stringify(data)).digest('hex')
}
