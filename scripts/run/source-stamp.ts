import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { digestOf } from './digest.ts'

/** What a build is made of. Media count by name, size and time: reading them all would cost more than it tells. */
const SOURCES = [
  'src',
  'cms',
  'scripts',
  'server/contract.ts',
  'index.html',
  'vite.config.ts',
  'tsconfig.json',
  'package-lock.json',
]
const MEDIA = ['public']

/** The bundled content is made by the build from the rest. */
const isSource = (path: string) => !/\.test\.tsx?$/.test(path) && !path.startsWith(join('src', 'content', 'bundled'))

/** Changes with every source of the site and every public variable that it is built with. */
export async function sourceDigest(root: string, env: Readonly<Record<string, string | undefined>>): Promise<string> {
  const [sources, media] = await Promise.all([
    eachBelow(root, SOURCES, (file) => readFile(file, 'utf8')),
    eachBelow(root, MEDIA, async (file) => {
      const { size, mtimeMs } = await stat(file)
      return [size, mtimeMs]
    }),
  ])
  const variables = Object.entries(env).filter(([name]) => name.startsWith('VITE_'))
  return digestOf([sources, media, variables.sort()])
}

async function eachBelow(root: string, names: readonly string[], read: (file: string) => Promise<unknown>) {
  const files = (await Promise.all(names.map((name) => filesBelow(join(root, name))))).flat()
  const relevant = files.map((file) => relative(root, file)).filter(isSource)
  return Promise.all(relevant.sort().map(async (path) => [path, digestOf(await read(join(root, path)))]))
}

async function filesBelow(path: string): Promise<readonly string[]> {
  if ((await stat(path)).isFile()) return [path]
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

/** What a folder was built from; in it, so that who empties the folder takes it along. */
const stampOf = (outDir: string) => join(outDir, '.built-from')

export const isBuiltFrom = async (outDir: string, digest: string) =>
  (await readFile(stampOf(outDir), 'utf8').catch(() => '')) === digest

/** Before a build begins: one that is stopped half-way does not pass for a whole one. */
export const forgetBuild = (outDir: string) => rm(stampOf(outDir), { force: true })

export const rememberBuild = (outDir: string, digest: string) => writeFile(stampOf(outDir), digest)
