import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { generate } from '@graphql-codegen/cli'
import { Generator, getConfig } from '@tanstack/router-generator'
import * as z from 'zod'
import { printModelSchema } from '#cms/graphql/print-model-schema.ts'
import codegen from '#codegen'
import { writeFileAtomic } from '#shared/write-file-atomic.ts'
import { ROUTER_CONFIG } from './router-config.ts'

/** The committed GraphQL schema of the content model. */
export const SCHEMA_FILE = 'cms/schema.graphql'
const outputs = z.array(z.object({ filename: z.string(), content: z.string() }))

interface GenerateOptions {
  /** Reports stale files without writing them. */
  readonly check: boolean
  /** `content` leaves out the route tree, which the development server's router plugin writes. */
  readonly parts?: 'all' | 'content'
}

/**
 * Regenerates the committed files: the GraphQL schema from the model, the types from schema and queries, and the route
 * tree from the routes. Returns the paths of stale files.
 */
export async function generateFiles({ check, parts = 'all' }: GenerateOptions): Promise<readonly string[]> {
  const stale: string[] = []
  const update = async (file: string, content: string) => {
    if ((await readIfExists(file)) === content) return
    stale.push(file)
    if (check) return
    await mkdir(dirname(file), { recursive: true })
    await writeFileAtomic(file, Buffer.from(content)) // Vite may read the file at any time
  }
  await update(SCHEMA_FILE, printModelSchema())
  for (const { filename, content } of outputs.parse(
    await generate({ ...codegen, schema: printModelSchema() }, false),
  )) {
    await update(filename, content)
  }
  if (parts === 'all') await update(ROUTER_CONFIG.generatedRouteTree, await generateRouteTree())
  return stale
}

/** Returns the new route tree. The generator can only write its file, so the previous content is restored. */
async function generateRouteTree(): Promise<string> {
  const file = ROUTER_CONFIG.generatedRouteTree
  const before = await readIfExists(file)
  await new Generator({ config: getConfig(ROUTER_CONFIG, process.cwd()), root: process.cwd() }).run()
  const after = await readFile(file, 'utf8')
  if (before !== undefined && before !== after) await writeFile(file, before)
  return after
}

const readIfExists = (file: string) => readFile(file, 'utf8').catch(() => undefined)

if (import.meta.main) {
  const check = process.argv.includes('--check')
  const stale = await generateFiles({ check })
  if (stale.length === 0) console.log('Generated files are fresh.')
  for (const file of stale) console.log(check ? `${file} is stale: run npm run types` : `Wrote ${file}`)
  if (check && stale.length > 0) process.exitCode = 1
}
