import { readdir, readFile } from 'node:fs/promises'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import * as z from 'zod/mini'
import type { ModelExport } from './update-model-files.ts'

/**
 * Worker thread that imports the modules of cms/model and posts the content types that they export. A thread has its own
 * modules, so it reads the current files even if the main thread has imported earlier versions.
 */

/** The modules that are generated from the result. They may be missing or outdated, so stubs replace them. */
const STUBS: Readonly<Record<string, string>> = {
  'site-paths.gen.ts': 'export const SITE_PATHS = []',
  'model.gen.ts': 'export const model = {}',
}

registerHooks({
  resolve: (specifier, context, nextResolve) => {
    const stub = STUBS[specifier.split('/').at(-1) ?? '']
    if (stub === undefined) return nextResolve(specifier, context)
    return { url: `data:text/javascript,${encodeURIComponent(stub)}`, format: 'module', shortCircuit: true }
  },
})

const contentTypeSchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  title: z.string(),
  path: z.optional(z.string()),
  fields: z.record(
    z.string(),
    z.looseObject({
      type: z.string(),
      help: z.string(),
      link: z.optional(z.object({ types: z.optional(z.array(z.string())) })),
    }),
  ),
})

async function readModel(folder: string): Promise<readonly ModelExport[]> {
  const names = (await readdir(folder)).filter((name) => /(?<!\.test|\.gen)\.ts$/.test(name)).toSorted()
  const exports: ModelExport[] = []
  for (const file of names) {
    const module: unknown = await import(pathToFileURL(join(folder, file)).href)
    const lines = (await readFile(join(folder, file), 'utf8')).split('\n')
    const findLine = (property: string) => lines.findIndex((line) => line.trimStart().startsWith(`${property}: `)) + 1
    for (const [name, value] of Object.entries(module ?? {})) {
      const { success, data } = contentTypeSchema.safeParse(value)
      if (!success) continue
      const links = Object.values(data.fields).flatMap(({ link }) => link?.types ?? [])
      const places = { idLine: findLine('id'), pathLine: findLine('path') }
      exports.push({ file, name, id: data.id, links, path: data.path, ...places })
    }
  }
  return exports
}

parentPort?.postMessage(await readModel(z.string().parse(workerData)))
