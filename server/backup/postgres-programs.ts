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
  /** Resolves when it has ended well. Rejects with `UserError` otherwise, with what it said. */
  readonly done: Promise<void>
}

/** Characters of what a program said that an error repeats. */
const LONGEST_COMPLAINT = 2_000

/** Starts a program of PostgreSQL, from PATH; with `url` it connects there. */
export function startPostgresProgram(name: ProgramName, args: readonly string[], url?: string): PostgresProgram {
  const env = url === undefined ? process.env : { ...process.env, ...connectionEnv(url) }
  const child = spawn(name, args, { env, stdio: ['pipe', 'pipe', 'pipe'] })
  child.stdin.on('error', () => {}) // it ended before it read everything, and says why
  const done = endOf(name, child)
  done.catch(() => {}) // whoever waits for it hears of it
  return { stdin: child.stdin, stdout: child.stdout, done }
}

async function endOf(name: ProgramName, child: ChildProcessByStdio<Writable, Readable, Readable>): Promise<void> {
  const complaint = text(child.stderr)
  const [code, signal] = await once(child, 'close').catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT'
      ? missing(name)
      : new UserError(`${name} cannot be run (${error.code})`, { cause: error })
  })
  if (code === 0) return
  const said = (await complaint).trim().slice(0, LONGEST_COMPLAINT)
  throw new UserError(`${name} failed (${signal ?? `exit code ${code}`})${said && `:\n${said}`}`)
}

const missing = (name: ProgramName) =>
  new UserError(`${name} is not installed: install PostgreSQL’s client (Debian: apt-get install postgresql-client)`)

/**
 * Checks that the program is there and not older than the server, which it would refuse. Throws `UserError` that names
 * the package to install.
 */
export async function assertPostgresProgramVersion(name: ProgramName, serverVersion: number): Promise<void> {
  const { stdout, done } = startPostgresProgram(name, ['--version'])
  const [said] = await Promise.all([text(stdout), done])
  const version = Number(/ (\d+)/.exec(said)?.[1])
  if (version >= serverVersion) return
  throw new UserError(
    `${name} is of version ${version}, and the server of version ${serverVersion}: install postgresql-client-${serverVersion} (Debian, from apt.postgresql.org where Debian has an older one), and put it first in PATH`,
  )
}

/** libpq's variables for an address. No argument has the password: every user of the machine can read arguments. */
function connectionEnv(url: string): Record<string, string> {
  const { host, port, user, password, database } = new Client({ connectionString: url })
  const { searchParams } = new URL(url)
  const sslmode = searchParams.get('sslmode') ?? (searchParams.has('ssl') ? 'require' : undefined)
  return withoutEmpty({
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

const withoutEmpty = (values: Readonly<Record<string, string | null | undefined>>) =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : [])))
