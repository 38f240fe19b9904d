import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { Client } from 'pg'
import { UserError } from '#shared/user-error.ts'

type ProgramName = 'pg_dump' | 'pg_restore' | 'psql'

export interface PostgresProgram {
  readonly stdin: Writable
  readonly stdout: Readable
  /** Resolves when the program exits with 0. Rejects with `UserError` otherwise, with its output on stderr. */
  readonly done: Promise<void>
}

/** Characters of stderr that an error message contains. */
const MAX_STDERR_LENGTH = 2_000

/** Starts a PostgreSQL client program from PATH. With `url`, it gets the connection as environment variables. */
export function startPostgresProgram(name: ProgramName, args: readonly string[], url?: string): PostgresProgram {
  const env = url === undefined ? process.env : { ...process.env, ...connectionEnv(url) }
  const child = spawn(name, args, { env, stdio: ['pipe', 'pipe', 'pipe'] })
  child.stdin.on('error', () => {}) // the program exited before it read all input; `done` reports why
  const done = waitForExit(name, child)
  done.catch(() => {}) // callers handle the rejection when they await it
  return { stdin: child.stdin, stdout: child.stdout, done }
}

async function waitForExit(name: ProgramName, child: ChildProcessByStdio<Writable, Readable, Readable>): Promise<void> {
  const stderr = text(child.stderr)
  const [code, signal] = await once(child, 'close').catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT'
      ? createNotInstalledError(name)
      : new UserError(`${name} cannot be run (${error.code})`, { cause: error })
  })
  if (code === 0) return
  const output = (await stderr).trim().slice(0, MAX_STDERR_LENGTH)
  throw new UserError(`${name} failed (${signal ?? `exit code ${code}`})${output && `:\n${output}`}`)
}

const createNotInstalledError = (name: ProgramName) =>
  new UserError(`${name} is not installed: install PostgreSQL’s client (Debian: apt-get install postgresql-client)`)

/**
 * Throws `UserError` with the package to install if the program is missing or older than the server: the programs do not
 * work with newer servers.
 */
export async function assertPostgresProgramVersion(name: ProgramName, serverVersion: number): Promise<void> {
  const { stdout, done } = startPostgresProgram(name, ['--version'])
  const [output] = await Promise.all([text(stdout), done])
  const version = Number(/ (\d+)/.exec(output)?.[1])
  if (version >= serverVersion) return
  throw new UserError(
    `${name} has version ${version}, but the server has version ${serverVersion}: install postgresql-client-${serverVersion} (Debian, from apt.postgresql.org where Debian has an older one), and put it first in PATH`,
  )
}

/** libpq's variables for a URL. The password is not an argument, because every user of the machine can read arguments. */
function connectionEnv(url: string): Record<string, string> {
  const { host, port, user, password, database } = new Client({ connectionString: url })
  const { searchParams } = new URL(url)
  const sslmode = searchParams.get('sslmode') ?? (searchParams.has('ssl') ? 'require' : undefined)
  return omitEmpty({
    PGHOST: host,
    PGPORT: `${port}`,
    PGUSER: user,
    PGPASSWORD: password ?? undefined,
    PGDATABASE: database,
    PGSSLMODE: sslmode === 'no-verify' ? 'require' : sslmode,
    PGSSLROOTCERT: searchParams.get('sslrootcert'),
    PGSSLCERT: searchParams.get('sslcert'),
    PGSSLKEY: searchParams.get('sslkey'),
    PGOPTIONS: searchParams.get('options'),
    PGCONNECT_TIMEOUT: '10',
    PGAPPNAME: 'backup',
  })
}

const omitEmpty = (values: Readonly<Record<string, string | null | undefined>>) =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : [])))
