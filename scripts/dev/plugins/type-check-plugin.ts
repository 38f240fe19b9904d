import { spawn } from 'node:child_process'
import { text as readText } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Plugin, ViteDevServer } from 'vite'
import type { ErrorOverlay } from './error-overlay.ts'

/** The site without the apps for editors, whose 3,000 icons take seconds, and the server with the model. */
const PROJECTS = ['scripts/dev/tsconfig.site.json', 'tsconfig.server.json']

/** Not with `--build`, which compares times, and takes a file for checked that was saved while it ran. */
export const createCompilerCommand = (project: string): readonly string[] => [
  'node_modules/typescript/bin/tsc',
  ...['--project', project, '--pretty', 'false', '--checkers', '1'],
]

/** ms; Vite notices a changed file within this time. */
const DEBOUNCE_MS = 200

/**
 * Compiles after each change, and shows type errors in the terminal and in Vite's overlay. `isContentValid` waits until the
 * generated files fit their sources; an error of the content causes others.
 */
export function typeCheckPlugin(
  { show: showOverlay }: Pick<ErrorOverlay, 'show'>,
  isContentValid: () => Promise<boolean>,
  commands: readonly (readonly string[])[] = PROJECTS.map(createCompilerCommand),
): Plugin {
  let shown = ''
  let isRunning = false
  let isChanged = false

  function show(errors: string, { config: { logger } }: ViteDevServer): void {
    showOverlay('types', errors)
    if (errors && errors !== shown) logger.error(errors, { timestamp: true })
    if (shown && !errors) logger.info('no type errors', { timestamp: true })
    shown = errors
  }

  async function check(server: ViteDevServer): Promise<void> {
    isChanged = true
    if (isRunning) return
    isRunning = true
    while (isChanged) {
      await sleep(DEBOUNCE_MS)
      isChanged = false
      const outputs = await Promise.all(commands.map(readOutput))
      const isValid = await isContentValid()
      await sleep(DEBOUNCE_MS)
      const text = outputs
        .join('')
        .trimEnd()
        .replace(/^(.+)\((\d+),(\d+)\): /gm, '$1:$2:$3: ') // the form of links in the overlay
      const lines = new Set(text.split('\n')) // each project reports the errors of shared files
      if (!isChanged && isValid) show([...lines].join('\n'), server)
    }
    isRunning = false
  }

  return {
    name: 'type-check',
    configureServer(server) {
      server.watcher.on('all', (_, file) => {
        if (/(?<!\.test)\.(tsx?|json)$/.test(file)) check(server)
      })
      check(server)
    },
  }
}

const readOutput = (command: readonly string[]) =>
  readText(spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'inherit'] }).stdout)
