import { readFile } from 'node:fs/promises'
import { ModelError } from 'contentful-local/schema'
import { buildSchema, findBreakingChanges, GraphQLError, type GraphQLSchema } from 'graphql'
import { printModelSchema } from '#cms/model/print-model-schema.ts'
import { findSitePathRouteProblems, generateFiles } from '#scripts/build/generate-files.ts'
import { SCHEMA_FILE } from '#scripts/build/generated-files.ts'
import { type QueryFile, readQueryFiles } from '#scripts/build/query-files.ts'
import { UserError } from '#shared/user-error.ts'
import { findBrokenQueries, findChangedResults } from './broken-queries.ts'
import type { TypesReport } from './types-report.ts'

interface TypesOptions {
  /** Writes nothing. */
  readonly check: boolean
  /** Returns the schema and writes nothing. */
  readonly print: boolean
  /** Model files that were written. */
  readonly modelFiles?: readonly string[]
}

/**
 * Writes the files that depend on the model files (scripts/build/model-files.ts), unless the change breaks a query of the
 * site. Throws `UserError`.
 */
export async function generateTypes({ check, print, modelFiles = [] }: TypesOptions): Promise<TypesReport> {
  const schema = withReadableErrors(printModelSchema)
  const committed = await readFile(SCHEMA_FILE, 'utf8').catch(() => undefined)
  const queries = await readQueryFiles()
  const comparison = withReadableErrors(() => compareSchemas(schema, committed, queries))
  const isWritten = !check && !print && comparison.broken.length === 0
  const stale = comparison.broken.length > 0 || print ? [] : await generateFiles({ check: !isWritten })
  return {
    ...comparison,
    stale,
    isWritten,
    modelFiles,
    routeProblems: print ? [] : await findSitePathRouteProblems(),
    ...(print && { schema }),
  }
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

/** Converts errors of the model and of the queries to a `UserError` with one line, which contains the location. */
export function withReadableErrors<Result>(read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    if (error instanceof ModelError) throw new UserError(`${error.message}; change it in cms/model`)
    if (!(error instanceof GraphQLError)) throw error
    const location = [error.source?.name, error.locations?.[0]?.line].filter((part) => part !== undefined).join(':')
    throw new UserError(`${location}: ${error.message.replace(/\.$/, '')}; correct it`)
  }
}
