import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import * as z from 'zod'
import { LOCAL_HOST } from '#scripts/dev/ports.ts'
import { needsVirtualDisplay } from './browser-engines.ts'
import { REFUSING_PROXY, type Session, type SessionOptions } from './session.ts'
import { readReportedProblems } from './test-proxy.ts'

/** ms */
const START_TIMEOUT = 30_000

const newSession = z.object({
  sessionId: z.string(),
  capabilities: z.object({ browserName: z.string(), browserVersion: z.string() }),
})
const reply = z.object({ value: z.unknown() })
const failure = z.object({ value: z.object({ error: z.string(), message: z.string() }) })

/** Starts a WebDriver server with its browser: WebKitGTK's MiniBrowser on a virtual screen, or Safari. */
export async function startWebKit(driver: string, options: SessionOptions, port: number): Promise<Session> {
  const hasVirtualScreen = needsVirtualDisplay('webkit', driver)
  const folder = await mkdtemp(join(tmpdir(), 'webkit-'))
  const processes: ChildProcess[] = []
  const stop = async () => {
    for (const child of processes.reverse()) await stopProcess(child)
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const env = hasVirtualScreen
      ? { ...(await gtkEnvironment(folder, options)), ...(await startVirtualScreen(processes)) }
      : {}
    processes.push(spawn(driver, [`--port=${port}`], { env: { ...process.env, ...env }, stdio: 'ignore' }))
    const capabilities = hasVirtualScreen ? MINI_BROWSER : { browserName: 'safari' }
    return await openSession(`http://${LOCAL_HOST}:${port}`, capabilities, options, stop)
  } catch (error) {
    await stop()
    throw error
  }
}

/** Full screen hides the toolbar, which is wider than a phone. */
const MINI_BROWSER = {
  browserName: 'MiniBrowser',
  'webkitgtk:browserOptions': {
    args: [
      '--automation',
      '--full-screen',
      `--proxy=http://${REFUSING_PROXY.host}:${REFUSING_PROXY.port}`,
      `--ignore-host=${LOCAL_HOST}`,
    ],
  },
}

/** GTK's own setting decides `prefers-reduced-motion`. */
async function gtkEnvironment(folder: string, { reducedMotion }: SessionOptions): Promise<NodeJS.ProcessEnv> {
  for (const version of ['gtk-3.0', 'gtk-4.0']) {
    await mkdir(join(folder, version))
    const settings = `[Settings]\ngtk-enable-animations=${reducedMotion ? 0 : 1}\n`
    await writeFile(join(folder, version, 'settings.ini'), settings)
  }
  return { XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder, XDG_CACHE_HOME: folder, GDK_BACKEND: 'x11' }
}

/** Xvfb chooses a free display and writes its number to the fourth stream. */
async function startVirtualScreen(processes: ChildProcess[]): Promise<NodeJS.ProcessEnv> {
  const args = ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp']
  const child = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  processes.push(child)
  const output = child.stdio[3]
  if (!output) throw new Error('Xvfb has no output')
  const [number] = await once(output, 'data')
  return { DISPLAY: `:${String(number).trim()}`, LIBGL_ALWAYS_SOFTWARE: '1' }
}

async function openSession(
  driver: string,
  capabilities: { readonly browserName: string },
  { width, height }: SessionOptions,
  stop: () => Promise<void>,
): Promise<Session> {
  await waitForDriver(driver)
  const created = newSession.parse(
    await call(driver, 'POST', '/session', { capabilities: { alwaysMatch: capabilities } }),
  )
  const session = `${driver}/session/${created.sessionId}`
  await call(session, 'POST', '/window/rect', { width, height })
  const evaluate = async (expression: string) =>
    z.string().parse(await call(session, 'POST', '/execute/sync', { script: `return ${expression}`, args: [] }))

  return {
    version: `${created.capabilities.browserName} ${created.capabilities.browserVersion}`,
    canReduceMotion: capabilities.browserName === MINI_BROWSER.browserName,
    navigate: async (url) => {
      await call(session, 'POST', '/url', { url })
    },
    goBack: async () => {
      await call(session, 'POST', '/back', {})
    },
    evaluate,
    performActions: async (actions) => {
      await call(session, 'POST', '/actions', { actions })
    },
    takeScreenshot: async () => Buffer.from(z.string().parse(await call(session, 'GET', '/screenshot')), 'base64'),
    readProblems: () => readReportedProblems(evaluate),
    close: async () => {
      await call(session, 'DELETE', '').catch(() => {}) // the browser may have crashed
      await stop()
    },
  }
}

async function call(base: string, method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<unknown> {
  const response = await fetch(base + path, { method, ...(body && { body: JSON.stringify(body) }) })
  const json: unknown = await response.json()
  if (response.ok) return reply.parse(json).value
  const { error, message } = failure.parse(json).value
  throw new Error(`${error}: ${message}`)
}

async function waitForDriver(driver: string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT
  while (Date.now() < deadline) {
    const isReady = await call(driver, 'GET', '/status').then(
      () => true,
      () => false,
    )
    if (isReady) return
    await delay(50)
  }
  throw new Error('The WebDriver server of WebKit did not start')
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const exit = once(child, 'exit')
  child.kill()
  await exit
}
