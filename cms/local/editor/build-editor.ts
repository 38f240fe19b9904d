import { createHash, randomUUID } from 'node:crypto'
import { readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const APP_FOLDER = join(import.meta.dirname, 'app')
const CACHE_FOLDER = join(import.meta.dirname, '.cache')

/** Modules that the editor imports from outside its folder. */
const SHARED_MODULES = ['constants.ts', 'engine/content-type-definition.ts']

/** Packages that are bundled, or that bundle. */
const PACKAGES = ['react', 'react-dom', 'react-hook-form', 'zod', 'vite']

/** Running builds by folder: the servers of a process share one. */
const builds = new Map<string, Promise<void>>()

/**
 * Returns a folder with `editor.js` and `editor.css`: the prebuilt one of the published package, or one that Vite builds from
 * the sources. Builds are kept by a hash of the sources, for all processes. Throws if the build fails; the next call tries again.
 */
export async function ensureEditorBuild(prebuiltFolder: string, cacheFolder: string = CACHE_FOLDER): Promise<string> {
  if (await isBuild(prebuiltFolder)) return prebuiltFolder
  const folder = join(cacheFolder, await hashSources())
  if (await isBuild(folder)) return folder
  const build = builds.get(folder) ?? buildEditor(folder)
  builds.set(folder, build)
  await build.finally(() => builds.delete(folder))
  return folder
}

const isBuild = (folder: string) =>
  readdir(folder).then(
    (names) => names.includes('editor.js'),
    () => false,
  )

async function hashSources(): Promise<string> {
  const names = (await readdir(APP_FOLDER)).filter((name) => !name.includes('.test.')).sort()
  const paths = [
    ...names.map((name) => join(APP_FOLDER, name)),
    ...SHARED_MODULES.map((path) => join(import.meta.dirname, '..', path)),
    ...PACKAGES.map((name) => fileURLToPath(import.meta.resolve(`${name}/package.json`))),
  ]
  const hash = createHash('sha256')
  for (const path of paths) hash.update(`${path}\0`).update(await readFile(path))
  return hash.digest('hex').slice(0, 16)
}

/** Builds into a folder of its own and renames it, so that no process serves half a build. */
async function buildEditor(folder: string): Promise<void> {
  const { build } = await import('vite') // imported on demand: a prebuilt editor needs no Vite
  const part = `${folder}.${randomUUID()}`
  await build({
    root: APP_FOLDER,
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: 'error',
    // The production version of React, also when NODE_ENV is `test` or `development`.
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { runtime: 'automatic', development: false } },
    build: {
      outDir: part,
      modulePreload: false,
      rolldownOptions: {
        input: join(APP_FOLDER, 'main.tsx'),
        output: { entryFileNames: 'editor.js', assetFileNames: 'editor.[ext]' },
      },
    },
  })
  await rename(part, folder).catch(async (error) => {
    await rm(part, { recursive: true })
    if (!(await isBuild(folder))) throw error // otherwise another process was first
  })
}
