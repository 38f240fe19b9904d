import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildSchema, findBreakingChanges, GraphQLError, type GraphQLSchema } from 'graphql'
import { CollidingNamesError, UnsupportedFieldError } from '#cms/graphql/graphql-errors.ts'
import { printModelSchema } from '#cms/graphql/print-model-schema.ts'
import { generateFiles, SCHEMA_FILE } from '#scripts/build/generate-files.ts'
import { UserError } from '#shared/user-error.ts'
import { type BrokenQuery, findBrokenQueries, findChangedResults, type QueryFile } from './broken-queries.ts'

const QUERIES = 'src/content'

interface TypesReport {
  /** What the model takes away or changes against the committed schema, in graphql-js’ words. */
  readonly breakingChanges: readonly string[]
  readonly broken: readonly BrokenQuery[]
  /** Where a query still fits, and its answer holds something else. */
  readonly changed: readonly BrokenQuery[]
  /** Files that were not what the model makes. */
  readonly stale: readonly string[]
  /** Whether those are written anew. With a broken query nothing is. */
  readonly isWritten: boolean
  /** The schema, where it is to be printed. */
  readonly schema?: string
}

interface TypesOptions {
  /** Writes nothing. */
  readonly check: boolean
  /** Gives the schema, and writes nothing. */
  readonly print: boolean
}

/** Writes anew what is made of the model, unless a query of the site would break by it. Throws `UserError`. */
export async function generateTypes({ check, print }: TypesOptions): Promise<TypesReport> {
  const schema = withReadableErrors(printModelSchema)
  const committed = await readFile(SCHEMA_FILE, 'utf8').catch(() => undefined)
  const queries = await readQueryFiles()
  const effects = withReadableErrors(() => compareSchemas(schema, committed, queries))
  const isWritten = !check && !print && effects.broken.length === 0
  const stale = effects.broken.length > 0 || print ? [] : await generateFiles({ check: !isWritten })
  return { ...effects, stale, isWritten, ...(print && { schema }) }
}

/** What a model does to the committed schema and to the queries. Schemas as GraphQL writes them. */
export function compareSchemas(
  schema: string,
  committed: string | undefined,
  queries: readonly QueryFile[],
): Pick<TypesReport, 'breakingChanges' | 'broken' | 'changed'> {
  const after = buildSchema(schema)
  const before = committed === undefined ? undefined : schemaIn(committed)
  return {
    breakingChanges: before ? findBreakingChanges(before, after).map(({ description }) => description) : [],
    broken: findBrokenQueries(after, queries),
    changed: before ? findChangedResults(before, after, queries) : [],
  }
}

/** `undefined` where a merge has spoilt it: it is made anew, not corrected. */
function schemaIn(committed: string): GraphQLSchema | undefined {
  try {
    return buildSchema(committed)
  } catch {
    return undefined
  }
}

/** For people. The schema alone where it is asked for, so that it can go into a file. */
export function formatTypesReport({ schema, breakingChanges, broken, changed, stale, isWritten }: TypesReport): string {
  if (schema !== undefined) return schema.trimEnd()
  return [
    ...section('What the model takes away from the committed schema:', breakingChanges),
    ...section('Queries that break:', broken.map(queryLine)),
    ...section(
      'Queries that get another kind of answer (npm run check shows who reads it):',
      broken.length > 0 ? [] : changed.map(queryLine),
    ),
    ending(stale, isWritten, broken.length),
  ].join('\n')
}

const section = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`), '']

const queryLine = ({ file, line, name, queries, problem }: BrokenQuery) =>
  `${file}:${line} ${name}${usedIn(name, queries)}: ${problem}`

function ending(stale: readonly string[], isWritten: boolean, broken: number): string {
  if (broken > 0) return 'Nothing is written: change these queries, or the model, and run this again.'
  if (stale.length === 0) return 'Generated files are fresh.'
  return stale
    .map((file) => (isWritten ? `Wrote ${file}` : `${file} is stale: write it anew with npm run types`))
    .join('\n')
}

const usedIn = (name: string, queries: readonly string[]) =>
  name.startsWith('fragment ') && queries.length > 0 ? ` (in ${queries.join(', ')})` : ''

/** The site's queries, src/content/*.graphql. */
export async function readQueryFiles(): Promise<readonly QueryFile[]> {
  const names = (await readdir(QUERIES)).filter((name) => name.endsWith('.graphql')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const file = join(QUERIES, name)
      return { file, text: await readFile(file, 'utf8') }
    }),
  )
}

/** Reads a model or queries: what somebody wrote and cannot be read is a `UserError` of one line, with its place. */
export function withReadableErrors<Result>(read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    if (error instanceof CollidingNamesError || error instanceof UnsupportedFieldError)
      throw new UserError(`${error.message}; change it in cms/model`)
    if (!(error instanceof GraphQLError)) throw error
    const place = [error.source?.name, error.locations?.[0]?.line].filter((part) => part !== undefined).join(':')
    throw new UserError(`${place}: ${error.message.replace(/\.$/, '')}; correct it`)
  }
}
