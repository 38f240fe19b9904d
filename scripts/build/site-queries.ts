import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { concatAST, type DocumentNode, parse, separateOperations } from 'graphql'

const FOLDER = 'src/content'

/** Returns each operation of src/content/*.graphql with the fragments that it uses, by name. */
export async function readSiteQueries(): Promise<Readonly<Record<string, DocumentNode>>> {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.graphql'))
  const documents = await Promise.all(files.map(async (file) => parse(await readFile(join(FOLDER, file), 'utf8'))))
  return separateOperations(concatAST(documents))
}
