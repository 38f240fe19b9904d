import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { concatAST, type DocumentNode, parse, separateOperations } from 'graphql'
import { printModelQueries } from '#cms/model/print-model-queries.ts'
import { MODEL_QUERIES_FILE } from './generated-files.ts'

const QUERIES_FOLDER = 'src/content'

/** A file of GraphQL queries. */
export interface QueryFile {
  readonly file: string
  readonly text: string
}

/** Reads the queries of the site: src/content/*.graphql, and the queries that the model generates, as they are now. */
export async function readQueryFiles(): Promise<readonly QueryFile[]> {
  const names = (await readdir(QUERIES_FOLDER)).filter((name) => name.endsWith('.graphql')).toSorted()
  const written = names.map(async (name) => {
    const file = join(QUERIES_FOLDER, name)
    return { file, text: await readFile(file, 'utf8') }
  })
  return [...(await Promise.all(written)), { file: MODEL_QUERIES_FILE, text: printModelQueries() }]
}

/** Returns each query of the site with the fragments that it uses, by name. */
export async function readSiteQueries(): Promise<Readonly<Record<string, DocumentNode>>> {
  return separateOperations(concatAST((await readQueryFiles()).map(({ text }) => parse(text))))
}
