import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'
import { type BidiConnection, connectBidi } from './bidi-connection.ts'
import { REFUSING_PROXY, type Session, type SessionOptions } from './session.ts'

/** ms */
const START_TIMEOUT = 30_000

const sessionInfo = z.object({ capabilities: z.object({ browserName: z.string(), browserVersion: z.string() }) })
const newContext = z.object({ context: z.string() })
const screenshot = z.object({ data: z.string() })
const evaluation = z.discriminatedUnion('type', [
  z.object({ type: z.literal('success'), result: z.object({ type: z.literal('string'), value: z.string() }) }),
  z.object({ type: z.literal('exception'), exceptionDetails: z.object({ text: z.string() }) }),
])
const logEntry = z.object({ level: z.string(), text: z.string().nullable() })
const request = z.object({ request: z.object({ url: z.string() }) })
const fetchError = request.extend({ errorText: z.string() })
const response = request.extend({ response: z.object({ status: z.number() }) })

/** Starts a headless Firefox with a profile of its own and connects to it through WebDriver BiDi. */
export async function startFirefox(program: string, options: SessionOptions): Promise<Session> {
  const profile = await mkdtemp(join(tmpdir(), 'firefox-'))
  await writeFile(join(profile, 'user.js'), preferences(options))
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0']
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  const exit = once(child, 'exit')
  const stop = async () => {
    child.kill()
    await exit
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const address = await readAddress(child.stderr)
    return await openSession(await connectBidi(`${address}/session`), options, stop)
  } catch (error) {
    await stop()
    throw error
  }
}

const preferences = ({ reducedMotion }: SessionOptions) =>
  Object.entries({
    // Bits for a mouse: 2 is a fine pointer, 4 can hover. A headless Firefox finds no pointer.
    'ui.primaryPointerCapabilities': 6,
    'ui.allPointerCapabilities': 6,
    'ui.prefersReducedMotion': reducedMotion ? 1 : 0,
    'network.proxy.type': 1,
    'network.proxy.http': REFUSING_PROXY.host,
    'network.proxy.http_port': REFUSING_PROXY.port,
    'network.proxy.ssl': REFUSING_PROXY.host,
    'network.proxy.ssl_port': REFUSING_PROXY.port,
  })
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
    .join('')

/** Firefox prints the address of its WebSocket to stderr. */
function readAddress(stderr: NodeJS.ReadableStream): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let output = ''
  const fail = () => reject(new Error(`Firefox did not start:\n${output}`))
  const timer = setTimeout(fail, START_TIMEOUT)
  stderr.on('data', (text) => {
    output += text
    const [, address] = /^WebDriver BiDi listening on (ws:\S+)/m.exec(output) ?? []
    if (address) resolve(address)
  })
  stderr.on('end', fail)
  return promise.finally(() => clearTimeout(timer))
}

async function openSession(
  bidi: BidiConnection,
  { width, height }: SessionOptions,
  stop: () => Promise<void>,
): Promise<Session> {
  const { capabilities } = sessionInfo.parse(await bidi.send('session.new', { capabilities: {} }))
  const { context } = newContext.parse(await bidi.send('browsingContext.create', { type: 'tab' }))
  const problems: string[] = []
  bidi.onEvent((method, params) => {
    const problem = describeProblem(method, params)
    if (problem) problems.push(problem)
  })
  await bidi.send('session.subscribe', {
    events: ['log.entryAdded', 'network.responseCompleted', 'network.fetchError'],
  })
  await bidi.send('script.addPreloadScript', { functionDeclaration: String(reportViolations), contexts: [context] })
  await bidi.send('browsingContext.setViewport', { context, viewport: { width, height } })

  return {
    version: `${capabilities.browserName} ${capabilities.browserVersion}`,
    canReduceMotion: true,
    navigate: async (url) => {
      await bidi.send('browsingContext.navigate', { context, url, wait: 'complete' })
    },
    goBack: async () => {
      await bidi.send('browsingContext.traverseHistory', { context, delta: -1 })
    },
    evaluate: async (expression) => {
      const reply = await bidi.send('script.evaluate', { expression, target: { context }, awaitPromise: true })
      const result = evaluation.parse(reply)
      if (result.type === 'exception') throw new Error(result.exceptionDetails.text)
      return result.result.value
    },
    performActions: async (actions) => {
      await bidi.send('input.performActions', { context, actions })
    },
    takeScreenshot: async () => {
      const { data } = screenshot.parse(await bidi.send('browsingContext.captureScreenshot', { context }))
      return Buffer.from(data, 'base64')
    },
    readProblems: async () => problems,
    close: async () => {
      bidi.close()
      await stop()
    },
  }
}

/** Runs in each page: Firefox tells of violations in its own console only. */
function reportViolations(): void {
  addEventListener('securitypolicyviolation', ({ disposition, effectiveDirective, blockedURI }) => {
    if (disposition === 'enforce') console.error(`policy: ${effectiveDirective} ${blockedURI}`)
  })
}

function describeProblem(method: string, params: unknown): string | undefined {
  if (method === 'log.entryAdded') {
    const { level, text } = logEntry.parse(params)
    return level === 'error' ? `console: ${text}` : undefined
  }
  const { url } = request.parse(params).request
  if (!url.startsWith('http://127.0.0.1:')) return undefined
  if (method === 'network.fetchError') {
    const { errorText } = fetchError.parse(params)
    // The browser cancels videos and prefetches when it leaves a page.
    return errorText === 'NS_BINDING_ABORTED' ? undefined : `request: ${url} ${errorText}`
  }
  const { status } = response.parse(params).response
  return status >= 400 ? `response: ${status} ${url}` : undefined
}
