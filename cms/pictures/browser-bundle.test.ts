import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import { expect, test } from 'vitest'

const PROJECT_FOLDER = join(import.meta.dirname, '../..')

/** Bundles modules for browsers, as cms/photo-desk/vite.config.ts does. Returns the ids of all modules in the bundle. */
async function bundleForBrowsers(files: readonly string[]): Promise<readonly string[]> {
  const ids: string[] = []
  await build({
    root: import.meta.dirname,
    configFile: false,
    envDir: false,
    logLevel: 'error',
    publicDir: false,
    resolve: { alias: [{ find: /^#(cms|shared)\//, replacement: `${PROJECT_FOLDER}/$1/` }] },
    plugins: [{ name: 'list-modules', moduleParsed: ({ id }) => void ids.push(id) }],
    build: {
      write: false,
      minify: false,
      lib: { entry: files.map((file) => join(import.meta.dirname, file)), formats: ['es'] },
    },
  })
  return ids
}

/** Vite replaces modules of Node by empty ones, whose ids begin with `__vite-browser-external`. */
const isForeignToBrowsers = (id: string) =>
  /^\0?(?:node:|__vite-browser-external)|\/node_modules\/(?:graphql|sharp|fastify)\//.test(id)

const listForeignModules = async (...files: readonly string[]) =>
  (await bundleForBrowsers(files)).filter(isForeignToBrowsers)

test('the modules of this folder load no module of Node, graphql-js or sharp in browsers', async () => {
  const files = (await readdir(import.meta.dirname)).filter((name) => /(?<!\.test)\.ts$/.test(name))
  expect(files).toContain('picture-type.ts')
  expect(await listForeignModules(...files)).toEqual([])
})

test.each([
  ['../local/schema.ts', '/node_modules/graphql/'],
  ['../local/store/file-store.ts', 'node:fs'],
])('a module that browsers cannot load is found: %s', async (file, id) => {
  const found = await listForeignModules(file)
  expect(found).toContainEqual(expect.stringContaining(id))
})
