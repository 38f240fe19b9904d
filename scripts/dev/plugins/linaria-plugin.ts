import wyw from '@wyw-in-js/vite'
import { type HmrContext, type Plugin, transformWithOxc } from 'vite'
import { findImporters, findImports, isSiteModule } from './import-graph.ts'
import { toOverlayError, toSourceError } from './source-error.ts'

/**
 * The plugin of linaria (wyw-in-js), with two additions:
 * - Styles follow a change of the modules that they are computed from, as src/theme/tokens.ts. The plugin itself ignores
 *   such a change where the browser loads the module as well, or where the component imports it through another one.
 * - A syntax error of such a module is reported with its own file and line, not with those of each component.
 */
export function linariaPlugin(): Plugin {
  // No `include`: with one, no style is extracted, without an error. No style needs a DOM, whose emulation takes a second.
  const plugin = wyw({ prefixer: false, features: FEATURES }) // no `include`: with one, no style is extracted, without an error
  const transform = handlerOf(plugin.transform)
  const findEvaluating = handlerOf(plugin.handleHotUpdate)
  const retryAfterReset = createResetRetry()
  let hasFailed = false
  return {
    ...plugin,
    async transform(...parameters) {
      try {
        return await retryAfterReset(async () => transform.apply(this, parameters))
      } catch (error) {
        throw (await syntaxErrorBelow(parameters[1])) ?? error
      }
    },
    async hotUpdate(options) {
      if (this.environment.name !== 'client' || !isSiteModule(options.file)) return
      const { client } = options.server.environments
      const ids = new Set<string>()
      for (const file of await findImporters(options.file)) {
        // Without modules the plugin answers with those whose styles are computed from this file.
        const context: HmrContext = { ...options, file, modules: [] }
        for (const { id } of (await findEvaluating.call(this, context)) ?? []) if (id) ids.add(id)
      }
      ids.delete(options.file)
      try {
        // One after the other: a changed module resets the caches of wyw-in-js, which interrupts transforms under way.
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
        client.hot.send({ type: 'update', updates: [] }) // clears the overlay, also where no style has changed
      }
    },
  }
}

/** The defaults, without the emulation of a DOM: no style needs one, and loading it takes a second of each first build. */
const FEATURES = {
  dangerousCodeRemover: true,
  globalCache: true,
  happyDOM: false,
  softErrors: false,
  useWeakRefInEval: true,
}

/**
 * wyw-in-js resets its caches when it cannot tell what a change affects, and every transform under way fails. Each is
 * repeated here, one after the other, so that none is interrupted again; new ones wait.
 */
function createResetRetry() {
  let repetitions: Promise<unknown> = Promise.resolve()
  return async <Result>(transform: () => Promise<Result>): Promise<Result> => {
    await repetitions
    try {
      return await transform()
    } catch (error) {
      if (!isReset(error)) throw error
    }
    const repetition = repetitions.then(() => repeatAfterReset(transform, MAX_REPETITIONS))
    repetitions = repetition.catch(() => undefined)
    return repetition
  }
}

async function repeatAfterReset<Result>(transform: () => Promise<Result>, repetitions: number): Promise<Result> {
  try {
    return await transform()
  } catch (error) {
    if (!isReset(error) || repetitions === 1) throw error
    return repeatAfterReset(transform, repetitions - 1)
  }
}

const isReset = (error: unknown) =>
  error instanceof Error &&
  (error.name === 'UnknownDependencyGraphResetError' || error.name === 'StaleDependencyGraphTraversalError')

const MAX_REPETITIONS = 5

function handlerOf<Handler extends (...parameters: never[]) => unknown>(
  hook: Handler | { readonly handler: Handler } | undefined,
): Handler {
  if (!hook)
    throw new Error('@wyw-in-js/vite has changed: it lacks a hook that scripts/dev/plugins/linaria-plugin.ts extends')
  return typeof hook === 'function' ? hook : hook.handler
}

/** The first syntax error in the modules that this one imports, directly or not. */
async function syntaxErrorBelow(id: string): Promise<Error | undefined> {
  for (const [file, source] of await findImports(id)) {
    try {
      await transformWithOxc(source, file)
    } catch (error) {
      const overlay = toOverlayError([toSourceError(error)])
      return Object.assign(new Error(overlay.message), overlay, { pluginCode: source }) // with it, Vite keeps file and line
    }
  }
  return undefined
}
