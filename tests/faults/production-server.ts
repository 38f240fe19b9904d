import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createCommandEnv } from '#tests/setup/process/command-env.ts'
import { getFreePort } from '#tests/setup/process/free-port.ts'
import { RAISED_RATE_LIMITS } from '#tests/setup/server/raised-rate-limits.ts'
import { writeTestRelease } from '#tests/setup/server/test-release.ts'

/** A production server with its processes: `node server/main.ts`. */
export interface ProductionServer {
  /** http://127.0.0.1:port of the web process. */
  readonly url: string
  /** Process id of the supervisor, the parent of the web process and the backend process. */
  readonly pid: number
  /** Sends SIGTERM and waits for the exit; sends SIGKILL after 20 s. */
  readonly stop: () => Promise<ServerEnd>
}

export interface ServerEnd {
  readonly code: number | null
  /** ms from SIGTERM to the exit. */
  readonly ms: number
}

export interface ProductionServerOptions {
  /** Folder for the release, the backend's files, and temporary files. */
  readonly folder: string
  /** smtp://host:port */
  readonly mailServer: string
  /** URL of a PostgreSQL database; by default SQLite in `getSqliteFolder(folder)`. */
  readonly databaseUrl?: string | undefined
  /** File to which the output of all processes is appended. */
  readonly logFile: string
}

/** The server itself exits within 10 s. */
const STOP_TIMEOUT_MS = 20_000

export const getSqliteFolder = (folder: string): string => join(folder, 'backend')

/**
 * Starts a server with all roles and a release of one page, with raised rate limits and the local captcha. It trusts
 * `X-Forwarded-For` from this machine. Each backend process uses its own client host name in SMTP. Throws with the
 * output if the server exits before it listens.
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
      NODE_ENV: 'development', // accepts tokens of the local captcha
      TMPDIR: folder,
      PORT: String(port),
      BACKEND_PORT: String(backendPort),
      BACKEND_FOLDER: getSqliteFolder(folder),
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

/** Preloaded in each process: sets the client host name, so that mails show which process sent them. */
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

/** Lists the process ids of a server by name: web, backend. */
export async function listServerProcesses(supervisor: number): Promise<ReadonlyMap<string, number>> {
  const children = await readFile(`/proc/${supervisor}/task/${supervisor}/children`, 'utf8').catch(() => '')
  const ids = children.split(' ').filter(Boolean).map(Number)
  const processes = new Map<string, number>()
  for (const id of ids) {
    const command = await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')
    // A forked process has the command line of its parent until it runs its own program.
    const [, name] = /role-process\.ts\0([^\0]+)/.exec(command) ?? []
    if (name) processes.set(name, id)
  }
  return processes
}

/**
 * Lists the process ids of all servers and of this process by name. With several servers, names have the server number.
 */
export async function listProcesses(servers: readonly ProductionServer[]): Promise<ReadonlyMap<string, number>> {
  const processes = new Map([['load generator', process.pid]])
  for (const [index, { pid }] of servers.entries()) {
    const suffix = servers.length > 1 ? ` ${index + 1}` : ''
    processes.set(`supervisor${suffix}`, pid)
    for (const [name, id] of await listServerProcesses(pid)) processes.set(`${name}${suffix}`, id)
  }
  return processes
}

/** The supervisor restarts a process after 0.5 s, and doubles the delay each time. */
const RESTART_TIMEOUT_MS = 60_000

/** Sends SIGKILL to the backend process. Waits for the process if it is being restarted. */
export async function killBackend({ pid }: ProductionServer): Promise<void> {
  const deadline = performance.now() + RESTART_TIMEOUT_MS
  for (;;) {
    const backend = (await listServerProcesses(pid)).get('backend')
    if (backend) {
      process.kill(backend, 'SIGKILL')
      return
    }
    if (performance.now() >= deadline) throw new Error('The server has had no backend process for a minute')
    await pause(50)
  }
}
