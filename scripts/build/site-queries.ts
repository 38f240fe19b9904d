import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ModelError } from 'contentful-local/schema'
import {
  buildSchema,
  concatAST,
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  parse,
  Source,
  separateOperations,
  specifiedRules,
  type ValidationRule,
  validate,
} from 'graphql'
import { printModelQueries } from '#cms/model/print-model-queries.ts'
import { printModelSchema } from '#cms/model/print-model-schema.ts'
import { UserError } from '#shared/user-error.ts'
import { MODEL_QUERIES_FILE } from './update-generated-file.ts'

const QUERIES_FOLDER = 'src/content'

/** Queries with the fragments that they use, by name. */
export type Queries = Readonly<Record<string, DocumentNode>>

/** Returns the queries of the site: src/content/*.graphql, and those of the model, by default as it generates them now. */
export async function readSiteQueries(modelQueries = printModelQueries()): Promise<Queries> {
  const names = (await readdir(QUERIES_FOLDER)).filter((name) => name.endsWith('.graphql')).toSorted()
  const written = names.map(async (name) => {
    const file = join(QUERIES_FOLDER, name)
    return new Source(await readFile(file, 'utf8'), file)
  })
  return parseQueries([...(await Promise.all(written)), new Source(modelQueries, MODEL_QUERIES_FILE)])
}

/** Parses files of queries and fragments. Throws `UserError` with the file and the line of a syntax error. */
export function parseQueries(files: readonly Source[]): Queries {
  try {
    return separateOperations(concatAST(files.map((file) => parse(file))))
  } catch (error) {
    throw error instanceof GraphQLError ? new UserError(formatError(error)) : error
  }
}

/** Returns one line for each part of the site's queries that the model does not have. Throws `UserError`. */
export const findBrokenSiteQueries = async (): Promise<readonly string[]> =>
  findBrokenQueries(buildModelSchema(), await readSiteQueries())

function buildModelSchema(): GraphQLSchema {
  try {
    return buildSchema(printModelSchema())
  } catch (error) {
    throw error instanceof ModelError ? new UserError(`${error.message}; change it in cms/model`) : error
  }
}

/** The bundled content cannot have transformed images: it has the URLs to which pages add sizes and formats. */
const forbidTransform: ValidationRule = (context) => ({
  Argument: (node) => {
    if (node.name.value !== 'transform') return
    context.reportError(new GraphQLError('Pages transform images by <Picture>: omit "transform"', { nodes: node }))
  },
})

/** Returns one line for each part of the queries that the schema does not have or the site does not support. */
export const findBrokenQueries = (schema: GraphQLSchema, queries: Queries): readonly string[] =>
  Object.entries(queries).flatMap(([name, query]) =>
    validate(schema, query, [...specifiedRules, forbidTransform], { maxErrors: Number.POSITIVE_INFINITY }).map(
      (error) => formatError(error, `query ${name}: `),
    ),
  )

const formatError = ({ message, source, locations }: GraphQLError, prefix = '') =>
  `${source?.name}:${locations?.[0]?.line}: ${prefix}${message}`
