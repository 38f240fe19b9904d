import { relative } from 'node:path'
import type { Plugin, ViteDevServer } from 'vite'
import { GENERATED_CODE_FOLDER } from '#scripts/build/update-generated-file.ts'
import { updateModelFiles } from '#scripts/build/update-model-files.ts'
import { createRunAfterChanges } from '#scripts/dev/run-after-changes.ts'
import type { LocalSpace } from '#scripts/dev/seed-local-contentful.ts'
import { createSourceRunner, type SourceRunner } from '#scripts/dev/source-runner.ts'
import { type ErrorOverlay, formatOverlayError } from './error-overlay.ts'

/** Updates what depends on model, seed and queries, which a runner evaluates. */
interface ContentRegenerator extends Pick<SourceRunner, 'invalidate' | 'close'> {
  /**
   * Returns a function that finds warnings, which takes seconds. Throws `UserError`. `onSeeded` is called when the local
   * Contentful is up to date.
   */
  readonly regenerate: (files: readonly string[], onSeeded: () => void) => Promise<() => Promise<string>>
}

/** Model, seed, queries and media files: folders whose files are read, also those that are new. */
const SOURCES =
  /^(cms\/(model|seed)\/.+(?<!\.test)\.(ts|json)|src\/content\/[^/]+\.graphql|public\/media\/(?!derived\/).+)$/

/** Files that `regenerate` writes. */
const GENERATED = /\.gen\.ts$|^src\/content\/(generated|bundled)\//

/** Every page imports this file, so a change reloads the page: a hot update could leave outdated modules behind. */
const GENERATED_QUERIES = `${GENERATED_CODE_FOLDER}/graphql.ts`

/** Regenerates the files that depend on model, seed and queries after each change, and refreshes open pages. */
export function createContentWatcher(
  { show }: Pick<ErrorOverlay, 'show'>,
  { regenerate, invalidate, close }: ContentRegenerator,
) {
  const changed = new Set<string>()
  const { schedule, settle } = createRunAfterChanges(run)
  let server: ViteDevServer | undefined
  let warning = ''
  let failure = ''

  const refetchContent = () => server?.environments.client.hot.send('content:change')

  /** Does not wait, so that the next change is handled meanwhile. */
  function warn(findWarnings: () => Promise<string>): string {
    findWarnings().then(showWarning, showWarning)
    return ''
  }

  function showWarning(current: unknown): void {
    if (current !== warning && current) server?.config.logger.warn(String(current), { timestamp: true })
    warning = String(current)
  }

  async function run(): Promise<void> {
    const started = performance.now()
    const files = [...changed]
    changed.clear()
    const before = failure
    failure = await regenerate(files, refetchContent).then(warn, formatOverlayError)
    show('content', failure)
    if (failure) server?.config.logger.error(failure, { timestamp: true })
    if (failure || (!before && !files.some((file) => SOURCES.test(file)))) return
    const seconds = ((performance.now() - started) / 1_000).toFixed(1)
    const names = files.length > 0 ? ` (${files.join(', ')})` : ''
    server?.config.logger.info(`content updated in ${seconds} s${names}`, { timestamp: true })
  }

  return {
    /** Regenerates everything. Resolves also after errors, which the terminal and Vite's overlay show. */
    regenerate: schedule,
    /** Returns whether there is no error, when all noticed changes are handled. */
    isValid: () => settle().then(() => !failure),
    close: async (): Promise<void> => {
      await settle()
      await close()
    },
    plugin: {
      name: 'content-sources',
      configureServer(started) {
        server = started
      },
      hotUpdate({ file }) {
        const path = relative(this.environment.config.root, file).replaceAll('\\', '/')
        if (this.environment.name !== 'client') return
        if (path === GENERATED_QUERIES) {
          this.environment.hot.send({ type: 'full-reload' })
          return []
        }
        const isModule = invalidate(path)
        if (GENERATED.test(path) || !(isModule || SOURCES.test(path))) return
        changed.add(path)
        schedule()
      },
    } satisfies Plugin,
  }
}

/**
 * Creates a regenerator that evaluates the current model and seed. `localSpace` gets their changes; none with a real space.
 */
export async function createContentRegenerator(localSpace: LocalSpace | undefined): Promise<ContentRegenerator> {
  const runner = await createSourceRunner()
  /** Whether modules have changed since `updateModelFiles` succeeded. */
  let isModelChanged = true
  return {
    regenerate: async (files, onSeeded) => {
      if (files.some((file) => file.endsWith('.ts'))) isModelChanged = true
      const isModelNew = isModelChanged
      const modelFiles = isModelNew ? await updateModelFiles({ check: false }) : []
      isModelChanged = false
      for (const file of modelFiles) runner.invalidate(file)
      const { findWarnings, regenerateContent } = await runner.import<typeof import('./regenerate-content.ts')>(
        '/scripts/dev/plugins/regenerate-content.ts',
      )
      // The first run follows the first seed run, which used the model before `updateModelFiles`.
      await regenerateContent(files.length + modelFiles.length > 0 ? localSpace : undefined, onSeeded)
      return isModelNew ? findWarnings : async () => ''
    },
    invalidate: runner.invalidate,
    close: runner.close,
  }
}
