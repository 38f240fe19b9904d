import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createCommandEnv } from '#tests/setup/process/command-env.ts'
import { getFreePort } from '#tests/setup/process/free-port.ts'
import { RAISED_RATE_LIMITS } from '#tests/setup/server/raised-rate-limits.ts'
import { writeTestRelease } from '#tests/setup/server/test-release.ts'

/** A production server with its processes: `node server/main.ts`, as operators start it. */
export interface ProductionServer {
  /** http://127.0.0.1:port of the web process. */
  readonly url: string
  /** Of the supervisor, which is the parent of the web process and the backend process. */
  readonly pid: number
  /** Sends SIGTERM and waits for the end; sends SIGKILL when that takes longer than 20 s. */
  readonly stop: () => Promise<ServerEnd>
}

export interface ServerEnd {
  readonly code: number | null
  /** From SIGTERM on. */
  readonly ms: number
}

export interface ProductionServerOptions {
  /** For the release, the backend's files, and the temporary files of the processes. */
  readonly folder: string
  /** smtp://host:port */
  readonly mailServer: string
  /** PostgreSQL; without it SQLite in `sqliteFolderIn(folder)`. */
  readonly databaseUrl?: string | undefined
  /** The output of all processes is appended to it. */
  readonly logFile: string
}

/** ms; the server itself ends within 10 s. */
const STOP_TIMEOUT_MS = 20_000

export const sqliteFolderIn = (folder: string): string => join(folder, 'backend')

/**
 * Starts a server with all roles and a release of one page. Its limits are open, its captcha is the local one, and it trusts
 * `X-Forwarded-For` from this machine. Each backend process tells the mail server a name of its own. Throws when it ends
 * before it listens; the message has its output.
 */
export async function startProductionServer(options: ProductionServerOptions): Promise<ProductionServer> {
  const { folder, mailServer, databaseUrl, logFile } = options
  const releases = join(folder, 'releases')
  await writeTestRelease(releases)
  const [port, backendPort] = [await getFreePort(), await getFreePort()]
  await using log = await open(logFile, 'a')
  const child = fork(new URL('../../server/main.ts', import.meta.url), {
    execArgv: [],
    stdio: ['ignore', log.fd, log.fd, 'ipc'],
    env: createCommandEnv({
      ...RAISED_RATE_LIMITS,
      NODE_ENV: 'development', // so that it takes the tokens of the local captcha
      TMPDIR: folder,
      PORT: String(port),
      BACKEND_PORT: String(backendPort),
      BACKEND_FOLDER: sqliteFolderIn(folder),
      RELEASES_FOLDER: releases,
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      SMTP_URL: mailServer,
      MAIL_FROM: 'website@blackland.example',
      MAIL_TO: 'office@blackland.example',
      TRUSTED_PROXIES: '127.0.0.1',
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(NAME_AT_MAIL_SERVER)}`,
    }),
  })
  const end = once(child, 'exit')
  const isReady = await Promise.race([once(child, 'message').then(() => true), end.then(() => false)])
  if (!isReady) throw new Error(`The server did not start:\n${await readFile(logFile, 'utf8')}`)
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    stop: () => stop(child, end),
  }
}

/** Runs first in each process: mails then show which process sent them. */
const NAME_AT_MAIL_SERVER = `const url = new URL(process.env.SMTP_URL)
url.searchParams.set('name', 'process-' + process.pid)
process.env.SMTP_URL = url.href`

async function stop(child: ChildProcess, end: Promise<unknown>): Promise<ServerEnd> {
  const started = performance.now()
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
  await end
  clearTimeout(timer)
  return { code: child.exitCode, ms: performance.now() - started }
}

/** Ids of a server's processes by name: web, backend. */
export async function serverProcesses(supervisor: number): Promise<ReadonlyMap<string, number>> {
  const children = await readFile(`/proc/${supervisor}/task/${supervisor}/children`, 'utf8').catch(() => '')
  const ids = children.split(' ').filter(Boolean).map(Number)
  const processes = new Map<string, number>()
  for (const id of ids) {
    const command = await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')
    // Until it runs its own program, a new process has the command line of its parent.
    const [, name] = /role-process\.ts\0([^\0]+)/.exec(command) ?? []
    if (name) processes.set(name, id)
  }
  return processes
}

/** Ids of the processes of all servers by name, and of this process. Of several servers the names have their number. */
export async function listProcesses(servers: readonly ProductionServer[]): Promise<ReadonlyMap<string, number>> {
  const processes = new Map([['load generator', process.pid]])
  for (const [index, { pid }] of servers.entries()) {
    const suffix = servers.length > 1 ? ` ${index + 1}` : ''
    processes.set(`supervisor${suffix}`, pid)
    for (const [name, id] of await serverProcesses(pid)) processes.set(`${name}${suffix}`, id)
  }
  return processes
}

/** ms. A process starts again after 0.5 s, and each further time twice as late. */
const RESTART_TIMEOUT_MS = 60_000

/** Sends SIGKILL to the backend process; waits for it where it is just being started again. */
export async function killBackend({ pid }: ProductionServer): Promise<void> {
  const deadline = performance.now() + RESTART_TIMEOUT_MS
  for (;;) {
    const backend = (await serverProcesses(pid)).get('backend')
    if (backend) {
      process.kill(backend, 'SIGKILL')
      return
    }
    if (performance.now() >= deadline) throw new Error('The server has had no backend process for a minute')
    await pause(50)
  }
}
