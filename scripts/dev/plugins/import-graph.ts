import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

const SOURCES = 'src'

/** Whether a file is a module of the site. */
export const isSiteModule = (file: string): boolean => file.startsWith(resolve(SOURCES)) && /\.tsx?$/.test(file)

/** Returns a module and its direct and indirect importers. Vite's own graph lacks imports that only styles use. */
export async function findImporters(file: string): Promise<ReadonlySet<string>> {
  const names = (await readdir(SOURCES, { recursive: true })).filter((name) => /\.tsx?$/.test(name))
  const modules = await Promise.all(names.map((name) => readModule(resolve(SOURCES, name))))
  const found = new Set([file])
  for (const target of found) {
    for (const { path, imports } of modules) if (imports.has(target)) found.add(path)
  }
  return found
}

/** Returns the direct and indirect imports of a module with their source texts. */
export async function findImports(file: string): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  const pending = new Set([file.split('?')[0] ?? file])
  for (const path of pending) {
    const { source, imports } = await readModule(path)
    if (source && path !== file) found.set(path, source)
    for (const imported of imports) pending.add(imported)
  }
  return found
}

async function readModule(path: string) {
  const source = await readFile(path, 'utf8').catch(() => '')
  const specifiers = source.matchAll(/(?:from|import) '((?:#src|\.)\/[^']+\.tsx?)'/g)
  return {
    path,
    source,
    imports: new Set([...specifiers].map(([, specifier = '']) => resolveSpecifier(path, specifier))),
  }
}

/** The lint rules allow two forms of imports: `#src/…` and `./…`. */
const resolveSpecifier = (importer: string, specifier: string) =>
  specifier.startsWith('#src/') ? resolve(SOURCES, specifier.slice('#src/'.length)) : join(dirname(importer), specifier)
