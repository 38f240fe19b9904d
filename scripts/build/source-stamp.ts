import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { hashJson } from './hash-json.ts'

/** What a build is made of. Media count by name, size and time: reading them all would cost more than it tells. */
const SOURCES = [
  'src',
  'cms',
  'scripts',
  'server/api/contract.ts',
  'shared',
  'index.html',
  'vite.config.ts',
  'tsconfig.base.json',
  'tsconfig.browser.json',
  'tsconfig.json',
  'package-lock.json',
]
const MEDIA = ['public']

/** The bundled content is made by the build from the rest. */
const isSource = (path: string) => !/\.test\.tsx?$/.test(path) && !path.startsWith(join('src', 'content', 'bundled'))

/** Changes with every source of the site and every public variable that it is built with. */
export async function hashSources(root: string, env: Readonly<Record<string, string | undefined>>): Promise<string> {
  const [sources, media] = await Promise.all([
    eachBelow(root, SOURCES, (file) => readFile(file, 'utf8')),
    eachBelow(root, MEDIA, async (file) => {
      const { size, mtimeMs } = await stat(file)
      return [size, mtimeMs]
    }),
  ])
  const variables = Object.entries(env).filter(([name]) => name.startsWith('VITE_'))
  return hashJson([sources, media, variables.sort()])
}

/** Size and time of modification of every source, by its path: to notice what changes during a build. */
export async function readSourceStamps(root: string): Promise<ReadonlyMap<string, string>> {
  const files = await sourcesBelow(root, [...SOURCES, ...MEDIA])
  const stamped = files.filter((path) => !isWrittenByTools(path))
  return new Map(
    await Promise.all(
      stamped.map(async (path): Promise<[string, string]> => {
        const { size, mtimeMs } = await stat(join(root, path))
        return [path, `${size} ${mtimeMs}`]
      }),
    ),
  )
}

/** The route tree of Vite's router plugin, and hidden files, such as those in which editors keep unsaved changes. */
const isWrittenByTools = (path: string) => path === join('src', 'route-tree.gen.ts') || /(^|[\\/])\.[^\\/]+$/.test(path)

/** The first file that was changed, added or removed between two calls of `sourceTimes`. */
export const findChangedSource = (before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>) =>
  [...before.keys(), ...after.keys()].find((path) => before.get(path) !== after.get(path))

async function eachBelow(root: string, names: readonly string[], read: (file: string) => Promise<unknown>) {
  const files = await sourcesBelow(root, names)
  return Promise.all(files.map(async (path) => [path, hashJson(await read(join(root, path)))]))
}

async function sourcesBelow(root: string, names: readonly string[]): Promise<readonly string[]> {
  const files = (await Promise.all(names.map((name) => listFiles(join(root, name))))).flat()
  return files
    .map((file) => relative(root, file))
    .filter(isSource)
    .sort()
}

/** Returns the paths of all files in a folder and the folders below it, or the path of the file itself. */
export async function listFiles(path: string): Promise<readonly string[]> {
  if ((await stat(path)).isFile()) return [path]
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

/** What a folder was built from; in it, so that who empties the folder takes it along. */
const stampOf = (outDir: string) => join(outDir, '.built-from')

export const isBuildCurrent = async (outDir: string, digest: string) =>
  (await readFile(stampOf(outDir), 'utf8').catch(() => '')) === digest

/** Before a build begins: one that is stopped half-way does not pass for a whole one. */
export const deleteBuildStamp = (outDir: string) => rm(stampOf(outDir), { force: true })

export const writeBuildStamp = (outDir: string, digest: string) => writeFile(stampOf(outDir), digest)
