import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import type { ErrorPayload, Plugin, ViteDevServer } from 'vite'

/** The site without the apps for editors, whose 3,000 icons take seconds, and the server with the model. */
const PROJECTS = ['scripts/dev/tsconfig.site.json', 'tsconfig.server.json']
const COMMAND = ['node_modules/typescript/bin/tsc', '--build', ...PROJECTS, '--pretty', 'false', '--checkers', '1']

/** ms; Vite notices a changed file within this time. */
const DEBOUNCE_MS = 200

/**
 * Compiles after each change, and shows type errors in the terminal and in Vite's overlay. Not syntax errors, which Vite
 * shows. `isContentValid` waits until the generated files fit their sources; an error of the content causes others.
 */
export function typeCheckPlugin(isContentValid: () => Promise<boolean>): Plugin {
  let server: ViteDevServer
  let shown = ''
  let isRunning = false
  let isChanged = false

  function show(errors: string): void {
    const { logger } = server.config
    const { hot } = server.environments.client
    if (errors) hot.send(toPayload(errors))
    else if (shown) hot.send({ type: 'update', updates: [] }) // closes the overlay
    if (errors && errors !== shown) logger.error(errors, { timestamp: true })
    if (shown && !errors) logger.info('no type errors', { timestamp: true })
    shown = errors
  }

  async function check(): Promise<void> {
    isChanged = true
    if (isRunning) return
    isRunning = true
    while (isChanged) {
      await delay(DEBOUNCE_MS)
      isChanged = false
      const compiler = spawn(process.execPath, COMMAND, { stdio: ['ignore', 'pipe', 'inherit'] })
      const errors = parseTypeErrors(await text(compiler.stdout))
      const isValid = await isContentValid()
      await delay(DEBOUNCE_MS)
      if (!isChanged && isValid && errors !== undefined) show(errors)
    }
    isRunning = false
  }

  return {
    name: 'type-check',
    configureServer(created) {
      server = created
      created.watcher.on('all', (_, file) => {
        if (/(?<!\.test)\.(tsx?|json)$/.test(file)) check()
      })
      created.environments.client.hot.on('vite:client:connect', (_, client) => shown && client.send(toPayload(shown)))
      check()
    },
  }
}

const toPayload = (message: string): ErrorPayload => ({ type: 'error', err: { message, stack: '' } })

/**
 * Returns the errors in the output of the compiler, as file:line:column: text, each with its first line and its last, which
 * says why. Returns `undefined` if one is a syntax error.
 */
export function parseTypeErrors(output: string): string | undefined {
  if (/error TS1[01]\d{2}:/.test(output)) return undefined
  const errors = output.trim().split(/\n(?=\S)/)
  const lines = errors.map((error) => {
    const [first = '', ...details] = error.trimEnd().split('\n')
    return [first.replace(/^(.+)\((\d+),(\d+)\): error TS\d+: /, '$1:$2:$3: '), ...details.slice(-1)].join('\n')
  })
  return [...new Set(lines)].join('\n') // both projects may contain a file, and each reports its errors
}
