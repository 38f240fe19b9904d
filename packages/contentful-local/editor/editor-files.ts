import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const APP_FOLDER = join(import.meta.dirname, 'app')

/** The built editor. Exists in the published package only. */
const PREBUILT_FOLDER = join(import.meta.dirname, 'dist')

/** URL path of the files. */
export const EDITOR_PATH = '/app/'

type EditorFiles = ReadonlyMap<string, string>

/** The files of this process. */
let loading: Promise<EditorFiles> | undefined

/**
 * Returns the texts of `editor.js`, of the modules that it imports, and of `editor.css`, by their names: those of the published
 * package, or those that Vite builds from the sources at the first call. Throws if the build fails; the next call tries again.
 */
export function getEditorFiles(): Promise<EditorFiles> {
  loading ??= (existsSync(PREBUILT_FOLDER) ? readPrebuiltFiles() : buildEditor()).catch((error) => {
    loading = undefined
    throw error
  })
  return loading
}

async function readPrebuiltFiles(): Promise<EditorFiles> {
  const files = new Map<string, string>()
  for (const name of await readdir(PREBUILT_FOLDER))
    files.set(name, await readFile(join(PREBUILT_FOLDER, name), 'utf8'))
  return files
}

async function buildEditor(): Promise<EditorFiles> {
  const { build } = await import('vite') // imported on demand: a prebuilt editor needs no Vite
  const built = await build({
    root: APP_FOLDER,
    base: EDITOR_PATH,
    configFile: false,
    logLevel: 'error',
    // The production version of React, also when NODE_ENV is `test` or `development`.
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { runtime: 'automatic', development: false } },
    build: {
      write: false,
      modulePreload: false, // contentful-management is loaded for the first request of an app
      rolldownOptions: {
        input: join(APP_FOLDER, 'main.tsx'),
        output: { entryFileNames: 'editor.js', chunkFileNames: '[name]-[hash].js', assetFileNames: 'editor.[ext]' },
      },
    },
  })
  const files = [built].flat().flatMap((part) => ('output' in part ? part.output : []))
  return new Map(files.map((file) => [file.fileName, file.type === 'chunk' ? file.code : String(file.source)]))
}
