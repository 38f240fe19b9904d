import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { type SupervisorOptions, startServerProcess, superviseServer } from './server-process.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'server-process-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Listens on PORT, and answers every request with its process id. */
const SERVER = `
import { createServer } from 'node:http'
const server = createServer((_, response) => response.end(String(process.pid)))
server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  process.send({ url: 'http://127.0.0.1:' + server.address().port })
})
process.on('disconnect', () => process.exit())
`

/** The first start succeeds; each further one fails until the file "repaired" exists. */
const BROKEN_AFTER_FIRST_START = `
import { existsSync, writeFileSync } from 'node:fs'
const [started, repaired] = ['started', 'repaired'].map((name) => new URL(name, import.meta.url))
if (existsSync(started) && !existsSync(repaired)) process.exit(3)
writeFileSync(started, '')
${SERVER}`

async function moduleOf(source: string): Promise<URL> {
  const file = join(folder, 'server.mjs')
  await writeFile(file, source)
  return pathToFileURL(file)
}

const PORT_OF_FIRST: NonNullable<SupervisorOptions['restartEnv']> = ({ url }) => ({ PORT: new URL(url).port })

async function supervised(source: string, options: Partial<SupervisorOptions> = {}) {
  const lines: string[] = []
  const server = await superviseServer({
    name: 'server',
    module: await moduleOf(source),
    log: (line) => lines.push(line),
    restartEnv: PORT_OF_FIRST,
    backoff: { firstMs: 10, longestMs: 40, resetAfterMs: 60_000 },
    ...options,
  })
  onTestFinished(server.stop)
  return { server, lines }
}

const processIdAt = async (url: string) => Number(await (await fetch(url, { headers: { connection: 'close' } })).text())

const restarted = (url: string, before: number) =>
  expect.poll(() => processIdAt(url).catch(() => before)).not.toBe(before)

test.each(['SIGKILL', 'SIGTERM'] as const)(
  'a server that ends by %s is started again at the same address',
  async (signal) => {
    const { server, lines } = await supervised(SERVER)
    for (let count = 1; count <= 3; count++) {
      const before = await processIdAt(server.url)
      process.kill(before, signal)
      await restarted(server.url, before)
      expect(server.pid).toBe(await processIdAt(server.url))
      expect(lines.filter((line) => line === `The server ended (signal ${signal}).`)).toHaveLength(count)
    }
    expect(lines.at(-1)).toBe('The server runs again.')
  },
)

test('restarts that fail are repeated with a longer wait each time, until one succeeds', async () => {
  const { server, lines } = await supervised(BROKEN_AFTER_FIRST_START)
  const before = await processIdAt(server.url)
  process.kill(before, 'SIGKILL')
  await expect.poll(() => lines.filter((line) => /could not be started/.test(line)).length).toBeGreaterThan(3)
  await writeFile(join(folder, 'repaired'), '')
  await restarted(server.url, before)
  const waits = lines.flatMap((line) => /starts again in (.*) s/.exec(line)?.[1] ?? []).map(Number)
  expect(waits.slice(0, 4)).toEqual([0.01, 0.02, 0.04, 0.04])
})

/** Answers pings; each start but the first is never ready. */
const HANGS_AFTER_FIRST_START = `
import { existsSync, writeFileSync } from 'node:fs'
process.on('message', () => process.send('pong'))
process.on('disconnect', () => process.exit())
const [started, repaired] = ['started', 'repaired'].map((name) => new URL(name, import.meta.url))
if (existsSync(started) && !existsSync(repaired)) await new Promise(() => setInterval(() => {}, 1_000))
writeFileSync(started, '')
${SERVER}`

test('a restart that is not ready in time is killed and repeated', async () => {
  const { server, lines } = await supervised(HANGS_AFTER_FIRST_START, { restartTimeoutMs: 500 })
  const before = await processIdAt(server.url)
  process.kill(before, 'SIGKILL')
  const late = 'The server could not be started: it was not ready in time.'
  await expect.poll(() => lines.filter((line) => line === late).length).toBeGreaterThan(1)
  await writeFile(join(folder, 'repaired'), '')
  await restarted(server.url, before)
})

test('stop ends a restart that is not ready', async () => {
  const { server, lines } = await supervised(HANGS_AFTER_FIRST_START)
  process.kill(server.pid, 'SIGKILL')
  await expect.poll(() => lines.some((line) => line.startsWith('The server starts again'))).toBe(true)
  await pause(300)
  await server.stop()
  expect(lines).not.toContain('The server runs again.')
})

test('a first start that fails is an error', async () => {
  const module = await moduleOf('process.exit(1)')
  await expect(superviseServer({ name: 'server', module, log: () => {} })).rejects.toThrow(
    'The server could not be started: the lines above say why.',
  )
})

test('stop ends the server for good, also while it waits for its restart', async () => {
  const { server, lines } = await supervised(SERVER, {
    backoff: { firstMs: 60_000, longestMs: 60_000, resetAfterMs: 1 },
  })
  process.kill(server.pid, 'SIGKILL')
  await expect.poll(() => lines).toContain('The server starts again in 60 s.')
  await server.stop()
  await expect(fetch(server.url)).rejects.toThrow()
})

/** Answers pings; a request for /block blocks its event loop. */
const BLOCKED_ON_REQUEST = `
import { createServer } from 'node:http'
const server = createServer((request, response) => {
  while (request.url === '/block') {}
  response.end(String(process.pid))
})
server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  process.send({ url: 'http://127.0.0.1:' + server.address().port })
})
process.on('message', () => process.send('pong'))
process.on('disconnect', () => process.exit())
`

test('a server whose event loop is blocked is killed and started again', async () => {
  const { server, lines } = await supervised(BLOCKED_ON_REQUEST, { pingTimeoutMs: 1_500 })
  const before = await processIdAt(server.url)
  await pause(4_000)
  expect(await processIdAt(server.url)).toBe(before)
  await expect(fetch(`${server.url}/block`)).rejects.toThrow()
  await restarted(server.url, before)
  expect(lines).toContain('The server ended (signal SIGKILL).')
})

test('a server that ignores SIGTERM is killed', async () => {
  const module = await moduleOf(`process.on('SIGTERM', () => {})\n${SERVER}`)
  const server = await startServerProcess({ name: 'server', module, stopTimeoutMs: 50 })
  await server.stop()
  await expect(fetch(server.url)).rejects.toThrow()
})
