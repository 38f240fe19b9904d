import { once } from 'node:events'
import { access, constants, mkdir, rm, statfs } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { TestProject } from 'vitest/node'
import type { Postgres } from './database/postgres.ts'
import { createTemporaryFolder } from './process/temporary-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of a service that creates a PostgreSQL database on a POST and responds with its URL. */
    readonly postgresService: string
    /** The cache folder of commands that the tests run. */
    readonly commandCache: string
  }
}

/** Bytes of free space that the tests need. */
const MIN_FREE_BYTES = 2 * 1024 ** 3

/** Creates the temporary folder of a test run, and a service that starts PostgreSQL when a test needs a database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await createTemporaryFolder(await findTemporaryFolder(), 'pipeline-site-tests-')
  // For the tests and their child processes: `tmpdir()` returns this folder, and Node caches compiled modules.
  process.env.TMPDIR = folder.path
  process.env.NODE_COMPILE_CACHE ??= resolve('.cache/compiled') // the same folder as for `npm run` commands

  const snapshotFolder = join(folder.path, 'snapshots')
  const commandCache = join(folder.path, 'command-cache')
  for (const path of [snapshotFolder, commandCache]) await mkdir(path)
  const postgres = await servePostgres(folder.path)
  process.env.SNAPSHOT_FOLDER = snapshotFolder // packages/contentful-local/tests/snapshot.ts
  project.provide('commandCache', commandCache)
  project.provide('postgresService', postgres.url)
  // In watch mode: snapshots of changed code are outdated.
  project.onTestsRerun(async () => {
    await rm(snapshotFolder, { recursive: true })
    await mkdir(snapshotFolder)
  })
  return async () => {
    await postgres.close()
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

/** Starts an HTTP server that creates databases. The first request starts PostgreSQL. */
async function servePostgres(folder: string) {
  let starting: Promise<Postgres> | undefined
  const server = createServer(async (_, response) => {
    try {
      starting ??= import('./database/postgres.ts').then(({ startPostgres }) => startPostgres(folder))
      response.end(await (await starting).createDatabase())
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The database service has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: async () => {
      server.close()
      server.closeAllConnections()
      const started = await starting?.catch(() => undefined)
      await started?.stop()
    },
  }
}
