import { relative } from 'node:path'
import { Generator, getConfig } from '@tanstack/router-generator'
import type { Plugin } from 'vite'
import { ROUTER_CONFIG } from '#scripts/build/router-config.ts'
import type { ErrorOverlay } from './error-overlay.ts'
import type { SourceError } from './source-error.ts'

/** Shows errors of the route tree generator in the overlay. The router's own plugin only prints them to the terminal. */
export function routeErrorsPlugin(overlay: ErrorOverlay): Plugin {
  const generator = new Generator({ config: getConfig(ROUTER_CONFIG, process.cwd()), root: process.cwd() })
  const check = () =>
    generator.run().then(
      () => overlay.update('routes', []),
      (error: unknown) =>
        overlay.update('routes', [locateInRoute(error instanceof Error ? error.message : String(error))]),
    )
  return {
    name: 'route-errors',
    configureServer: check,
    async hotUpdate({ file }) {
      if (this.environment.name === 'client' && relative('src/routes', file).startsWith('..') === false) await check()
    },
  }
}

/** Extracts file and position from a message of the generator. */
function locateInRoute(message: string): SourceError {
  const [, path] = /(\S+\.tsx?)\b/.exec(message) ?? []
  const [, line, column] = /\((\d+):(\d+)\)/.exec(message) ?? []
  if (!path) return { message }
  return { message, file: relative('.', path), line: Number(line ?? 1), column: Number(column ?? 0) + 1 }
}
