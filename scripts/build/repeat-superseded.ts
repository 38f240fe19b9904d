import { setTimeout as sleep } from 'node:timers/promises'
import type { Plugin } from 'vite'

/** Far more than the transforms that can run at the same time. */
const MAX_REPETITIONS = 100

/** ms in which another transform can end. */
const DELAY_MS = 20

/**
 * Repeats transforms of @wyw-in-js/vite that fail with "superseded". Version 2.5.1 reads the imports of a module to resolve a
 * value in it, and fails when another transform, which needs more exports of the module, replaces its record meanwhile.
 */
export function repeatSuperseded(plugin: Plugin): Plugin {
  const { transform } = plugin
  if (typeof transform !== 'function') throw new Error(`The plugin ${plugin.name} has no transform function`)
  return {
    ...plugin,
    async transform(...args) {
      for (let repetitions = 0; ; repetitions++) {
        try {
          return await transform.apply(this, args)
        } catch (error) {
          const isSuperseded = error instanceof Error && error.name === 'AbortError' && error.message === 'superseded'
          if (!isSuperseded || repetitions === MAX_REPETITIONS) throw error
          await sleep(DELAY_MS)
        }
      }
    },
  }
}
