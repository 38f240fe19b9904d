import { relative, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import {
  createRunnableDevEnvironment,
  type ErrorPayload,
  type HotPayload,
  type Plugin,
  resolveConfig,
  type ViteDevServer,
} from 'vite'
import { GENERATED_CODE_FOLDER, MODEL_FILE, SITE_PATHS_FILE } from '#scripts/build/generated-files.ts'
import { updateModelFiles } from '#scripts/build/model-files.ts'
import type { LocalSpace } from '#scripts/dev/seed-local-contentful.ts'

interface Options {
  /** The local Contentful, which receives changes of model and seed; absent with a real space. */
  readonly localSpace: LocalSpace | undefined
}

export interface ContentWatcher {
  readonly plugin: Plugin
  /** Regenerates everything. Resolves also after errors, which the terminal and Vite's overlay show. */
  readonly regenerate: () => Promise<void>
  /** Returns whether there is no error, when all noticed changes are handled. */
  readonly isValid: () => Promise<boolean>
  readonly close: () => Promise<void>
}

/** Model, seed, queries and media files. */
const SOURCES =
  /^(cms\/(model|seed)\/.+(?<!\.test|\.gen)\.(ts|json)|src\/content\/[^/]+\.graphql|codegen\.ts|public\/media\/(?!derived\/).+)$/

/** Every page imports this file, so a change reloads the page: a hot update could leave outdated modules behind. */
const GENERATED_QUERIES = `${GENERATED_CODE_FOLDER}/graphql.ts`

/** Changes within this time are handled together, for example when all files are saved at once. */
const DEBOUNCE_MS = 30

/** Regenerates the files that depend on model, seed and queries after each change, and refreshes open pages. */
export async function createContentWatcher({ localSpace }: Options): Promise<ContentWatcher> {
  const modules = await createModuleRunner()
  const changed = new Set<string>()
  let server: ViteDevServer | undefined
  let last = Promise.resolve()
  let isScheduled = false
  /** Whether the model has changed since `updateModelFiles` succeeded. */
  let isModelChanged = true
  let warning = ''
  let failure: ErrorPayload | undefined

  function schedule(): Promise<void> {
    if (!isScheduled) {
      isScheduled = true
      last = last.then(run)
    }
    return last
  }

  async function update(files: readonly string[]): Promise<void> {
    if (files.some((file) => file.startsWith('cms/model/'))) isModelChanged = true
    const modelFiles = isModelChanged ? await updateModelFiles({ check: false }) : []
    isModelChanged = false
    const { regenerateContent } = await modules.importRegenerateContent()
    const unused = await regenerateContent({
      // The first run follows the first seed run, which used the model before `updateModelFiles`.
      localSpace: files.length + modelFiles.length > 0 ? localSpace : undefined,
      onSeeded: () => server?.environments.client.hot.send('content:change'),
    })
    if (unused !== warning && unused) server?.config.logger.warn(unused, { timestamp: true })
    warning = unused
  }

  const send = (payload: HotPayload) => server?.environments.client.hot.send(payload)

  async function run(): Promise<void> {
    await delay(DEBOUNCE_MS)
    isScheduled = false // later changes schedule another run
    const started = performance.now()
    const files = [...changed]
    modules.invalidate([...files, MODEL_FILE, SITE_PATHS_FILE])
    changed.clear()
    const before = failure
    failure = await update(files).then(() => undefined, toPayload)
    if (failure) server?.config.logger.error(failure.err.message, { timestamp: true })
    if (failure) return send(failure)
    if (before) send({ type: 'update', updates: [] }) // closes the overlay
    if (files.length === 0) return
    const seconds = ((performance.now() - started) / 1_000).toFixed(1)
    server?.config.logger.info(`content updated in ${seconds} s (${files.join(', ')})`, { timestamp: true })
  }

  return {
    regenerate: schedule,
    isValid: () => last.then(() => !failure),
    close: async () => {
      await last
      await modules.close()
    },
    plugin: {
      name: 'content-sources',
      configureServer(started) {
        server = started
        started.environments.client.hot.on('vite:client:connect', (_, client) => failure && client.send(failure))
      },
      hotUpdate({ file }) {
        const path = relative('.', file).replaceAll('\\', '/')
        if (this.environment.name !== 'client') return
        if (path === GENERATED_QUERIES) {
          this.environment.hot.send({ type: 'full-reload' })
          return []
        }
        if (!SOURCES.test(path)) return
        changed.add(path)
        schedule()
      },
    },
  }
}

/**
 * A `UserError` says where it is; it is recognized by its name, because the module runner has its own class. The stack of
 * another error leads to its place.
 */
function toPayload(thrown: unknown): ErrorPayload {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  const message = error.name === 'UserError' ? error.message : `${error}\n${error.stack}`
  return { type: 'error', err: { message, stack: '' } }
}

/**
 * Creates a module runner of Vite. Node evaluates a module once per process. Evaluating the model again with the runner
 * takes 0.1 s, a new process 3 s (record 25).
 */
async function createModuleRunner() {
  const config = await resolveConfig(
    {
      configFile: false,
      envDir: false,
      environments: {
        node: {
          consumer: 'server',
          dev: { moduleRunnerTransform: true },
          resolve: { external: true, conditions: ['node'], mainFields: [] }, // Node imports packages
        },
      },
    },
    'serve',
  )
  const environment = createRunnableDevEnvironment('node', config, { runnerOptions: { hmr: false }, hot: false })
  await environment.init()
  return {
    importRegenerateContent: () =>
      environment.runner.import<typeof import('./regenerate-content.ts')>('/scripts/dev/plugins/regenerate-content.ts'),
    /** Marks files as changed. The next import evaluates every module again, but compiles only these files again. */
    invalidate: (files: readonly string[]) => {
      for (const file of files) environment.moduleGraph.onFileChange(resolve(file))
      environment.runner.clearCache()
    },
    close: () => environment.close(),
  }
}
