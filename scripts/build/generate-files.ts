import { readFile, writeFile } from 'node:fs/promises'
import { generate } from '@graphql-codegen/cli'
import { Generator, getConfig } from '@tanstack/router-generator'
import gql from 'graphql-tag'
import * as z from 'zod'
import { printEntrySchemas } from '#cms/model/print-entry-schemas.ts'
import { printModelQueries } from '#cms/model/print-model-queries.ts'
import { printModelSchema } from '#cms/model/print-model-schema.ts'
import codegen, { QUERY_FILES } from '#codegen'
import { ROUTER_CONFIG } from './router-config.ts'
import { ENTRY_SCHEMAS_FILE, MODEL_QUERIES_FILE, SCHEMA_FILE, updateGeneratedFile } from './update-generated-file.ts'

gql.disableFragmentWarnings() // the generator parses the same fragments again after each change

const outputs = z.array(z.object({ filename: z.string(), content: z.string() }))

interface GenerateOptions {
  /** Reports stale files without writing them. */
  readonly check: boolean
  /** `content` leaves out the route tree, which the development server's router plugin writes. */
  readonly parts?: 'all' | 'content'
}

/**
 * Regenerates the committed files that depend on the model files (update-model-files.ts), so import this module after those are
 * written: the GraphQL schema, the queries of the pages and the schemas of their entries from the model, the types from
 * schema and queries, and the route tree from the routes. Returns the paths of stale files.
 */
export async function generateFiles({ check, parts = 'all' }: GenerateOptions): Promise<readonly string[]> {
  const stale: string[] = []
  const update = async (file: string, content: string) => {
    if (await updateGeneratedFile(file, content, { check })) stale.push(file)
  }
  await update(SCHEMA_FILE, printModelSchema())
  await update(MODEL_QUERIES_FILE, printModelQueries())
  await update(ENTRY_SCHEMAS_FILE, printEntrySchemas())
  for (const { filename, content } of outputs.parse(
    await generate({ ...codegen, schema: printModelSchema(), documents: [QUERY_FILES, printModelQueries()] }, false),
  )) {
    await update(filename, markDocumentsPure(content))
  }
  if (parts === 'all') await update(ROUTER_CONFIG.generatedRouteTree, await generateRouteTree())
  return stale
}

/** Lets the bundler remove the documents of fragments, which only other documents use. */
const markDocumentsPure = (content: string) =>
  content.replaceAll('= new TypedDocumentString(', '= /*#__PURE__*/ new TypedDocumentString(')

/** Returns the new route tree. The generator can only write its file, so the previous content is restored. */
async function generateRouteTree(): Promise<string> {
  const file = ROUTER_CONFIG.generatedRouteTree
  const before = await readFile(file, 'utf8').catch(() => undefined)
  await new Generator({ config: getConfig(ROUTER_CONFIG, process.cwd()), root: process.cwd() }).run()
  const after = await readFile(file, 'utf8')
  if (before !== undefined && before !== after) await writeFile(file, before)
  return after
}
