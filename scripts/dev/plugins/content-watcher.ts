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

/** Updates what depends on model, seed and queries. */
interface ContentRegenerator {
  /** Returns warnings. Throws `UserError`. `onSeeded` is called when the local Contentful is up to date. */
  readonly regenerate: (files: readonly string[], onSeeded: () => void) => Promise<string>
  readonly close: () => Promise<void>
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
export function createContentWatcher({ regenerate, close }: ContentRegenerator): ContentWatcher {
  const changed = new Set<string>()
  let server: ViteDevServer | undefined
  let last = Promise.resolve()
  let isScheduled = false
  let warning = ''
  let failure: ErrorPayload | undefined

  function schedule(): Promise<void> {
    if (!isScheduled) {
      isScheduled = true
      last = last.then(run)
    }
    return last
  }

  const send = (payload: HotPayload) => server?.environments.client.hot.send(payload)
  const refetchContent = () => send({ type: 'custom', event: 'content:change' })

  function showWarning(current: string): undefined {
    if (current !== warning && current) server?.config.logger.warn(current, { timestamp: true })
    warning = current
  }

  async function run(): Promise<void> {
    await delay(DEBOUNCE_MS)
    isScheduled = false // later changes schedule another run
    const started = performance.now()
    const files = [...changed]
    changed.clear()
    const before = failure
    failure = await regenerate(files, refetchContent).then(showWarning, toPayload)
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
      await close()
    },
    plugin: {
      name: 'content-sources',
      configureServer(started) {
        server = started
        started.environments.client.hot.on('vite:client:connect', (_, client) => failure && client.send(failure))
      },
      hotUpdate({ file }) {
        const path = relative(this.environment.config.root, file).replaceAll('\\', '/')
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
 * Creates a regenerator with a module runner of Vite: Node evaluates a module once per process. Evaluating the model again
 * takes 0.1 s, a new process 3 s (record 25). `localSpace` gets changes of model and seed; none with a real space.
 */
export async function createContentRegenerator(localSpace: LocalSpace | undefined): Promise<ContentRegenerator> {
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
  /** Whether the model has changed since `updateModelFiles` succeeded. */
  let isModelChanged = true
  return {
    regenerate: async (files, onSeeded) => {
      // The import below evaluates every module again, but compiles only these files again.
      for (const file of [...files, MODEL_FILE, SITE_PATHS_FILE]) environment.moduleGraph.onFileChange(resolve(file))
      environment.runner.clearCache()
      if (files.some((file) => file.startsWith('cms/model/'))) isModelChanged = true
      const modelFiles = isModelChanged ? await updateModelFiles({ check: false }) : []
      isModelChanged = false
      const { regenerateContent } = await environment.runner.import<typeof import('./regenerate-content.ts')>(
        '/scripts/dev/plugins/regenerate-content.ts',
      )
      // The first run follows the first seed run, which used the model before `updateModelFiles`.
      return regenerateContent(files.length + modelFiles.length > 0 ? localSpace : undefined, onSeeded)
    },
    close: () => environment.close(),
  }
}
