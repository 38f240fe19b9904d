import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { createTestFolder } from '#local-tests/test-folder.ts'
import { createCommandEnv } from '#scripts/test/command-env.ts'
import { PRODUCTION_ENV } from '#tests/setup/backend.ts'
import { getFreePort } from '#tests/setup/process/free-port.ts'
import { type TestRelease, writeTestRelease } from '#tests/setup/server/site.ts'
import { startProcess } from '#tests/setup/stack.ts'

let folder: string

beforeEach(async () => {
  folder = await createTestFolder()
})

const writeSite = (files: TestRelease['files'] = {}) =>
  writeTestRelease(join(folder, 'releases'), { files: { 'index.html': '<h1>Home</h1>', ...files } })

const createServerEnv = (port: number, variables: Readonly<Record<string, string>> = {}) =>
  createCommandEnv({
    NODE_ENV: 'test',
    PORT: String(port),
    BACKEND_FOLDER: join(folder, 'backend'),
    RELEASES_FOLDER: join(folder, 'releases'),
    SITE_ORIGINS: `http://127.0.0.1:${port}`,
    LOG_LEVEL: 'silent',
    ...variables,
  })

/** Starts `node server/main.ts`, and waits until it has ended. */
async function run(...args: Parameters<typeof serve>) {
  const { ended, readOutput } = await serve(...args)
  return { code: await ended, output: readOutput() }
}

async function serve(variables: Readonly<Record<string, string>> = {}, args: readonly string[] = []) {
  const port = await getFreePort()
  const command = [process.execPath, resolve('server/main.ts'), ...args]
  const server = startProcess(command, { env: createServerEnv(port, variables), cwd: folder })
  onTestFinished(server.kill)
  return server
}

async function start(...args: Parameters<typeof serve>) {
  const server = await serve(...args)
  return { ...server, url: await server.url }
}

const fetchOnce = (url: string) => fetch(url, { headers: { connection: 'close' } })

