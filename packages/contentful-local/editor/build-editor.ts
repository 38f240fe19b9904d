import { createHash, randomUUID } from 'node:crypto'
import { existsSync, globSync } from 'node:fs'
import { readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

const PACKAGE_FOLDER = join(import.meta.dirname, '..')
const APP_FOLDER = join(import.meta.dirname, 'app')
const CACHE_FOLDER = join(import.meta.dirname, '.cache')

/** URL path of the build. */
export const EDITOR_PATH = '/app/'

/** The modules of the editor, those that it imports from elsewhere, and the versions of the packages. */
const SOURCES = [
  'editor/app/**/!(*.test).*',
  'constants.ts',
  'links.ts',
  'engine/content-type-definition.ts',
  'engine/media-type-group.ts',
  'package.json',
]

/** Running builds by folder: the servers of a process share one. */
const builds = new Map<string, Promise<void>>()

/**
 * Returns a folder with `editor.js`, the modules that it imports, and `editor.css`: the prebuilt one of the published package,
 * or one that Vite builds from the sources. Builds are kept by a hash of the sources, for all processes. Throws if the build
 * fails; the next call tries again.
 */
export async function ensureEditorBuild(prebuiltFolder: string, cacheFolder: string = CACHE_FOLDER): Promise<string> {
  if (isBuild(prebuiltFolder)) return prebuiltFolder
  const folder = join(cacheFolder, await hashSources())
  if (isBuild(folder)) return folder
  const build = builds.get(folder) ?? buildEditor(folder)
  builds.set(folder, build)
  await build.finally(() => builds.delete(folder))
  return folder
}

const isBuild = (folder: string) => existsSync(join(folder, 'editor.js'))

async function hashSources(): Promise<string> {
  const hash = createHash('sha256')
  for (const path of globSync(SOURCES, { cwd: PACKAGE_FOLDER }).sort())
    hash.update(`${path}\0`).update(await readFile(join(PACKAGE_FOLDER, path)))
  return hash.digest('hex').slice(0, 16)
}

/** Builds into a folder of its own and renames it, so that no process serves half a build. */
async function buildEditor(folder: string): Promise<void> {
  const { build } = await import('vite') // imported on demand: a prebuilt editor needs no Vite
  const part = `${folder}.${randomUUID()}`
  await build({
    root: APP_FOLDER,
    base: EDITOR_PATH,
    configFile: false,
    logLevel: 'error',
    // The production version of React, also when NODE_ENV is `test` or `development`.
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { runtime: 'automatic', development: false } },
    build: {
      outDir: part,
      modulePreload: false, // contentful-management is loaded for the first request of an app
      rolldownOptions: {
        input: join(APP_FOLDER, 'main.tsx'),
        output: { entryFileNames: 'editor.js', chunkFileNames: '[name]-[hash].js', assetFileNames: 'editor.[ext]' },
      },
    },
  })
  await rename(part, folder).catch(async (error) => {
    await rm(part, { recursive: true })
    if (!isBuild(folder)) throw error // otherwise another process was first
  })
}
