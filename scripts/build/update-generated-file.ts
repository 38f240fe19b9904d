import { mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { writeFileAtomic } from '#shared/write-file-atomic.ts'

/** The list of all content types. */
export const MODEL_FILE = 'cms/model/model.gen.ts'
/** The list of the pages' paths. */
export const SITE_PATHS_FILE = 'shared/site-paths.gen.ts'
/** The GraphQL schema of the content model. */
export const SCHEMA_FILE = 'cms/schema.graphql'
/** The fragments and queries of the content model. */
export const MODEL_QUERIES_FILE = 'cms/queries.graphql'
/** The schemas of the entries that the site shows. */
export const ENTRY_SCHEMAS_FILE = 'src/content/generated/entry-schemas.ts'
/** The types and query strings, made by graphql-codegen. */
export const GENERATED_CODE_FOLDER = 'src/content/generated'

/**
 * Writes a generated file, unless `check` is set. Returns whether the file was stale. A file with this content keeps its
 * modification time, so that it triggers no rebuild.
 */
export async function updateGeneratedFile(
  file: string,
  content: string,
  { check }: { readonly check: boolean },
): Promise<boolean> {
  if ((await readFile(file, 'utf8').catch(() => undefined)) === content) return false
  if (!check) {
    await mkdir(dirname(file), { recursive: true })
    await writeFileAtomic(file, Buffer.from(content)) // Vite may read the file at any time
  }
  return true
}