/** Options of Node by which the server runs this program before its own. */
const preload = (program: string) => ({ NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(program)}` })

/**
 * Throws an error that nothing catches, on SIGUSR2. Time limits of seconds take ten times as long: on a busy machine, a
 * download takes longer than it may here.
 */
const THROWER = `
  process.on('SIGUSR2', () => { throw new Error('nobody catches this') })
  const wait = setTimeout
  globalThis.setTimeout = (work, ms, ...rest) => wait(work, ms > 5_000 ? 10 * ms : ms, ...rest)`

test.each([
  ['SIGTERM', 0],
  ['SIGUSR2', 1],
] as const)(
  '§12.8 §12.9 after %s it ends with code %i, and a download that has begun ends before',
  async (signal, expectedCode) => {
    await writeSite({ 'assets/film.mp4': Buffer.alloc(20_000_000) })
    const { signal: send, ended, readOutput, url } = await start(preload(THROWER))
    expect(await (await fetchOnce(url)).text()).toBe('<h1>Home</h1>')
    const response = await fetchOnce(`${url}/assets/film.mp4`)
    const reader = response.body?.getReader()
    let bytes = (await reader?.read())?.value?.length ?? 0
    send(signal)
    await expect.poll(() => fetchOnce(url).catch(() => 'refused')).toBe('refused')
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) bytes += part.value.length
    expect(bytes).toBe(20_000_000)
    expect(await ended).toBe(expectedCode)
    expect(readOutput()).toContain(`Listening on ${url}\n`)
    expect(readOutput().includes('Error: nobody catches this\n    at ')).toBe(signal === 'SIGUSR2')
  },
)

/** Starts the thread of the watchdog with a hundredth of its limit, and then blocks the event loop. */
const BLOCKER = `
  import { syncBuiltinESMExports } from 'node:module'
  import threads from 'node:worker_threads'
  const { Worker } = threads
  threads.Worker = class extends Worker {
    constructor(url, { workerData, ...options }) {
      super(url, { ...options, workerData: { ...workerData, timeoutMs: workerData.timeoutMs / 100 } })
      setTimeout(() => { for (;;); }, 100)
    }
  }
  syncBuiltinESMExports()`

test('§12.8 it ends when its event loop has been blocked for a minute', async () => {
  const { readOutput } = await serve(preload(BLOCKER))
  await expect.poll(readOutput).toContain('The event loop has been blocked for 0.6 s: the process ends.\n')
})

/** Names the timer of 8 seconds, and lets it end soon. */
const IMPATIENT = `
  const wait = setTimeout
  globalThis.setTimeout = (work, ms, ...rest) => {
    if (ms === 8_000) console.log('8 seconds')
    return wait(work, ms === 8_000 ? 300 : ms, ...rest)
  }`

test('§12.9 an open response gets 8 seconds, and then the process ends', async () => {
  await writeSite({ 'assets/film.mp4': Buffer.alloc(20_000_000) })
  const { signal, ended, readOutput, url } = await start(preload(IMPATIENT))
  const response = await fetchOnce(`${url}/assets/film.mp4`) // and reads no more of it
  expect(readOutput()).not.toContain('8 seconds')
  signal('SIGTERM')
  expect(await ended).toBe(0)
  expect(readOutput()).toContain('8 seconds')
  await expect(response.arrayBuffer()).rejects.toThrow()
})

test('§12.2 §12.4 §12.5 without a release runs API and worker, and is the only server on its SQLite file and port', async () => {
  const { signal, ended, readOutput, url } = await start()
  expect((await fetchOnce(`${url}/api/captcha.js`)).status).toBe(200)
  expect((await fetchOnce(url)).status).toBe(404)

  const onSameFile = await run()
  expect(onSameFile.code).toBe(1)
  expect(onSameFile.output).toContain(`The database ${folder}/backend/backend.sqlite is in use by another server`)

  const { port } = new URL(url)
  const onSamePort = await run({ PORT: port, BACKEND_FOLDER: join(folder, 'other') })
  expect(onSamePort.code).toBe(1)
  expect(onSamePort.output).toContain(`Port ${port} is in use: set PORT to another one\n`)

  signal('SIGHUP')
  await ended
  expect(readOutput()).toContain(`warning: RELEASES_FOLDER: there is no release in ${folder}/releases`)
})

test.each([
  [[], /^PORT: set a whole number from 0 to 65535\nSMTP_URL: is missing; set/m],
  [['--role', 'web'], /^Unknown option '--role'/],
])(
  '§12.11 with the wrong settings or options %o prints lines, not a stack, and starts nothing',
  async (args, lines) => {
    const { code, output } = await run({ PORT: 'no', NODE_ENV: '' }, args)
    expect(code).toBe(1)
    expect(output).toMatch(lines)
    expect(output).not.toMatch(/Listening| {4}at /)
  },
)

test('--check starts nothing when the settings are valid, and shows the invisible characters of a name', async () => {
  await writeSite()
  const { code, output } = await run({ 'RETENTION_DAYS\u200b': '30' }, ['--check'])
  expect(code).toBe(0)
  expect(output.split('\n').sort()).toEqual([
    '',
    'Every setting is valid.',
    expect.stringMatching(/^warning: NODE_ENV: is test/),
    'warning: RETENTION_DAYS\\u{200b}: is not a setting and has no effect; RETENTION_DAYS is one',
  ])
})

test('§12.3 a production server without a release needs no settings of pages, which are on a static host', async () => {
  const origin = { TRUSTED_PROXIES: '127.0.0.1', SITE_ORIGINS: 'https://site.example' }
  const { code, output } = await run({ ...PRODUCTION_ENV, ...origin, RELEASES_FOLDER: '' }, ['--check'])
  expect(code).toBe(0)
  expect([...output.matchAll(/^(?:warning: )?(?!SMTP_URL)([A-Z_]+):/gm)].map(([, name]) => name)).toEqual([
    'RELEASES_FOLDER',
  ])
})

test('listens on the socket that systemd hands over', async () => {
  await writeSite()
  const socket = createServer().listen(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = z.object({ port: z.number() }).parse(socket.address())
  // Node has no public name for the descriptor that systemd would hand over.
  const { fd } = z.object({ fd: z.number() }).parse(Reflect.get(socket, '_handle'))
  const child = spawn('sh', ['-c', 'LISTEN_FDS=1 LISTEN_PID=$$ exec "$0" server/main.ts', process.execPath], {
    env: createServerEnv(0),
    stdio: ['ignore', 'ignore', 'inherit', fd],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = once(child, 'exit')
  socket.close()
  const response = await fetchOnce(`http://127.0.0.1:${port}`) // waits in the socket until the server runs
  expect(await response.text()).toBe('<h1>Home</h1>')
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})
