import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { generate } from '@graphql-codegen/cli'
import { Generator, getConfig } from '@tanstack/router-generator'
import * as z from 'zod'
import { printModelSchema } from '#cms/graphql/print-model-schema.ts'
import codegen from '#codegen'
import { writeFileAtomic } from '#shared/write-file-atomic.ts'
import { ROUTER_CONFIG } from './router-config.ts'

/** What is committed but made: the GraphQL schema from the model, the types from schema and queries, the route tree from the routes. */
export const SCHEMA_FILE = 'cms/schema.graphql'
const outputs = z.array(z.object({ filename: z.string(), content: z.string() }))

interface GenerateOptions {
  /** Leaves stale files as they are. */
  readonly check: boolean
  /** `content`: all but the route tree, which the development server's router plugin writes. */
  readonly parts?: 'all' | 'content'
}

/** Writes the generated files anew. Returns those that were stale. */
export async function generateFiles({ check, parts = 'all' }: GenerateOptions): Promise<readonly string[]> {
  const stale: string[] = []
  const put = async (file: string, content: string) => {
    if ((await current(file)) === content) return
    stale.push(file)
    if (check) return
    await mkdir(dirname(file), { recursive: true })
    await writeFileAtomic(file, Buffer.from(content)) // Vite may read it at any time
  }
  await put(SCHEMA_FILE, printModelSchema())
  for (const { filename, content } of outputs.parse(
    await generate({ ...codegen, schema: printModelSchema() }, false),
  )) {
    await put(filename, content)
  }
  if (parts === 'all') await put(ROUTER_CONFIG.generatedRouteTree, await routeTree())
  return stale
}

/** The generator writes in place only: what stood there is put back, and `put` decides. */
async function routeTree(): Promise<string> {
  const file = ROUTER_CONFIG.generatedRouteTree
  const before = await current(file)
  await new Generator({ config: getConfig(ROUTER_CONFIG, process.cwd()), root: process.cwd() }).run()
  const after = await readFile(file, 'utf8')
  if (before !== undefined && before !== after) await writeFile(file, before)
  return after
}

const current = (file: string) => readFile(file, 'utf8').catch(() => undefined)

if (import.meta.main) {
  const check = process.argv.includes('--check')
  const stale = await generateFiles({ check })
  if (stale.length === 0) console.log('Generated files are fresh.')
  for (const file of stale) console.log(check ? `${file} is stale: write it anew with npm run types` : `Wrote ${file}`)
  if (check && stale.length > 0) process.exitCode = 1
}
