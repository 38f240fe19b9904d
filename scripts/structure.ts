import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'

/** A product module: its path from the repository root, and its text. */
interface SourceFile {
  readonly path: string
  readonly text: string
}

const FOLDERS = ['src', 'cms', 'packages', 'server', 'shared', 'scripts']
const SMALL = 30

const isProductFile = (path: string) =>
  /\.(ts|tsx|mjs)$/.test(path) && !/\.test\.tsx?$|\.gen\.ts$|\/(generated|dist|tests)\//.test(path)

/** Reads the modules of `FOLDERS` without tests, generated files and built packages, in alphabetical order. */
export async function readSourceFiles(): Promise<readonly SourceFile[]> {
  const found = await Promise.all(
    FOLDERS.map(async (folder) => (await readdir(folder, { recursive: true })).map((name) => join(folder, name))),
  )
  const paths = found.flat().filter(isProductFile).sort()
  return Promise.all(paths.map(async (path) => ({ path, text: await readFile(path, 'utf8') })))
}

/** Number of lines, as `wc -l` counts them. */
export const countLines = (text: string): number => text.split('\n').length - 1

/** The middle value; of an even number of values the lower one of the two in the middle. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0
}

/** Paths of the modules that a module imports, type-only and dynamic imports included. */
export function importsOf({ path, text }: SourceFile): readonly string[] {
  const specifiers = text.matchAll(/(?:\bfrom|\bimport|\bimport\() ?'([#.][^']+)'/g)
  return [...new Set([...specifiers].map(([, specifier = '']) => resolveImport(path, specifier)))]
}

/** `#local/` is the root of the package in packages/contentful-local; every other `#` is the root of the repository. */
const resolveImport = (importer: string, specifier: string) =>
  specifier.startsWith('#')
    ? specifier.slice(1).replace(/^local\//, 'packages/contentful-local/')
    : join(dirname(importer), specifier)

/**
 * Groups of modules that import each other in a circle, each group sorted by path.
 * They are the strongly connected components of the import graph (Tarjan's algorithm).
 */
export function findImportCycles(files: readonly SourceFile[]): readonly (readonly string[])[] {
  const imports = new Map(files.map((file) => [file.path, importsOf(file)]))
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const cycles: string[][] = []

  function visit(path: string): number {
    const index = order.size
    order.set(path, index)
    stack.push(path)
    let low = index
    for (const imported of imports.get(path) ?? []) {
      if (!imports.has(imported)) continue
      if (!order.has(imported)) low = Math.min(low, visit(imported))
      else if (stack.includes(imported)) low = Math.min(low, lowest.get(imported) ?? order.get(imported) ?? low)
    }
    lowest.set(path, low)
    if (low === index) {
      const component = stack.splice(stack.indexOf(path))
      if (component.length > 1 || imports.get(path)?.includes(path)) cycles.push(component.sort())
    }
    return low
  }

  for (const { path } of files) if (!order.has(path)) visit(path)
  return cycles
}

/** Names that a module declares and exports. Re-exports of another module's names are not included. */
export function exportedNames(text: string): readonly string[] {
  const declared = text.matchAll(
    /^export (?:default )?(?:declare )?(?:async )?(?:const|let|function\*?|class|abstract class|interface|type|enum) (\w+)/gm,
  )
  const listed = [...text.matchAll(/^export (?:type )?\{([^}]*)\}(?! from)/gm)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim().replace(/^type |.* as /g, '')),
  )
  return [...new Set([...[...declared].map(([, name = '']) => name), ...listed])].filter(Boolean)
}

/** Names that at least two modules export, with the paths of these modules. `Route` is fixed by the router. */
export function findDuplicateExports(files: readonly SourceFile[]): ReadonlyMap<string, readonly string[]> {
  const modules = new Map<string, string[]>()
  for (const { path, text } of files) {
    for (const name of exportedNames(text)) modules.set(name, [...(modules.get(name) ?? []), path])
  }
  return new Map([...modules].filter(([name, paths]) => paths.length > 1 && name !== 'Route').sort())
}

/** Prints the numbers of the source tree; with `--small` also the paths of the small files. */
async function printStructure(): Promise<void> {
  const { values } = parseArgs({ options: { small: { type: 'boolean', default: false } } })
  const files = await readSourceFiles()
  const lines = files.map(({ text }) => countLines(text))
  const small = files.filter(({ text }) => countLines(text) <= SMALL)
  const cycles = findImportCycles(files)
  const duplicates = findDuplicateExports(files)
  const rows: readonly (readonly [string, number])[] = [
    ['Product files', files.length],
    ['Lines', lines.reduce((sum, count) => sum + count, 0)],
    ['Median lines of a file', median(lines)],
    [`Files of ${SMALL} lines or fewer`, small.length],
    ['Import cycles', cycles.length],
    ['Exported names that occur twice', duplicates.size],
  ]
  for (const [title, value] of rows) console.log(`${title.padEnd(34)}${String(value).padStart(7)}`)
  for (const folder of FOLDERS) {
    const inside = files.filter(({ path }) => path.startsWith(`${folder}/`))
    const count = inside.reduce((sum, { text }) => sum + countLines(text), 0)
    console.log(`  ${folder}/`.padEnd(12), `${inside.length} files, ${count} lines`)
  }
  for (const cycle of cycles) console.log(`cycle: ${cycle.join(' → ')}`)
  for (const [name, paths] of duplicates) console.log(`exported twice: ${name} in ${paths.join(', ')}`)
  if (values.small)
    for (const { path, text } of small) console.log(`${String(countLines(text)).padStart(3)} lines: ${path}`)
}

if (import.meta.main) await printStructure()
