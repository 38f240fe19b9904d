import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { type ConnectionOptions, getCACertificates } from 'node:tls'
import { Client } from 'pg'

/**
 * Dumps a PostgreSQL database into an empty file, while servers may be running, and reads the whole dump again. pg_dump
 * inherits the file descriptor, so that it creates no file with other permissions. Returns the number of messages.
 */
export async function dumpPostgres(url: string, path: string, fd: number): Promise<number> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'backup-'))
  const authorities = join(folder.path, 'authorities.pem')
  await writeFile(authorities, getCACertificates().join('\n'))
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, LC_ALL: 'C', ...getLibpqEnv(url, authorities) }

  const dump = ['--format=custom', '--no-password', '--lock-wait-timeout=10min']
  await waitForEnd(spawn('pg_dump', dump, { env, stdio: ['ignore', fd, 'pipe'] }))

  const restore = spawn('pg_restore', ['--file=-', path], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [messages] = await Promise.all([countMessages(restore.stdout), waitForEnd(restore)])
  if (messages === undefined) throw new Error('the database has no table of messages')
  return messages
}

/**
 * The variables with which PostgreSQL's own programs connect as the server does, by the server's own reading of the URL.
 * Arguments would show the password to every user of the machine.
 */
function getLibpqEnv(url: string, authorities: string): NodeJS.ProcessEnv {
  const { host, port, user, password, database, ssl } = new Client({ connectionString: url })
  const { searchParams } = new URL(url)
  const variables = {
    PGHOST: host,
    PGPORT: String(port),
    PGUSER: user,
    PGPASSWORD: password,
    PGDATABASE: database,
    PGCONNECT_TIMEOUT: '30',
    ...getTlsVariables(ssl, searchParams.get('sslrootcert') ?? authorities),
    PGSSLCERT: searchParams.get('sslcert'),
    PGSSLKEY: searchParams.get('sslkey'),
    PGSSLNEGOTIATION: searchParams.get('sslnegotiation'),
    PGOPTIONS: searchParams.get('options'),
  }
  return Object.fromEntries(Object.entries(variables).flatMap(([name, value]) => (value ? [[name, value]] : [])))
}

/** libpq's mode for the TLS options of the server's client. Its types say that `ssl` is a boolean. */
function getTlsVariables(ssl: boolean | ConnectionOptions, PGSSLROOTCERT: string) {
  if (!ssl) return { PGSSLMODE: 'disable' }
  const { rejectUnauthorized, checkServerIdentity } = ssl === true ? {} : ssl
  if (rejectUnauthorized === false) return { PGSSLMODE: 'require' } // with PGSSLROOTCERT it would verify
  return { PGSSLMODE: checkServerIdentity ? 'verify-ca' : 'verify-full', PGSSLROOTCERT }
}

/** Rejects with the reason why a program has failed. */
async function waitForEnd(child: ChildProcess): Promise<void> {
  const program = child.spawnfile
  try {
    const [output, [code, signal]] = await Promise.all([child.stderr && text(child.stderr), once(child, 'close')])
    if (code !== 0) throw new Error(describeFailure(program, output ?? '') || `${program} ended with ${signal ?? code}`)
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (!isMissing) throw error
    throw new Error(`${program} is not installed: apt install postgresql-client`, { cause: error })
  }
}

const VERSIONS = /server version: ((\d+)[^\s;]*).*; pg_dump version: (\S+)/

function describeFailure(program: string, output: string): string {
  const [, server, major, own] = VERSIONS.exec(output) ?? []
  if (server)
    return `PostgreSQL ${server} is newer than pg_dump ${own}, which refuses it: apt install postgresql-client-${major}`
  return output.replaceAll(`${program}: error: `, '').trim().replaceAll(/\s+/g, ' ')
}

/** Counts the rows between COPY and \. in the SQL of a dump. `undefined` without a table of messages. */
async function countMessages(sql: Readable): Promise<number | undefined> {
  let messages: number | undefined
  let isMessage = false
  // Each byte is a character then: readline would also end a line at U+2028 within a message.
  for await (const line of createInterface({ input: sql.setEncoding('latin1') })) {
    if (line === '\\.') isMessage = false
    if (isMessage) messages = (messages ?? 0) + 1
    if (/^COPY (\S+\.)?message \(/.test(line)) {
      isMessage = true
      messages ??= 0
    }
  }
  return messages
}
