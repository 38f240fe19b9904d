import { once } from 'node:events'
import { access, constants, mkdir, rm, statfs } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { TestProject } from 'vitest/node'
import { makeGuardedFolder } from './guarded-folder.ts'
import type { Postgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers a POST with the address of a new PostgreSQL database. */
    readonly postgresService: string
    /** The folder in which the commands that the tests run keep what they can use again. */
    readonly commandCache: string
  }
}

/** bytes */
const ENOUGH_MEMORY = 2 * 1024 ** 3

/** What the tests of one run share: a folder for temporary files, and a PostgreSQL that starts with the first test that needs it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await makeGuardedFolder(await fastestTemporaryFolder(), 'pipeline-site-tests-')
  // For the tests and the processes that they start: `tmpdir()` is this folder, and Node keeps what it has compiled.
  process.env.TMPDIR = folder.path
  process.env.NODE_COMPILE_CACHE ??= resolve('.cache/compiled') // where `npm run` commands keep it

  const snapshotFolder = join(folder.path, 'snapshots')
  const commandCache = join(folder.path, 'command-cache')
  for (const path of [snapshotFolder, commandCache]) await mkdir(path)
  const postgres = await servePostgres(folder.path)
  process.env.SNAPSHOT_FOLDER = snapshotFolder // tests/contract/snapshot.ts
  project.provide('commandCache', commandCache)
  project.provide('postgresService', postgres.url)
  // In watch mode: the code that made them may have changed.
  project.onTestsRerun(async () => {
    await rm(snapshotFolder, { recursive: true })
    await mkdir(snapshotFolder)
    await postgres.dropDatabases()
  })
  return async () => {
    await postgres.close()
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

/** An HTTP server that makes databases. The first request starts PostgreSQL. */
async function servePostgres(folder: string) {
  let starting: Promise<Postgres> | undefined
  const start = async () => (await import('./postgres.ts')).startPostgres(folder)
  const server = createServer(async (_, response) => {
    try {
      starting ??= start()
      response.end(await (await starting).newDatabase())
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server of databases has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    dropDatabases: async () => (await starting?.catch(() => undefined))?.dropDatabases(),
    close: async () => {
      server.close()
      server.closeAllConnections()
      await (await starting?.catch(() => undefined))?.stop()
    },
  }
}
