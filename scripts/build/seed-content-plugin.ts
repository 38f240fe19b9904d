import { isRunnableDevEnvironment, type Plugin, runnerImport } from 'vite'

type ContentModule = typeof import('#src/content/cms-content.ts')

const CONTENT_MODULE = '/src/content/cms-content.ts'
const SEED_CONTENT = 'virtual:seed-content'
const PREFIX = `\0${SEED_CONTENT}/`

/**
 * Provides the module `virtual:seed-content`, which loads the content of the seed by name. It is mapped here, so that
 * browsers need neither queries nor validation.
 */
export function seedContentPlugin(): Plugin {
  let imported: Promise<ContentModule> | undefined
  let importModule = () => {
    imported ??= runnerImport<ContentModule>(CONTENT_MODULE, { configFile: false }).then(({ module }) => module)
    return imported
  }
  return {
    name: 'seed-content',
    configureServer({ environments: { ssr } }) {
      if (isRunnableDevEnvironment(ssr)) importModule = () => ssr.runner.import<ContentModule>(CONTENT_MODULE)
    },
    resolveId: (id) => (id.startsWith(SEED_CONTENT) ? `\0${id}` : undefined),
    async load(id) {
      if (!id.startsWith(`\0${SEED_CONTENT}`)) return undefined
      const { contentNames, isContentName, mapSeedContent } = await importModule()
      const name = id.slice(PREFIX.length)
      if (isContentName(name)) return `export default ${JSON.stringify(mapSeedContent(name))}`
      const scripts = contentNames.map((each) => `${each}: () => import('${SEED_CONTENT}/${each}')`)
      return `export default { ${scripts.join(', ')} }`
    },
  }
}
