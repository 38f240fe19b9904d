import { dirname, posix } from 'node:path'

/** A row of the table of folders: a folder, and the folders and files that it may import. */
interface FolderRule {
  readonly folder: string
  readonly mayImport: readonly string[]
}

/** An import of a file of the repository. Paths begin at its root, with `/` on every system. */
interface Import {
  readonly from: string
  readonly line: number
  readonly to: string
}

/** The text of each source file, by its path. */
type SourceFiles = ReadonlyMap<string, string>

/** Each folder directly inside one of these has a row. */
const ROOMS = ['src', 'server', 'cms', 'cms/photo-desk', 'packages/contentful-local', 'scripts']

/** The names of modules that package.json resolves, and their paths. */
const NAMES: readonly (readonly [RegExp, string])[] = [
  [/^#local\//, 'packages/contentful-local/'],
  [/^#local-tests\//, 'packages/contentful-local/tests/'],
  [/^#/, ''],
  [/^contentful-local\//, 'packages/contentful-local/'],
  [/^contentful-local$/, 'packages/contentful-local/server'],
]

/**
 * Returns one line for each import, types included, that the table of folders in docs/architecture.md does not allow, or of
 * a test; for each two folders that import each other, and for each row that is missing or not true. The texts of tests are
 * not needed.
 */
export function findImportProblems(files: SourceFiles, document: string): readonly string[] {
  const rules = parseFolderTable(document, files)
  const imports = [...files].flatMap(([file, text]) => listImports(file, text, files))
  return [
    ...findWrongRows(rules, files),
    ...imports.flatMap((link) => explainForbidden(link, rules) ?? []),
    ...findMutualImports(imports),
  ]
}

/** Parses the table from `Folder` to `May import`. The row of `src/pages/*` is one for each folder of `src/pages`. */
function parseFolderTable(document: string, files: SourceFiles): readonly FolderRule[] {
  const [, table = ''] = /\n\| Folder \|[^\n]*\| May import \|\n\|[-| ]+\|\n((?:\|[^\n]*\n)+)/.exec(document) ?? []
  const rows = table
    .trimEnd()
    .split('\n')
    .flatMap((row) => {
      const cells = row.split('|').slice(1, -1).map(listQuoted)
      const [folder = ''] = cells.at(0) ?? []
      const isPattern = folder.endsWith('/*')
      const expanded = isPattern ? listFolders(files).filter((name) => dirname(name) === dirname(folder)) : [folder]
      return expanded.map((name) => ({ folder: name, mayImport: cells.at(-1) ?? [] }))
    })
  const named = rows.map(({ folder }) => folder)
  return rows.map(({ folder, mayImport }) => ({
    folder,
    mayImport: mayImport.map((name) => resolveName(name, folder, named, files)),
  }))
}

const listQuoted = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)

/** A row names a neighbor of its folder, a path from the root of the repository, or a module. */
function resolveName(name: string, folder: string, folders: readonly string[], files: SourceFiles): string {
  const neighbor = posix.join(dirname(folder), name)
  return folders.some((row) => contains(neighbor, row)) ? neighbor : (findFile(toPath(name), files) ?? name)
}

function toPath(name: string): string {
  const [pattern, path] = NAMES.find(([pattern]) => pattern.test(name)) ?? []
  return pattern && path !== undefined ? name.replace(pattern, path) : name
}

const findFile = (path: string, files: SourceFiles) => [path, `${path}.ts`].find((file) => files.has(file))

function listImports(from: string, text: string, files: SourceFiles): readonly Import[] {
  const names = text.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*|\bnew URL\(\s*)['"]([#.a-z][^'"?\n]*)/g)
  return [...names].flatMap(({ 1: name = '', index }) => {
    const to = findFile(name.startsWith('.') ? posix.join(dirname(from), name) : toPath(name), files)
    return to ? [{ from, to, line: text.slice(0, index).split('\n').length }] : []
  })
}

/** Returns all folders that contain source files, at every depth. */
const listFolders = (files: SourceFiles): readonly string[] => [...new Set([...files.keys()].flatMap(listAncestors))]

/** Returns the folders of a file, the outermost first. */
const listAncestors = (file: string): readonly string[] =>
  file
    .split('/')
    .slice(0, -1)
    .map((_, index, names) => names.slice(0, index + 1).join('/'))

function findWrongRows(rules: readonly FolderRule[], files: SourceFiles): readonly string[] {
  const folders = listFolders(files)
  const rows = rules.map(({ folder }) => folder)
  return [
    ...folders
      .filter(
        (folder) =>
          ROOMS.includes(dirname(folder)) && !isTest(`${folder}/`) && !rows.some((row) => contains(folder, row)),
      )
      .map((folder) => `${folder} has no row in the table of folders in docs/architecture.md.`),
    ...rows
      .filter((folder) => !folders.includes(folder))
      .map((folder) => `${folder} has a row in docs/architecture.md, but no source file.`),
    ...rules.flatMap(({ folder, mayImport }, index) =>
      mayImport
        .filter((name) => rows.slice(0, index).includes(name))
        .map((name) => `${folder} may import ${name}: its row in docs/architecture.md belongs above that one.`),
    ),
  ]
}

/** Whether a path is that of a test, or of what only tests use. */
export const isTest = (path: string): boolean => /(^|\/)tests\/|\.test\.tsx?$/.test(path)

const contains = (folder: string, path: string) => path === folder || path.startsWith(`${folder}/`)

/** Returns the row of the folder of a file, and those of the folders around it. */
const findRules = (file: string, rules: readonly FolderRule[]) =>
  rules.filter(({ folder }) => contains(folder, file)).sort((a, b) => b.folder.length - a.folder.length)

/**
 * Returns why an import is not allowed, and where what it needs belongs; or `undefined`. A folder may import those inside it,
 * and what the folders around it may import, unless its row says nothing.
 */
function explainForbidden({ from, line, to }: Import, rules: readonly FolderRule[]): string | undefined {
  const [rule, ...outer] = findRules(from, rules)
  const targets = findRules(to, rules)
  const [target] = targets
  if (rule && isTest(to))
    return `${from}:${line} imports ${to}. Tests may import everything, and nothing imports tests: what both need belongs in ${rule.folder}.`
  if (!rule || targets.includes(rule)) return undefined
  const allowed = rule.mayImport.length > 0 ? [rule, ...outer].flatMap(({ mayImport }) => mayImport) : []
  if (allowed.some((path) => contains(path, to))) return undefined
  const reachable = target ? [target.folder, ...target.mayImport] : []
  const shared = [rule.folder, ...allowed].find((path) => reachable.some((name) => contains(name, path)))
  const mayImport = allowed.length > 0 ? `may import ${allowed.join(', ')} only` : 'imports no other folder'
  const place = shared ? `What both need belongs in ${shared}.` : `Pass it from a folder that imports both.`
  return `${from}:${line} imports ${to}, but ${rule.folder} ${mayImport} (docs/architecture.md). ${place}`
}

/** Returns a line for each two neighbors, folders or files, that import each other, at every depth. */
function findMutualImports(imports: readonly Import[]): readonly string[] {
  const first = new Map<string, Import>()
  for (const link of imports) {
    const [a, b] = findNeighbors(link)
    if (a && b && !first.has(`${a} ${b}`)) first.set(`${a} ${b}`, link)
  }
  return [...first].flatMap(([pair, { from, line }]) => {
    const [a = '', b = ''] = pair.split(' ')
    const back = first.get(`${b} ${a}`)
    return back && a < b ? [`${a} and ${b} import each other: ${from}:${line} and ${back.from}:${back.line}.`] : []
  })
}

/** Returns the two children of the innermost common folder of both files, or nothing for files in the same folder. */
function findNeighbors({ from, to }: Import): readonly string[] {
  const [a, b] = [from.split('/'), to.split('/')]
  const depth = a.findIndex((name, index) => name !== b[index]) + 1
  if (depth === 0 || (depth === a.length && depth === b.length)) return []
  return [a, b].map((names) => names.slice(0, depth).join('/'))
}
