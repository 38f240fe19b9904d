import { relative } from 'node:path'
import { Generator, getConfig } from '@tanstack/router-generator'
import type { Plugin } from 'vite'
import { ROUTER_CONFIG } from '#scripts/build/router-config.ts'
import type { ErrorOverlay } from './error-overlay.ts'
import type { SourceError } from './source-error.ts'

/** Shows what stops the route tree from being generated: the router's own plugin writes that to the terminal only. */
export function routeErrorsPlugin(overlay: ErrorOverlay): Plugin {
  const generator = new Generator({ config: getConfig(ROUTER_CONFIG, process.cwd()), root: process.cwd() })
  const check = () =>
    generator.run().then(
      () => overlay.update('routes', []),
      (error: unknown) => overlay.update('routes', [inRoute(error instanceof Error ? error.message : String(error))]),
    )
  return {
    name: 'route-errors',
    configureServer: check,
    async hotUpdate({ file }) {
      if (this.environment.name === 'client' && relative('src/routes', file).startsWith('..') === false) await check()
    },
  }
}

/** The generator's messages name the file, and the place of a syntax error in brackets. */
function inRoute(message: string): SourceError {
  const [, path] = /(\S+\.tsx?)\b/.exec(message) ?? []
  const [, line, column] = /\((\d+):(\d+)\)/.exec(message) ?? []
  if (!path) return { message }
  return { message, file: relative('.', path), line: Number(line ?? 1), column: Number(column ?? 0) + 1 }
}
