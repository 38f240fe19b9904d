import { once } from 'node:events'
import { resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import * as z from 'zod'
import { getPageName } from '#cms/model/pages.ts'
import { parseRedirectSource } from '#cms/model/parse-redirect-addresses.ts'
import { UserError } from '#shared/user-error.ts'
import { MODEL_FILE, SITE_PATHS_FILE, updateGeneratedFile } from './update-generated-file.ts'

const modelExportSchema = z.object({
  /** Name of the file in cms/model. */
  file: z.string(),
  /** Name of the export. */
  name: z.string(),
  id: z.string(),
  /** Ids of the content types that it links to. */
  links: z.array(z.string()),
  path: z.string().optional(),
  /** Lines of the id and of the path in the file. */
  idLine: z.number().optional(),
  pathLine: z.number().optional(),
})

/** A content type that a module of cms/model exports. */
export type ModelExport = z.output<typeof modelExportSchema>

/**
 * Regenerates the files that list the content types and the paths of the pages. Everything else that is generated
 * depends on them, so import the model only afterwards. Returns the paths of stale files. Throws `UserError`.
 */
export async function updateModelFiles({ check }: { readonly check: boolean }): Promise<readonly string[]> {
  const stale: string[] = []
  for (const [file, content] of renderModelFiles(await readModelExports('cms/model')))
    if (await updateGeneratedFile(file, content, { check })) stale.push(file)
  return stale
}

/**
 * Reads the content types of a folder in a worker thread, because Node evaluates a module once per thread. Throws `UserError`
 * with file and line if a module cannot be evaluated.
 */
export async function readModelExports(folder: string): Promise<readonly ModelExport[]> {
  const worker = new Worker(new URL('read-model.ts', import.meta.url), { workerData: resolve(folder), execArgv: [] })
  const [exports]: unknown[] = await once(worker, 'message').catch((error: unknown) => {
    throw toModelError(error, folder)
  })
  await worker.terminate()
  return z.array(modelExportSchema).parse(exports)
}

/** Adds the place in the model to an error, for example of an import of a kind of field that does not exist. */
function toModelError(error: unknown, folder: string): unknown {
  if (!(error instanceof Error)) return error
  const [, ...afterFolder] = (error.stack ?? '').split(`${resolve(folder)}/`)
  const places = afterFolder.flatMap((text) => /^[\w-]+\.ts:\d+/.exec(text) ?? [])
  const place = places.find((each) => !each.startsWith('field-')) // the functions that create fields
  const isUnknown = /is not defined|provide an export/.test(error.message)
  const hint = isUnknown ? '; field-definitions.ts has a function for each kind of field' : ''
  return place ? new UserError(`${folder}/${place}: ${error.message}${hint}`) : error
}

/** Returns the content of the generated files by path. Throws `UserError` with one line per problem of the model. */
export function renderModelFiles(exports: readonly ModelExport[]): ReadonlyMap<string, string> {
  const problems = findModelProblems(exports)
  if (problems.length > 0) throw new UserError(problems)
  return new Map([
    [SITE_PATHS_FILE, renderSitePaths(exports)],
    [MODEL_FILE, renderModel(exports)],
  ])
}

const HEADER = '// Generated from cms/model by: npm run types\n'

function renderSitePaths(exports: readonly ModelExport[]): string {
  const paths = exports.flatMap(({ path }) => path ?? []).toSorted()
  const items = paths.map((path) => `'${path}'`).join(', ')
  return `${HEADER}
/** Paths of the site's pages (requirements §2). */
export const SITE_PATHS = [${items}] as const

/** Path of a page that editors can link to. */
export type SitePath = (typeof SITE_PATHS)[number]
`
}

function renderModel(exports: readonly ModelExport[]): string {
  const imports = [...exports.map(({ file, name }) => `import { ${name} } from './${file}'`), CONTENT_TYPE_IMPORT]
  return [
    HEADER,
    ...imports,
    '',
    '/** All content types by id. Link targets come before the types that link to them, because they are published first. */',
    'export const model = {',
    ...sortByLinks(exports).map(({ name }) => `  ${name},`),
    '} as const satisfies Record<string, ContentType>',
    '',
    'export type Model = typeof model',
    '',
  ].join('\n')
}

const CONTENT_TYPE_IMPORT = "import type { ContentType } from './field-definitions.ts'"

/** Sorts content types: those that others link to come first, otherwise in the order of their files. */
function sortByLinks(exports: readonly ModelExport[]): readonly ModelExport[] {
  const sorted = new Set<ModelExport>()
  const visited = new Set<ModelExport>()
  const add = (type: ModelExport) => {
    if (visited.has(type)) return
    visited.add(type)
    for (const linked of exports) if (type.links.includes(linked.id)) add(linked)
    sorted.add(type)
  }
  exports.forEach(add)
  return [...sorted]
}

/** Returns one line for each problem of a content type in the context of the others. */
function findModelProblems(exports: readonly ModelExport[]): readonly string[] {
  const problems = exports.flatMap((type, index) => {
    const { file, name, id, path, idLine, pathLine } = type
    const at = `${formatPlace(file, idLine)}: `
    const atPath = `${formatPlace(file, pathLine)}: `
    const sameId = exports.slice(0, index).find((other) => other.id === id)
    const samePath = exports.slice(0, index).find((other) => path !== undefined && other.path === path)
    const unknownLinks = type.links.filter((link) => !exports.some((other) => other.id === link))
    return [
      ...(sameId ? [`${at}the id ${id} is already used in cms/model/${sameId.file}; choose another`] : []),
      ...(name === id ? [] : [`${at}the content type ${id} is exported as ${name}; give both the same name`]),
      ...(samePath
        ? [`${atPath}${formatPlace(samePath.file, samePath.pathLine)} has the same path, ${path}; change one`]
        : []),
      ...(path === undefined
        ? []
        : [...findPathProblems(path), ...findNameProblems(type, exports)].map((problem) => atPath + problem)),
      ...unknownLinks.map((link) => `${at}${id} links to ${link}, which no file of cms/model exports; export it`),
    ]
  })
  if (!exports.some(({ path }) => path === '/')) problems.push("No content type of cms/model has the path '/': add it")
  return problems
}

const formatPlace = (file: string, line: number | undefined) => `cms/model/${file}${line ? `:${line}` : ''}`

/** The seed file of a page is named after it (cms/seed/seed-files.ts). */
function findNameProblems(page: ModelExport, exports: readonly ModelExport[]): readonly string[] {
  const name = getPageName(page)
  const other = exports.find((type) => type !== page && type.path !== undefined && getPageName(type) === name)
  if (name === 'site')
    return [`the seed file of ${page.id} would be site.json, which has the entries of all pages; rename it`]
  return other && other.id < page.id
    ? [`${page.id} and ${other.id} have the same seed file, ${name}.json; rename one`]
    : []
}

function findPathProblems(path: string): readonly string[] {
  if (path === '/') return []
  if (!/^\/[a-z0-9]+(-[a-z0-9]+)*$/.test(path))
    return [`the path ${path} is invalid; write / and one word of a–z, 0–9 and hyphens, as in /gallery`]
  const source = parseRedirectSource(path)
  return 'problem' in source ? [`the path ${path} ${source.problem}`] : []
}
