import wyw from '@wyw-in-js/vite'
import { type HmrContext, type Plugin, transformWithOxc } from 'vite'
import { findImporters, findImports, isSiteModule } from './import-graph.ts'
import { toOverlayError, toSourceError } from './source-error.ts'

/**
 * The Vite plugin of linaria (wyw-in-js) with two additions:
 * - Styles are updated when a module changes that they are computed from, such as src/theme/tokens.ts. The original plugin
 *   ignores the change when the browser loads the module too, or when the import is indirect.
 * - A syntax error of such a module is reported with its own file and line, not with those of each component.
 */
export function linariaPlugin(): Plugin {
  // Without the option `include`: with it, the plugin silently extracts no styles.
  const plugin = wyw({ prefixer: false, features: FEATURES })
  const transform = getHandler(plugin.transform)
  const findDependents = getHandler(plugin.handleHotUpdate)
  const retryAfterReset = createResetRetry()
  /** Counts the changes that the styles of a module depend on, by module id. */
  const revisions = new Map<string, number>()
  let hasFailed = false
  return {
    ...plugin,
    async transform(code, id, ...rest) {
      // wyw-in-js notices a changed import only in the first module with that import; in the others, only changed code.
      const addRevision = () => (revisions.has(id) ? `${code}\n// ${revisions.get(id)}` : code)
      try {
        return await retryAfterReset(async () => transform.call(this, addRevision(), id, ...rest))
      } catch (error) {
        throw (await findSyntaxErrorInImports(id)) ?? error
      }
    },
    async hotUpdate(options) {
      if (this.environment.name !== 'client' || !isSiteModule(options.file)) return
      const { client } = options.server.environments
      const ids = new Set<string>()
      for (const file of await findImporters(options.file)) {
        // With an empty list the plugin returns the modules whose styles are computed from this file.
        const context: HmrContext = { ...options, file, modules: [] }
        for (const { id } of (await findDependents.call(this, context)) ?? []) if (id) ids.add(id)
      }
      ids.delete(options.file)
      for (const id of ids) revisions.set(id, (revisions.get(id) ?? 0) + 1)
      try {
        // Sequential: a changed module resets the caches of wyw-in-js, which aborts running transforms.
        for (const id of ids) {
          const module = client.moduleGraph.getModuleById(id)
          if (!module) continue
          client.moduleGraph.invalidateModule(module)
          await client.transformRequest(module.url) // sends the CSS to the browser if it has changed
        }
      } catch (error) {
        hasFailed = true
        throw error // Vite shows it in the overlay
      }
      if (hasFailed && ids.size > 0) {
        hasFailed = false
        client.hot.send({ type: 'update', updates: [] }) // clears the overlay, also when no style has changed
      }
    },
  }
}

/** The default features without `happyDOM`: no style needs a DOM, and loading it takes a second. */
const FEATURES = {
  dangerousCodeRemover: true,
  globalCache: true,
  happyDOM: false,
  softErrors: false,
  useWeakRefInEval: true,
}

/**
 * wyw-in-js resets its caches when it cannot determine what a change affects, and all running transforms fail. They are
 * retried sequentially, so that none is aborted again; new transforms wait for the retries.
 */
function createResetRetry() {
  let retries: Promise<unknown> = Promise.resolve()
  return async <Result>(transform: () => Promise<Result>): Promise<Result> => {
    await retries
    try {
      return await transform()
    } catch (error) {
      if (!isReset(error)) throw error
    }
    const retry = retries.then(() => retryTransform(transform, MAX_RETRIES))
    retries = retry.catch(() => undefined)
    return retry
  }
}

async function retryTransform<Result>(transform: () => Promise<Result>, attempts: number): Promise<Result> {
  try {
    return await transform()
  } catch (error) {
    if (!isReset(error) || attempts === 1) throw error
    return retryTransform(transform, attempts - 1)
  }
}

const isReset = (error: unknown) =>
  error instanceof Error &&
  (error.name === 'UnknownDependencyGraphResetError' || error.name === 'StaleDependencyGraphTraversalError')

const MAX_RETRIES = 5

function getHandler<Handler extends (...parameters: never[]) => unknown>(
  hook: Handler | { readonly handler: Handler } | undefined,
): Handler {
  if (!hook)
    throw new Error('@wyw-in-js/vite has changed: it lacks a hook that scripts/dev/plugins/linaria-plugin.ts extends')
  return typeof hook === 'function' ? hook : hook.handler
}

/** Returns the first syntax error in the direct and indirect imports of a module. */
async function findSyntaxErrorInImports(id: string): Promise<Error | undefined> {
  for (const [file, source] of await findImports(id)) {
    try {
      await transformWithOxc(source, file)
    } catch (error) {
      const overlay = toOverlayError([toSourceError(error)])
      return Object.assign(new Error(overlay.message), overlay, { pluginCode: source }) // makes Vite keep file and line
    }
  }
  return undefined
}
