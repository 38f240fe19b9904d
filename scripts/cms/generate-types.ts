import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildSchema, findBreakingChanges, GraphQLError, type GraphQLSchema } from 'graphql'
import { CollidingNamesError, UnsupportedFieldError } from '#cms/graphql/graphql-errors.ts'
import { printModelSchema } from '#cms/graphql/print-model-schema.ts'
import { generateFiles, SCHEMA_FILE } from '#scripts/build/generate-files.ts'
import { UserError } from '#shared/user-error.ts'
import { type BrokenQuery, findBrokenQueries, findChangedResults, type QueryFile } from './broken-queries.ts'

const QUERIES_FOLDER = 'src/content'

interface TypesReport {
  /** Breaking changes against the committed schema, as messages of graphql-js. */
  readonly breakingChanges: readonly string[]
  readonly broken: readonly BrokenQuery[]
  /** Queries that are valid, but whose result has another type. */
  readonly changed: readonly BrokenQuery[]
  /** Generated files that were out of date. */
  readonly stale: readonly string[]
  /** Whether they were written. Nothing is written if a query is broken. */
  readonly isWritten: boolean
  /** The schema, with the option `print`. */
  readonly schema?: string
}

interface TypesOptions {
  /** Writes nothing. */
  readonly check: boolean
  /** Returns the schema and writes nothing. */
  readonly print: boolean
}

/** Writes the files that are generated from the model, unless the change breaks a query of the site. Throws `UserError`. */
export async function generateTypes({ check, print }: TypesOptions): Promise<TypesReport> {
  const schema = withReadableErrors(printModelSchema)
  const committed = await readFile(SCHEMA_FILE, 'utf8').catch(() => undefined)
  const queries = await readQueryFiles()
  const comparison = withReadableErrors(() => compareSchemas(schema, committed, queries))
  const isWritten = !check && !print && comparison.broken.length === 0
  const stale = comparison.broken.length > 0 || print ? [] : await generateFiles({ check: !isWritten })
  return { ...comparison, stale, isWritten, ...(print && { schema }) }
}

/** Compares the new schema with the committed one and with the queries. Both schemas are in GraphQL SDL. */
export function compareSchemas(
  schema: string,
  committed: string | undefined,
  queries: readonly QueryFile[],
): Pick<TypesReport, 'breakingChanges' | 'broken' | 'changed'> {
  const after = buildSchema(schema)
  const before = committed === undefined ? undefined : tryBuildSchema(committed)
  return {
    breakingChanges: before ? findBreakingChanges(before, after).map(({ description }) => description) : [],
    broken: findBrokenQueries(after, queries),
    changed: before ? findChangedResults(before, after, queries) : [],
  }
}

/** Returns `undefined` for an invalid schema, for example with merge conflicts. It is generated again. */
function tryBuildSchema(committed: string): GraphQLSchema | undefined {
  try {
    return buildSchema(committed)
  } catch {
    return undefined
  }
}

/** Formats the report for people. With the option `print` it is the schema only, so that it can be piped into a file. */
export function formatTypesReport({ schema, breakingChanges, broken, changed, stale, isWritten }: TypesReport): string {
  if (schema !== undefined) return schema.trimEnd()
  return [
    ...formatSection('Breaking changes of the schema:', breakingChanges),
    ...formatSection('Broken queries:', broken.map(formatQuery)),
    ...formatSection(
      'Queries whose result type changes (npm run check finds the code that reads it):',
      broken.length > 0 ? [] : changed.map(formatQuery),
    ),
    formatResult(stale, isWritten, broken.length),
  ].join('\n')
}

const formatSection = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`), '']

const formatQuery = ({ file, line, name, queries, problem }: BrokenQuery) =>
  `${file}:${line} ${name}${formatUsage(name, queries)}: ${problem}`

function formatResult(stale: readonly string[], isWritten: boolean, broken: number): string {
  if (broken > 0) return 'Nothing is written: change these queries, or the model, and run this again.'
  if (stale.length === 0) return 'The generated files are up to date.'
  return stale.map((file) => (isWritten ? `Wrote ${file}` : `${file} is out of date: run npm run types`)).join('\n')
}

const formatUsage = (name: string, queries: readonly string[]) =>
  name.startsWith('fragment ') && queries.length > 0 ? ` (in ${queries.join(', ')})` : ''

/** Reads the queries of the site, src/content/*.graphql. */
export async function readQueryFiles(): Promise<readonly QueryFile[]> {
  const names = (await readdir(QUERIES_FOLDER)).filter((name) => name.endsWith('.graphql')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const file = join(QUERIES_FOLDER, name)
      return { file, text: await readFile(file, 'utf8') }
    }),
  )
}

/** Converts errors of the model and of the queries to a `UserError` with one line, which contains the location. */
export function withReadableErrors<Result>(read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    if (error instanceof CollidingNamesError || error instanceof UnsupportedFieldError)
      throw new UserError(`${error.message}; change it in cms/model`)
    if (!(error instanceof GraphQLError)) throw error
    const location = [error.source?.name, error.locations?.[0]?.line].filter((part) => part !== undefined).join(':')
    throw new UserError(`${location}: ${error.message.replace(/\.$/, '')}; correct it`)
  }
}
